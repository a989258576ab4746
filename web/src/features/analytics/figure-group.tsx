import { Card } from '@mantine/core'
import type { AnalyticsSummary } from '@parley/contracts/analytics/endpoints.ts'
import { type FigureGroup, figureGroups } from '@parley/contracts/analytics/figure-names.ts'
import { figures } from '@parley/contracts/analytics/figures.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { t } from '../../design/language.ts'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import styles from './analytics.module.css'
import { FigureCell } from './figure-cell.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** The figures of one part of the page; each opens what it was counted from. */
export function FigureGroupCells(props: { group: FigureGroup; summary: AnalyticsSummary | undefined }) {
  const { label, figures: ids } = figureGroups[props.group]
  return (
    <Card padding={0} className={styles.group} component="section" aria-label={t(label)}>
      <ul className={styles.cells} data-many={ids.length} aria-label={t(label)}>
        {ids.map((figure) => (
          <FigureCell
            key={figure}
            figure={figure}
            measured={props.summary?.figures[figure]}
            name={
              <Link
                from={route.id}
                search={(former) => ({ ...former, behind: figure, by: undefined, name: undefined })}
                resetScroll={false}
                className={`${wholeRow.link} ${styles.cellLink}`}
              >
                {t(figures[figure].label)}
              </Link>
            }
          />
        ))}
      </ul>
    </Card>
  )
}
