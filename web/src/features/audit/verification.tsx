import { Alert, Button, Code, Group, Stack, Table, Text } from '@mantine/core'
import type { VerificationView } from '@parley/contracts/audit/endpoints.ts'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { count, exactTime } from '../../design/dates/moment.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import { client, messageOf } from '../../server/client.ts'
import styles from './audit.module.css'
import { Hash } from './event-drawer.tsx'
import { anchorsQuery, type Workspace } from './queries.ts'

/** Verifies the hash chains of the workspace and lists the daily anchors. */
export function Verification(props: { workspace: Workspace }) {
  return (
    <Stack gap="md">
      <Verify workspace={props.workspace} />
      <Anchors workspace={props.workspace} />
    </Stack>
  )
}

function Verify(props: { workspace: Workspace }) {
  const { region, workspaceId } = props.workspace
  const verify = useMutation({
    mutationFn: () => client.call('audit.verify', { params: { region, workspaceId } }),
  })
  return (
    <Section
      title="Verification"
      explanation="Each event carries the hash of the one before it. Any edit, removal or reordering is detected."
      actions={
        <Button onClick={() => verify.mutate()} loading={verify.isPending} flex="none">
          Verify now
        </Button>
      }
    >
      {verify.isError && (
        <Alert color="red" role="alert">
          {messageOf(verify.error)}
        </Alert>
      )}
      {verify.data && <Result result={verify.data} />}
    </Section>
  )
}

function Result(props: { result: VerificationView }) {
  const { result } = props
  const checked = `${count(result.events)} events in ${count(result.streams)} streams, checked ${exactTime(new Date(result.checkedAt))}`
  return (
    <Stack gap="sm" role="status">
      {result.ok ? (
        <Alert color="teal" icon={<IconShieldCheck size={20} />} title="No tampering detected">
          {checked}.
        </Alert>
      ) : (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={20} />}
          title={`${count(result.faults.length)} ${result.faults.length === 1 ? 'fault' : 'faults'} found`}
        >
          {checked}. Leave the log untouched and compare it with a backup.
        </Alert>
      )}
      {result.faults.map((fault) => (
        <Group key={`${fault.stream}/${fault.revision}`} gap="xs">
          <Code>
            {fault.stream}/{fault.revision}
          </Code>
          <Text>{fault.fault}</Text>
        </Group>
      ))}
      <div>
        <Text size="xs" c="dimmed" fw={500}>
          Merkle root over all stream heads
        </Text>
        <Hash value={result.root} label="Merkle root" />
      </div>
    </Stack>
  )
}

function Anchors(props: { workspace: Workspace }) {
  const anchors = useQuery(anchorsQuery(props.workspace))
  return (
    <Section
      title="Daily anchors"
      explanation="The Merkle root of all streams at the end of each UTC day. Keep a copy elsewhere: a rewritten log can’t reproduce it."
    >
      {anchors.isPending && <LoadingRows rows={3} height={36} />}
      {anchors.isError && (
        <FailedList
          title="The anchors could not be loaded"
          error={anchors.error}
          onRetry={() => anchors.refetch()}
        />
      )}
      {anchors.data?.items.length === 0 && (
        <Text c="dimmed">The first anchor is created when this workspace’s first day ends.</Text>
      )}
      {anchors.data && anchors.data.items.length > 0 && (
        <Table.ScrollContainer minWidth={520}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Day</Table.Th>
                <Table.Th>Streams</Table.Th>
                <Table.Th>Root</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {anchors.data.items.map((anchor) => (
                <Table.Tr key={anchor.day}>
                  <Table.Td className={styles.noWrap}>{anchor.day}</Table.Td>
                  <Table.Td className="tabular">{count(anchor.streams)}</Table.Td>
                  <Table.Td>
                    <Hash value={anchor.root} label="root" />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  )
}
