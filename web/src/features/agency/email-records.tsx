import { Stack, Table, Text } from '@mantine/core'
import type { EmailRecordView } from '@parley/contracts/agency/email-domain-endpoints.ts'
import { CopyCell, RecordsHeading } from './dns-records.tsx'
import styles from './email-records.module.css'
import { EmailStatusIcon, emailStatusNames } from './email-status.tsx'

const columns = ['Status', 'Type', 'Name', 'Value', 'Priority', 'TTL'] as const

/** The records to set, each with its status (part 2 §2.2); cells are copied with a click. */
export function EmailRecords({ records }: { records: readonly EmailRecordView[] }) {
  return (
    <Stack gap="xs">
      <RecordsHeading mail />
      <div className={styles.records}>
        <Table className={styles.table} aria-label="DNS records" verticalSpacing={4} horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {records.map((record) => (
              <EmailRecordRow key={`${record.type} ${record.host}`} record={record} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" c="dimmed">
        Click a cell to copy it.
      </Text>
    </Stack>
  )
}

function EmailRecordRow({ record }: { record: EmailRecordView }) {
  const { status, type, name, value, priority, ttl } = record
  return (
    <Table.Tr>
      <Table.Td data-label="Status">
        <span className={styles.status}>
          <EmailStatusIcon status={status} />
          {emailStatusNames[status]}
        </span>
      </Table.Td>
      <Table.Td data-label="Type">
        <CopyCell value={type} />
      </Table.Td>
      <Table.Td data-label="Name" title={name}>
        <CopyCell value={name} />
      </Table.Td>
      <Table.Td data-label="Value" title={value}>
        <CopyCell value={value} />
      </Table.Td>
      <Table.Td data-label="Priority" data-empty={priority === undefined || undefined}>
        {priority !== undefined && <CopyCell value={String(priority)} />}
      </Table.Td>
      <Table.Td data-label="TTL">
        <CopyCell value={ttl} />
      </Table.Td>
    </Table.Tr>
  )
}
