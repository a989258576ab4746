import { Badge, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import type { WaitingVisitor } from '@parley/contracts/analytics/endpoints.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { count, exactTime, waitedFor } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import { NameAvatar } from '../../design/name-avatar.tsx'
import styles from '../../design/pages/work-card.module.css'
import { WorkCard } from '../../design/pages/work-card.tsx'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { waitingQuery } from './queries.ts'

const tickMs = 20_000

/** The visitors who wait for a person, longest first, with how long. */
export function Waiting() {
  const place = useAgentPlace()
  const waiting = useQuery(waitingQuery(place))
  const now = useNow()
  const { items, total } = waiting.data ?? { items: [], total: 0 }
  return (
    <WorkCard
      title={t('Waiting for a person')}
      count={total}
      query={waiting}
      nothing={t('Nobody waits for a person.')}
      actions={
        total > items.length && (
          <AnchorLink to="/app/$region/agents/$agentId/convos" params={place} search={{ view: 'waiting' }}>
            {t('See all {number}', { number: count(total) })}
          </AnchorLink>
        )
      }
    >
      {items.map((item) => (
        <WaitingRow key={item.conversationId} place={place} item={item} now={now} />
      ))}
    </WorkCard>
  )
}

/** The time, every few seconds anew. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), tickMs, { autoInvoke: true })
  return Math.max(now, Date.now())
}

/** `agentTitle`: where the visitors of several agents are listed. */
export function WaitingRow(props: {
  place: AgentPlace
  item: WaitingVisitor
  agentTitle?: string
  now: number
}) {
  const { place, item, agentTitle, now } = props
  const name = visitorNameOf(item)
  return (
    <li className={`${wholeRow.row} ${styles.row}`}>
      <NameAvatar name={name} size={32} aria-hidden />
      <div className={styles.words}>
        <Link
          to="/app/$region/agents/$agentId/convos"
          params={place}
          search={{ view: 'waiting', conversation: item.conversationId }}
          className={`${wholeRow.link} ${styles.link}`}
        >
          <bdi>{name}</bdi>
        </Link>
        <Text c="dimmed" size="sm" truncate>
          {agentTitle !== undefined && `${agentTitle} · `}
          <bdi>{item.note ?? item.question ?? t('Asked for a person')}</bdi>
        </Text>
      </div>
      <Badge
        variant="light"
        color="yellow"
        flex="none"
        title={t('Since {time}', { time: exactTime(new Date(item.since)) })}
      >
        {t('waiting {time}', { time: waitedFor(item.since, now) })}
      </Badge>
      <IconChevronRight size={18} stroke={1.75} className={styles.chevron} aria-hidden />
    </li>
  )
}
