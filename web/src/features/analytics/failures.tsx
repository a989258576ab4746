import type { AnalyticsSummary } from '@parley/contracts/analytics/endpoints.ts'
import { failureReasons } from '@parley/contracts/analytics/figures.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Section } from '../../design/page.tsx'
import styles from './analytics.module.css'
import { ShareLine } from './breakdowns.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** Failed replies by reason, each with the messages that failed for it. Nothing if none failed. */
export function Failures({ failures }: Pick<AnalyticsSummary, 'failures'>) {
  if (failures.length === 0) return null
  const total = failures.reduce((sum, { count }) => sum + count, 0)
  return (
    <Section title="Why replies failed" explanation="Messages of this period that got no reply, by reason.">
      <ul className={styles.shares}>
        {failures.map(({ reason, count }) => (
          <li key={reason}>
            <Link
              from={route.id}
              search={(former) => ({ ...former, behind: 'failed', by: 'reasons', name: reason })}
              resetScroll={false}
              className={styles.shareButton}
              title="See messages"
            >
              <ShareLine label={failureReasons[reason]} value={count} total={total} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
