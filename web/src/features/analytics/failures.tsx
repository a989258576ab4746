import type { AnalyticsSummary } from '@parley/contracts/analytics/endpoints.ts'
import { failureReasons } from '@parley/contracts/analytics/figures.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { t } from '../../design/language.ts'
import { Section } from '../../design/pages/page.tsx'
import styles from './analytics.module.css'
import { ShareLine } from './breakdowns.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** Failed replies by reason, each with the messages that failed for it. Nothing if none failed. */
export function Failures({ failures }: Pick<AnalyticsSummary, 'failures'>) {
  if (failures.length === 0) return null
  const total = failures.reduce((sum, { count }) => sum + count, 0)
  return (
    <Section
      title={t('Why replies failed')}
      explanation={t('Messages of this period that got no reply, by reason.')}
    >
      <ul className={styles.shares}>
        {failures.map(({ reason, count }) => (
          <li key={reason}>
            <Link
              from={route.id}
              search={(former) => ({ ...former, behind: 'failed', by: 'reasons', name: reason })}
              resetScroll={false}
              className={styles.shareButton}
              title={t('See messages')}
            >
              <ShareLine label={t(failureReasons[reason])} value={count} total={total} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
