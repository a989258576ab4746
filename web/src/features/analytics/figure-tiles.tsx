import { ActionIcon, Paper, Text, Title, Tooltip, UnstyledButton } from '@mantine/core'
import type { AnalyticsSummary, Measured } from '@parley/contracts/analytics/endpoints.ts'
import {
  type FigureDefinition,
  type FigureId,
  figureGroups,
  figures,
} from '@parley/contracts/analytics/figures.ts'
import { IconListSearch } from '@tabler/icons-react'
import { usdOf } from '../../design/usd.ts'
import styles from './analytics.module.css'
import { behindWords, changeOf, written } from './figure-words.ts'

/** All figures with their definition and change. A click shows a figure in the chart. */
export function FigureTiles(props: {
  summary: AnalyticsSummary
  chosen: FigureId
  onChoose: (figure: FigureId) => void
  onBehind: (figure: FigureId) => void
}) {
  return (
    <section aria-label="Figures" className={styles.groups}>
      {figureGroups.map((group) => (
        <div key={group.label}>
          <Title order={2} className={styles.groupTitle}>
            {group.label}
          </Title>
          <ul className={styles.tiles} aria-label={group.label}>
            {group.figures.map((figure) => (
              <FigureTile
                key={figure}
                definition={figures[figure]}
                measured={props.summary.figures[figure]}
                chosen={figure === props.chosen}
                onChoose={() => props.onChoose(figure)}
                onBehind={() => props.onBehind(figure)}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function FigureTile(props: {
  definition: FigureDefinition
  measured: Measured
  chosen: boolean
  onChoose: () => void
  onBehind: () => void
}) {
  const { definition, measured } = props
  const { label, brief, unit, behind } = definition
  const change = changeOf(definition, measured)
  const value = measured.value === null ? '–' : written(unit, measured.value)
  const besides = besidesOf(definition, measured)
  return (
    <Paper component="li" className={styles.tile} data-chosen={props.chosen || undefined}>
      <UnstyledButton className={styles.choose} onClick={props.onChoose} aria-pressed={props.chosen}>
        <Text component="span" size="xs" fw={500} className={styles.tileLabel}>
          {label}
        </Text>
        <Text component="span" fz={24} fw={700} lh="32px" className="tabular">
          {value}
        </Text>
        <Text component="span" size="xs" className={styles.change} data-mood={change?.mood}>
          {change?.text}
          {besides && (
            <Text component="span" size="xs" c="dimmed">
              {change && ' · '}
              {besides}
            </Text>
          )}
        </Text>
        <Text component="span" size="xs" c="dimmed" className={styles.brief}>
          {brief}
        </Text>
      </UnstyledButton>
      {behind && (
        <Tooltip label={behindWords[behind]}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            className={styles.tileAction}
            onClick={props.onBehind}
            aria-label={`${behindWords[behind]}: ${label}`}
          >
            <IconListSearch size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </Paper>
  )
}

/** The second value of a tile: credits in US dollars, or the 90th percentile. */
function besidesOf({ unit }: FigureDefinition, { value, p90 }: Measured): string | undefined {
  if (unit === 'credits' && value !== null) return usdOf(value)
  return p90 == null ? undefined : `p90 ${written(unit, p90)}`
}
