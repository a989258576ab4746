import { Anchor, CopyButton, Group, List, Modal, Table, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { DnsRecordView } from '@parley/contracts/agency/domain-endpoints.ts'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import styles from './domains.module.css'

const columns = ['Type', 'Name', 'Value'] as const

/** The records to set, each cell of which is copied with a click (part 1 §2). */
export function DnsRecords({ records }: { records: readonly DnsRecordView[] }) {
  return (
    <>
      <RecordsHeading />
      <div className={styles.records}>
        <Table className={styles.table} aria-label="DNS records" verticalSpacing={4} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {columns.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {records.map((record) => (
              <Table.Tr key={`${record.type} ${record.host}`}>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <Found record={record} />
                    <CopyCell value={record.type} />
                  </Group>
                </Table.Td>
                <Table.Td data-label="Name">
                  <CopyCell value={record.name} />
                </Table.Td>
                <Table.Td data-label="Value">
                  <CopyCell value={record.value} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" c="dimmed">
        Click a cell to copy it. The TTL of each is Auto.
      </Text>
    </>
  )
}

function Found({ record: { status } }: { record: DnsRecordView }) {
  const isFound = status === 'verified'
  return (
    <Tooltip label={isFound ? 'Found in DNS' : 'Not found in DNS yet'}>
      {isFound ? (
        <IconCircleCheck
          role="img"
          aria-label="Found in DNS"
          size={16}
          color="var(--mantine-color-teal-text)"
        />
      ) : (
        <IconClock
          role="img"
          aria-label="Not found in DNS yet"
          size={16}
          color="var(--mantine-color-dimmed)"
        />
      )}
    </Tooltip>
  )
}

/** A value that is copied with a click. */
export function CopyCell({ value }: { value: string }) {
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'} opened={copied || undefined}>
          <UnstyledButton
            className={styles.cell}
            onClick={copy}
            aria-label={copied ? `${value} copied` : `Copy ${value}`}
          >
            {value}
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** `mail`: the records are for mails, and leave where the domain leads as it is. */
export function RecordsHeading({ mail = false }: { mail?: boolean }) {
  const [helping, help] = useDisclosure(false)
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={600}>DNS records</Text>
      <Anchor component="button" type="button" size="sm" onClick={help.open}>
        How to add records
      </Anchor>
      {helping && <HowToAdd mail={mail} onClose={help.close} />}
    </Group>
  )
}

function HowToAdd({ mail, onClose }: { mail: boolean; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="How to add records">
      <List type="ordered" spacing="sm">
        <List.Item>Sign in where your domain was registered, or where its DNS is managed.</List.Item>
        <List.Item>Open its DNS records, often named DNS, Zone or Name servers.</List.Item>
        <List.Item>
          Add a record for each line of the table: choose the type, and paste name and value. Where the host
          asks for a whole name, add your domain to the name; @ is your domain itself.
        </List.Item>
        {mail ? (
          <>
            <List.Item>
              Give the MX record its priority, and leave the TTL at Auto. Other records of your domain stay as
              they are.
            </List.Item>
            <List.Item>If your domain has a DMARC record already, keep that one.</List.Item>
          </>
        ) : (
          <>
            <List.Item>
              Remove other A, AAAA and CNAME records of the same name. Leave the TTL at Auto.
            </List.Item>
            <List.Item>If your DNS host offers to proxy the record, turn that off.</List.Item>
          </>
        )}
        <List.Item>Save. The domain is checked by itself, so this page can be closed.</List.Item>
      </List>
      <Text mt="md" c="dimmed">
        DNS propagation can take 24 to 48 hours.
      </Text>
    </Modal>
  )
}
