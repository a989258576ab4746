import { Card, Text, Title, UnstyledButton } from '@mantine/core'
import type { AnalyticsSummary, NamedCount } from '@parley/contracts/analytics/endpoints.ts'
import { type BreakdownId, breakdowns } from '@parley/contracts/analytics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { locale, t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { type AgentPlace, agentQuery } from '../../server/queries.ts'
import styles from './analytics.module.css'
import { nameIn } from './behind-words.ts'
import { sortings } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')
const order: readonly BreakdownId[] = ['countries', 'languages', 'channels', 'browsers', 'platforms']
const mostShown = 6

/** Conversations by country, language and channel, and widget loads by browser and platform. */
export function Breakdowns(props: { place: AgentPlace; summary: AnalyticsSummary }) {
  const { data: agent } = useQuery(agentQuery(props.place))
  return (
    <div className={styles.breakdowns}>
      {order.map((breakdown) => (
        <Breakdown key={breakdown} breakdown={breakdown} items={props.summary.breakdowns[breakdown]}>
          {breakdown === 'countries' && agent?.enableGeoAnalytics === false && (
            <Text c="dimmed" size="xs" mt="sm">
              {t('Geo analytics are off.')}{' '}
              <AnchorLink
                to="/app/$region/agents/$agentId/settings"
                params={props.place}
                search={{ tab: 'analytics' }}
              >
                {t('Settings')}
              </AnchorLink>
            </Text>
          )}
        </Breakdown>
      ))}
    </div>
  )
}

function Breakdown(props: { breakdown: BreakdownId; items: readonly NamedCount[]; children: ReactNode }) {
  const { breakdown, items } = props
  const { label, counted } = breakdowns[breakdown]
  const total = items.reduce((sum, item) => sum + item.count, 0)
  const shown = items.slice(0, mostShown)
  const others = items.slice(mostShown).reduce((sum, item) => sum + item.count, 0)
  return (
    <Card component="section" aria-label={t(label)} padding="md" className={styles.breakdown}>
      <Title order={2} size="h3">
        {t(label)}
      </Title>
      <Text c="dimmed" size="xs" mb="sm">
        {t(counted)}
      </Text>
      {total === 0 ? (
        <Text c="dimmed">{t('No data in this period.')}</Text>
      ) : (
        <ul className={styles.shares}>
          {shown.map((item) => (
            <Share key={item.name} breakdown={breakdown} item={item} total={total} />
          ))}
          {others > 0 && (
            <li>
              <ShareLine label={t('Other')} value={others} total={total} />
            </li>
          )}
        </ul>
      )}
      {props.children}
    </Card>
  )
}

function Share(props: { breakdown: BreakdownId; item: NamedCount; total: number }) {
  const { breakdown, item, total } = props
  const navigate = route.useNavigate()
  const label = nameIn(breakdown, item.name)
  const by = sortings.find((sorting) => sorting === breakdown)
  const line = <ShareLine label={label} value={item.count} total={total} />
  if (!by) return <li>{line}</li>
  return (
    <li>
      <UnstyledButton
        className={styles.shareButton}
        title={t('See conversations')}
        onClick={() =>
          void navigate({ search: (former) => ({ ...former, behind: 'conversations', by, name: item.name }) })
        }
      >
        {line}
      </UnstyledButton>
    </li>
  )
}

/** A name with its number and its share of the total, as a bar. */
export function ShareLine(props: { label: string; value: number; total: number }) {
  const share = props.value / props.total
  return (
    <span className={styles.share}>
      <i className={styles.shareBar} style={{ width: `${share * 100}%` }} aria-hidden />
      <span className={styles.shareLabel}>{props.label}</span>
      <span className="tabular">{count(props.value)}</span>
      <span className={`tabular ${styles.sharePart}`}>
        {share.toLocaleString(locale, { style: 'percent' })}
      </span>
    </span>
  )
}
