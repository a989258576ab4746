import { Button, Card, Group, Text, UnstyledButton } from '@mantine/core'
import type { AnalyticsSummary } from '@parley/contracts/analytics/endpoints.ts'
import { type KeyFigureId, keyFigures } from '@parley/contracts/analytics/figure-names.ts'
import { figures } from '@parley/contracts/analytics/figures.ts'
import { IconCode, IconListSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { ChartOrTable } from '../../design/charts/chart-or-table.tsx'
import { type DayRange, lengthOf } from '../../design/dates/day-ranges.ts'
import { t, tCount } from '../../design/language.ts'
import { ButtonLink } from '../../design/links.tsx'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import type { AgentPlace } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import styles from './analytics.module.css'
import { behindWords } from './behind-words.ts'
import { FigureCell } from './figure-cell.tsx'
import { FigureChart } from './figure-chart.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')

/** The five figures that tell how an agent does; the chosen one is shown over time. */
export function KeyFigures(props: {
  place: AgentPlace
  days: DayRange
  summary: AnalyticsSummary | undefined
  chosen: KeyFigureId
}) {
  const { place, days, summary, chosen } = props
  const navigate = route.useNavigate()
  const { table = false } = route.useSearch()
  const { label, brief, behind } = figures[chosen]
  return (
    <Card component="section" aria-label={t('Figures')} padding={0} className={styles.keyFigures}>
      <ul className={styles.tiles} aria-label={t('Key figures')}>
        {keyFigures.map((figure) => (
          <FigureCell
            key={figure}
            figure={figure}
            measured={summary?.figures[figure]}
            chosen={figure === chosen}
            name={
              <UnstyledButton
                className={`${wholeRow.link} ${styles.cellLink}`}
                aria-pressed={figure === chosen}
                onClick={() =>
                  void navigate({
                    search: (former) => ({ ...former, figure }),
                    replace: true,
                    resetScroll: false,
                  })
                }
              >
                {t(figures[figure].label)}
              </UnstyledButton>
            }
          />
        ))}
      </ul>
      <section aria-label={t('{figure} over time', { figure: t(label) })} className={styles.keyChart}>
        <Group justify="space-between" gap="sm" mb="sm">
          <Text c="dimmed" className={styles.definition}>
            {t(brief)} {comparedWith(days)}
          </Text>
          <Group gap="xs">
            <ChartOrTable
              table={table}
              onChange={(table) =>
                void navigate({
                  search: (former) => ({ ...former, table: table || undefined }),
                  replace: true,
                  resetScroll: false,
                })
              }
            />
            <ButtonLink
              from={route.id}
              search={(former) => ({ ...former, behind: chosen, by: undefined, name: undefined })}
              resetScroll={false}
              variant="default"
              leftSection={<IconListSearch size={16} />}
            >
              {t(behindWords[behind])}
            </ButtonLink>
          </Group>
        </Group>
        {summary && nothingYet(summary) ? (
          <NothingYet />
        ) : (
          <FigureChart place={place} days={days} figure={chosen} />
        )}
      </section>
    </Card>
  )
}

/** The period that the changes are about. */
function comparedWith({ from, to }: DayRange): string {
  return tCount(lengthOf(from, to), 'Compared with the day before.', 'Compared with the {count} days before.')
}

/** True if there were no visitors in this period and the previous one. */
const nothingYet = ({ figures }: AnalyticsSummary) =>
  [figures.loads, figures.conversations, figures.messages].every(({ value, before }) => !value && !before)

/** As high as the chart in whose place it is. */
function NothingYet() {
  const navigate = route.useNavigate()
  const may = useMay()
  return (
    <div className={styles.nothingYet}>
      <Text fw={500}>{t('No data yet')}</Text>
      <Text c="dimmed" maw={460}>
        {t(
          'Nobody has come in this period or the one before. Figures appear with the first visitor; the test panel is not counted.',
        )}
      </Text>
      {may('agent.publish') && (
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconCode size={16} />}
          onClick={() => void navigate({ search: (former) => ({ ...former, panel: 'script' }) })}
        >
          {t('Get the website script')}
        </Button>
      )}
    </div>
  )
}
