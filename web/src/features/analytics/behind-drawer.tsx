import { Stack, Text } from '@mantine/core'
import type { BehindItem } from '@parley/contracts/analytics/endpoints.ts'
import { type FigureId, keyFigures } from '@parley/contracts/analytics/figure-names.ts'
import { withUnit } from '@parley/contracts/analytics/figure-words.ts'
import { type FigureDefinition, failureReasons, figures } from '@parley/contracts/analytics/figures.ts'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { DayRange } from '../../design/dates/day-ranges.ts'
import { dayName } from '../../design/dates/days.ts'
import { exactTime } from '../../design/dates/moment.tsx'
import { locale, t } from '../../design/language.ts'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import styles from './analytics.module.css'
import { nameIn } from './behind-words.ts'
import { FigureChart } from './figure-chart.tsx'
import { type Behind, behindQuery } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')
const inPage: readonly FigureId[] = keyFigures

/** The items that a figure was counted from, newest first, each linked to its conversation. */
export function BehindDrawer(props: { place: AgentPlace; days: DayRange; behind: Behind }) {
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
  const figure = t(definition.label)
  const title = behind.by
    ? t('{figure}: {name}', { figure, name: nameIn(behind.by, behind.name ?? '') })
    : figure
  return (
    <FramedDrawer onClose={close} title={title}>
      <Stack gap="md">
        <Text c="dimmed">
          {t('{from} to {to}.', { from: dayName(days.from, 'short'), to: dayName(days.to, 'short') })}{' '}
          {t(definition.counted)}
          {isResolved(behind.figure) && ` ${t('These are the resolved ones.')}`}
        </Text>
        {!inPage.includes(behind.figure) && !behind.by && (
          <FigureChart place={place} days={days} figure={behind.figure} />
        )}
        {list.isPending && <LoadingRows rows={6} height={72} />}
        {list.isError && (
          <FailedList
            title={t('The list could not be loaded')}
            error={list.error}
            onRetry={() => list.refetch()}
          />
        )}
        {list.isSuccess && items.length === 0 && <Text c="dimmed">{t('None in this period.')}</Text>}
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
    </FramedDrawer>
  )
}

const isResolved = (figure: FigureId) => figure === 'resolutionRate' || figure === 'resolvedAlone'

/** The visitor, what they said, and the item's part of the figure. */
function Item(props: { place: AgentPlace; item: BehindItem; definition: FigureDefinition }) {
  const may = useMay()
  const { item, definition } = props
  const { visitorId, visitorName, rating, reason } = item
  const facts = [
    ...(reason ? [t(failureReasons[reason])] : []),
    new Date(item.at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    nameIn('channels', item.channel),
  ]
  const content = (
    <>
      <span className={styles.behindHead}>
        <Text component="span" fw={500} truncate c={item.gone ? 'dimmed' : undefined}>
          <bdi>{visitorId === undefined ? t('Conversation') : visitorNameOf({ visitorName, visitorId })}</bdi>
        </Text>
        {rating === 'up' && <IconThumbUp size={16} aria-label={t('Thumb up')} />}
        {rating === 'down' && <IconThumbDown size={16} aria-label={t('Thumb down')} />}
        {item.value !== undefined && (
          <Text component="span" className="tabular" flex="none">
            {withUnit(definition.unit, item.value, locale)}
          </Text>
        )}
      </span>
      <Text component="span" display="block" lineClamp={2} c={said(item) ? undefined : 'dimmed'}>
        <bdi>{said(item) ?? (item.gone ? t('Deleted or not recorded') : t('Nothing written'))}</bdi>
      </Text>
      <Text component="span" size="xs" c="dimmed" display="block" mt={2} title={exactTime(new Date(item.at))}>
        {facts.join(' · ')}
      </Text>
    </>
  )
  if (item.gone || !may('conversation.read')) return <div className={styles.behindItem}>{content}</div>
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

/** The message that the item is about, the comment of a rating, else the first question. */
function said({ text, rating, question }: BehindItem): string | undefined {
  if (text) return rating ? `“${text}”` : text
  return question
}
