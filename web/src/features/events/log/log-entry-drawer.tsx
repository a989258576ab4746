import { Button, Group, Stack, Text } from '@mantine/core'
import type { LogEntryView } from '@parley/contracts/integration/log-endpoints.ts'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { exactTime } from '../../../design/dates/moment.tsx'
import { AnchorLink } from '../../../design/links.tsx'
import { FailedList, LoadingRows } from '../../../design/notices/states.tsx'
import { FramedDrawer } from '../../../design/pages/framed-drawer.tsx'
import { useWorkspace } from '../../../shell/navigation/places.ts'
import { CodeBlock } from '../code-block.tsx'
import { logEntryQuery } from '../queries.ts'
import type { EventsSearch } from '../search.ts'
import styles from './log.module.css'

type Narrow = (by: Pick<EventsSearch, 'entryType' | 'entryChannel'>) => void

/** One entry of the log, with its metadata. */
export function LogEntryDrawer(props: {
  entryId: string
  /** Shows the entries of a type or a channel alone. */
  onNarrow: Narrow
  onClose: () => void
}) {
  const entry = useQuery(logEntryQuery(useWorkspace(), props.entryId))
  return (
    <FramedDrawer onClose={props.onClose} title={entry.data?.type ?? '\u00a0'} kind="Log entry">
      {entry.isPending && <LoadingRows rows={2} height={120} />}
      {entry.isError && (
        <FailedList
          title="The entry could not be loaded"
          error={entry.error}
          onRetry={() => entry.refetch()}
        />
      )}
      {entry.data && <Details entry={entry.data} onNarrow={props.onNarrow} />}
    </FramedDrawer>
  )
}

function Details({ entry, onNarrow }: { entry: LogEntryView; onNarrow: Narrow }) {
  const { type, content, channel, agentId, metadata, at, withEmail } = entry
  const { region } = useWorkspace()
  const narrowing = { variant: 'default', leftSection: <IconFilter size={16} /> } as const
  return (
    <Stack gap="md">
      <Text className={styles.whole}>
        <bdi>{content}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {exactTime(new Date(at))}
        {channel && ` · ${channel}`}
        {withEmail && ' · Members were told'}
      </Text>
      {agentId && (
        <AnchorLink to="/app/$region/agents/$agentId/overview" params={{ region, agentId }} w="fit-content">
          Open the agent
        </AnchorLink>
      )}
      {Object.keys(metadata).length > 0 && (
        <CodeBlock label="Metadata" text={JSON.stringify(metadata, null, 2)} />
      )}
      <Group gap="sm">
        <Button {...narrowing} onClick={() => onNarrow({ entryType: type })}>
          Show entries of this type only
        </Button>
        {channel && (
          <Button {...narrowing} onClick={() => onNarrow({ entryChannel: channel })}>
            Show entries of this channel only
          </Button>
        )}
      </Group>
    </Stack>
  )
}
