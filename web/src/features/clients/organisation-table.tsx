import { Table, Text } from '@mantine/core'
import type { OrganisationView } from '@parley/contracts/organisation/endpoints.ts'
import { count } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './clients.module.css'
import { SelectableTable } from './selectable-table.tsx'

/** `selected` undefined: nothing can be selected. */
export function OrganisationTable(props: {
  organisations: OrganisationView[]
  selected: ReadonlySet<string> | undefined
  onSelect: (ids: string[]) => void
}) {
  const { organisations, selected, onSelect } = props
  return (
    <SelectableTable
      items={organisations}
      selected={selected}
      onSelect={onSelect}
      head={
        <>
          <Table.Th>Organization</Table.Th>
          <Table.Th data-narrow>Clients</Table.Th>
          <Table.Th data-narrow>Agents</Table.Th>
          <Table.Th data-narrow ta="right">
            Credits
          </Table.Th>
        </>
      }
      row={(organisation) => <Row organisation={organisation} />}
    />
  )
}

function Row({ organisation }: { organisation: OrganisationView }) {
  const { region } = useWorkspace()
  const { ID, name, squarePhotoURL, clients, widgetIDs, allowBilling, balance } = organisation
  const itsClients = clients === 1 ? '1 client' : `${count(clients)} clients`
  const place = { to: '/app/$region/clients', params: { region } } as const
  return (
    <>
      <Table.Td data-cell="title">
        <div className={styles.who}>
          <NameAvatar size={32} name={name} src={squarePhotoURL || null} />
          <AnchorLink
            {...place}
            search={(search) => ({ ...search, organization: ID })}
            fw={600}
            underline="hover"
            c="var(--mantine-color-text)"
          >
            <bdi>{name}</bdi>
          </AnchorLink>
        </div>
      </Table.Td>
      <Table.Td data-cell="aside">
        <AnchorLink {...place} search={{ org: ID }} aria-label={`${itsClients} of ${name}`} underline="hover">
          {itsClients}
        </AnchorLink>
      </Table.Td>
      <Table.Td data-cell="line">
        <Text component="span" c="dimmed">
          {widgetIDs.length === 1 ? '1 agent' : `${count(widgetIDs.length)} agents`}
        </Text>
      </Table.Td>
      <Table.Td data-cell="end" ta="right">
        {allowBilling && (
          <Text component="span" className="tabular">
            {balance.toLocaleString(undefined, { maximumFractionDigits: 1 })}
            <Text component="span" hiddenFrom="sm" c="dimmed">
              {' '}
              credits
            </Text>
          </Text>
        )}
      </Table.Td>
    </>
  )
}
