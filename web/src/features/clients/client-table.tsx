import { Badge, Checkbox, Table, Text } from '@mantine/core'
import type { ClientView } from '@parley/contracts/client/endpoints.ts'
import { AnchorLink } from '../../design/links.tsx'
import { ListTable } from '../../design/list-table.tsx'
import { count, Moment } from '../../design/moment.tsx'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { ReturnedMailMark } from '../../design/returned-mail.tsx'
import { useWorkspace } from '../../shell/places.ts'
import styles from './clients.module.css'

/** `selected` undefined: nothing can be selected. */
export function ClientTable(props: {
  clients: ClientView[]
  selected: ReadonlySet<string> | undefined
  onSelect: (ids: string[]) => void
}) {
  const { clients, selected, onSelect } = props
  const all = selected !== undefined && clients.every(({ ID }) => selected.has(ID))
  const some = selected !== undefined && selected.size > 0
  const toggle = (id: string, on: boolean) =>
    onSelect(on ? [...(selected ?? []), id] : [...(selected ?? [])].filter((one) => one !== id))
  return (
    <ListTable
      className={styles.table}
      head={
        <>
          {selected && (
            <Table.Th data-check>
              <Checkbox
                aria-label="Select all shown"
                checked={all}
                indeterminate={some && !all}
                onChange={() => onSelect(all ? [] : clients.map(({ ID }) => ID))}
              />
            </Table.Th>
          )}
          <Table.Th>Client</Table.Th>
          <Table.Th>Organization</Table.Th>
          <Table.Th data-narrow>Agents</Table.Th>
          <Table.Th data-narrow>Added</Table.Th>
          <Table.Th data-narrow>Last seen</Table.Th>
        </>
      }
    >
      {clients.map((client) => (
        <Table.Tr key={client.ID}>
          {selected && (
            <Table.Td data-cell="check">
              <Checkbox
                aria-label={`Select ${client.name}`}
                checked={selected.has(client.ID)}
                onChange={(event) => toggle(client.ID, event.currentTarget.checked)}
              />
            </Table.Td>
          )}
          <Row client={client} />
        </Table.Tr>
      ))}
    </ListTable>
  )
}

function Row({ client }: { client: ClientView }) {
  const { region } = useWorkspace()
  const { ID, name, email, orgName, widgetIDs, createdAt, lastSeenAt, squarePhotoURL } = client
  const { returnedMail } = client
  return (
    <>
      <Table.Td data-cell="title">
        <div className={styles.who}>
          <NameAvatar size={32} radius="xl" name={name} src={squarePhotoURL || null} />
          <div>
            <AnchorLink
              to="/app/$region/clients"
              params={{ region }}
              search={(search) => ({ ...search, client: ID })}
              fw={600}
              underline="hover"
              c="var(--mantine-color-text)"
            >
              <bdi>{name}</bdi>
            </AnchorLink>
            <Text size="sm" c="dimmed" truncate title={email}>
              {email}
            </Text>
            <ReturnedMailMark of={returnedMail} />
          </div>
        </div>
      </Table.Td>
      <Table.Td data-cell="line">
        {orgName === undefined ? (
          <Badge variant="light" color="gray">
            No organization
          </Badge>
        ) : (
          <Text component="span" c="dimmed" truncate title={orgName}>
            {orgName}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-cell="end">
        <Text component="span" c="dimmed" className="tabular">
          {widgetIDs.length === 1 ? '1 agent' : `${count(widgetIDs.length)} agents`}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text component="span" c="dimmed">
          <Moment at={createdAt} />
        </Text>
      </Table.Td>
      <Table.Td data-cell="aside">
        <Text component="span" c="dimmed">
          {lastSeenAt === undefined ? 'Never' : <Moment at={lastSeenAt} />}
        </Text>
      </Table.Td>
    </>
  )
}
