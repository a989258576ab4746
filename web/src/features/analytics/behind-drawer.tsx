import { Badge, Drawer, Group, Stack, Text } from '@mantine/core'
import type { BehindItem } from '@parley/contracts/analytics/endpoints.ts'
import { type FigureDefinition, figures } from '@parley/contracts/analytics/figures.ts'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { dayName } from '../../design/days.ts'
import { exactTime } from '../../design/moment.tsx'
import { MoreWhenSeen } from '../../design/more-when-seen.tsx'
import { FailedList, LoadingRows } from '../../design/states.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import styles from './analytics.module.css'
import { nameIn, written } from './figure-words.ts'
import { type Behind, behindQuery, type Days } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** The items that a figure was counted from, newest first, each linked to its conversation. */
export function BehindDrawer(props: { place: AgentPlace; days: Days; behind: Behind }) {
  const { place, days, behind } = props
  const definition: FigureDefinition = figures[behind.figure]
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(behindQuery(place, days, behind))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const close = () =>
    void navigate({
      search: (former) => ({ ...former, behind: undefined, by: undefined, name: undefined }),
      resetScroll: false,
    })
  const of = behind.by ? `: ${nameIn(behind.by, behind.name ?? '')}` : ''
  return (
    <Drawer opened onClose={close} size={560} position="right" title={`${definition.label}${of}`}>
      <Stack gap="md">
        <Text c="dimmed">
          {dayName(days.from, 'short')} to {dayName(days.to, 'short')}. {definition.counted}
          {behind.figure === 'resolutionRate' && ' These are the resolved ones.'}
        </Text>
        {list.isPending && <LoadingRows rows={6} height={56} />}
        {list.isError && (
          <FailedList
            title="The list could not be loaded"
            error={list.error}
            onRetry={() => list.refetch()}
          />
        )}
        {list.isSuccess && items.length === 0 && <Text c="dimmed">There was none in this period.</Text>}
        <ul className={styles.behind}>
          {items.map((item) => (
            <li key={`${item.conversationId}.${item.messageId ?? ''}.${item.at}`}>
              <Item place={place} item={item} definition={definition} />
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <MoreWhenSeen loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
        )}
      </Stack>
    </Drawer>
  )
}

function Item(props: { place: AgentPlace; item: BehindItem; definition: FigureDefinition }) {
  const { item, definition } = props
  const words = item.gone
    ? 'Deleted, or not to be recorded'
    : (item.text ?? (item.rating ? ratingWords[item.rating] : 'Conversation'))
  const content = (
    <>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text
          component="span"
          truncate
          c={item.gone ? 'dimmed' : undefined}
          fs={item.gone ? 'italic' : undefined}
        >
          {words}
        </Text>
        {item.rating === 'up' && <IconThumbUp size={16} aria-label="Thumb up" />}
        {item.rating === 'down' && <IconThumbDown size={16} aria-label="Thumb down" />}
        {item.value !== undefined && (
          <Badge variant="light" color="gray" className="tabular" flex="none">
            {written(definition.unit, item.value)}
          </Badge>
        )}
      </Group>
      <Text component="span" size="xs" c="dimmed" display="block">
        {exactTime(new Date(item.at))} · {nameIn('channels', item.channel)}
      </Text>
    </>
  )
  if (item.gone) return <div className={styles.behindItem}>{content}</div>
  return (
    <Link
      to="/app/$region/agents/$agentId/convos"
      params={props.place}
      search={{ conversation: item.conversationId }}
      className={styles.behindItem}
      data-link
    >
      {content}
    </Link>
  )
}

const ratingWords = { up: 'Thumb up', down: 'Thumb down' } as const
