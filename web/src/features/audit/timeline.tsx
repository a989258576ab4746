import { Paper, Stack, Text, ThemeIcon, Tooltip, UnstyledButton } from '@mantine/core'
import type { AuditEntryView } from '@parley/contracts/audit/endpoints.ts'
import { IconChevronDown, IconHistory, IconRobot } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { daysOf } from '../../design/dates/days.ts'
import { exactTime } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import styles from './audit.module.css'
import { actorName, agentName, EventIcon, Headline, traceOf } from './event-words.tsx'
import { foldedEvents } from './folded-events.ts'
import { timelineQuery, type Workspace } from './queries.ts'
import { TimelineFilters } from './timeline-filters.tsx'

const route = getRouteApi('/app/$region/audit')

/** All events grouped by day, newest first. New events appear immediately. */
export function Timeline(props: { workspace: Workspace }) {
  const { search, type, actor, who, platform, agent, stream, from, to } = route.useSearch()
  const filters = { search, type, actor, who, platform, agent, stream, from, to }
  const timeline = useInfiniteQuery({
    ...timelineQuery(props.workspace, filters),
    placeholderData: (former) => former,
  })
  const items = timeline.data?.pages.flatMap((page) => page.items) ?? []
  const first = timeline.data?.pages[0]
  const names = new Map(items.map((entry) => [entry.actor.id, actorName(entry)]))
  const titles = new Map(items.flatMap((entry) => (entry.agentId ? [[entry.agentId, agentName(entry)]] : [])))
  const empty = timeline.isSuccess && items.length === 0 && !timeline.hasNextPage

  return (
    <Stack gap="md">
      <TimelineFilters
        workspace={props.workspace}
        types={first?.types ?? []}
        people={first?.people ?? []}
        actorNames={names}
        agentNames={titles}
      />
      {timeline.isPending && <LoadingRows rows={8} height={60} />}
      {timeline.isError && (
        <FailedList
          title="The timeline could not be loaded"
          error={timeline.error}
          onRetry={() => timeline.refetch()}
        />
      )}
      {empty && (
        <EmptyList
          icon={<IconHistory size={24} />}
          title="No matching events"
          explanation="Try a different search, fewer filters or a longer period."
        />
      )}
      {daysOf(items, ({ at }) => at).map((day) => (
        <section key={day.day} aria-label={day.label}>
          <Text size="xs" fw={500} c="dimmed" mb={6}>
            {day.label}
          </Text>
          <Paper component="ol" className={styles.entries} data-old={timeline.isPlaceholderData || undefined}>
            {foldedEvents(day.items).map((run) =>
              'entry' in run ? (
                <Entry key={run.entry.position} entry={run.entry} />
              ) : (
                // By its oldest event: newer ones join it at the top.
                <Folded key={`run ${run.machine.at(-1)?.position}`} entries={run.machine} />
              ),
            )}
          </Paper>
        </section>
      ))}
      {timeline.hasNextPage && (
        <MoreWhenSeen loading={timeline.isFetchingNextPage} onMore={timeline.fetchNextPage} />
      )}
    </Stack>
  )
}

/** How many kinds of events a folded row names. */
const NAMED = 3

/** What the platform did by itself, one row until it is opened. */
function Folded(props: { entries: AuditEntryView[] }) {
  const { entries } = props
  const [opened, setOpened] = useState(false)
  const kinds = [...new Set(entries.map(({ summary }) => summary))]
  const more = kinds.length > NAMED ? [`${kinds.length - NAMED} more`] : []
  return (
    <>
      <li className={styles.entry}>
        <ThemeIcon variant="light" color="gray" size={34}>
          <IconRobot size={18} stroke={1.75} aria-hidden />
        </ThemeIcon>
        <UnstyledButton className={styles.folded} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <span className={styles.entryWords}>
            <Text component="span" display="block" fw={500}>
              {entries.length} events of the platform
            </Text>
            <Text component="span" display="block" size="xs" c="dimmed" truncate>
              {[...kinds.slice(0, NAMED), ...more].join(' · ')}
            </Text>
          </span>
          <IconChevronDown size={16} aria-hidden className={styles.chevron} />
        </UnstyledButton>
      </li>
      {opened && entries.map((entry) => <Entry key={entry.position} entry={entry} />)}
    </>
  )
}

function Entry(props: { entry: AuditEntryView }) {
  const { entry } = props
  const at = new Date(entry.at)
  return (
    <li className={`${wholeRow.row} ${styles.entry}`}>
      <ThemeIcon variant="light" color="gray" size={34}>
        <EventIcon stream={entry.stream} />
      </ThemeIcon>
      <div className={styles.entryWords}>
        <AnchorLink
          from="/app/$region/audit"
          to="."
          search={(search) => ({ ...search, event: `${entry.stream}/${entry.revision}` })}
          className={wholeRow.link}
          c="var(--mantine-color-text)"
          fw={500}
          underline="never"
        >
          <Headline entry={entry} />
        </AnchorLink>
        <Text size="xs" c="dimmed" truncate>
          {traceOf(entry)}
        </Text>
      </div>
      <Text size="xs" c="dimmed" ff="monospace" truncate className={styles.entryStream} title={entry.stream}>
        {entry.stream}
      </Text>
      <Tooltip label={exactTime(at)}>
        <Text
          size="xs"
          c="dimmed"
          component="time"
          dateTime={entry.at}
          className={`tabular ${styles.entryTime}`}
        >
          {at.toLocaleTimeString(undefined, { timeStyle: 'medium' })}
        </Text>
      </Tooltip>
    </li>
  )
}
