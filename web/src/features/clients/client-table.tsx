import { Badge, Table, Text } from '@mantine/core'
import type { ClientView } from '@parley/contracts/client/endpoints.ts'
import { count, Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { ReturnedMailMark } from '../../design/returned-mail.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './clients.module.css'
import { SelectableTable } from './selectable-table.tsx'

/** `selected` undefined: nothing can be selected. */
export function ClientTable(props: {
  clients: ClientView[]
  selected: ReadonlySet<string> | undefined
  onSelect: (ids: string[]) => void
}) {
  const { clients, selected, onSelect } = props
  return (
    <SelectableTable
      items={clients}
      selected={selected}
      onSelect={onSelect}
      head={
        <>
          <Table.Th>Client</Table.Th>
          <Table.Th>Organization</Table.Th>
          <Table.Th data-narrow>Agents</Table.Th>
          <Table.Th data-narrow>Added</Table.Th>
          <Table.Th data-narrow>Last seen</Table.Th>
        </>
      }
      row={(client) => <Row client={client} />}
    />
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
