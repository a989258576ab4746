import { ActionIcon, Group, Popover, Text, Tooltip, UnstyledButton } from '@mantine/core'
import type { AnalyticsSummary, Measured } from '@parley/contracts/analytics/endpoints.ts'
import {
  type FigureDefinition,
  type FigureId,
  figureIds,
  figures,
} from '@parley/contracts/analytics/figures.ts'
import { IconHelpCircle, IconListSearch } from '@tabler/icons-react'
import styles from './analytics.module.css'
import { changeOf, written } from './figure-words.ts'

/** Every figure with how it is counted and how it changed. A click shows it in the chart. */
export function FigureTiles(props: {
  summary: AnalyticsSummary
  chosen: FigureId
  onChoose: (figure: FigureId) => void
  onBehind: (figure: FigureId) => void
}) {
  return (
    <ul className={styles.tiles} aria-label="Figures">
      {figureIds.map((figure) => (
        <FigureTile
          key={figure}
          definition={figures[figure]}
          measured={props.summary.figures[figure]}
          chosen={figure === props.chosen}
          onChoose={() => props.onChoose(figure)}
          onBehind={'behind' in figures[figure] ? () => props.onBehind(figure) : undefined}
        />
      ))}
    </ul>
  )
}

function FigureTile(props: {
  definition: FigureDefinition
  measured: Measured
  chosen: boolean
  onChoose: () => void
  onBehind: (() => void) | undefined
}) {
  const { definition, measured } = props
  const { label, unit } = definition
  const change = changeOf(definition, measured)
  const value = measured.value === null ? '–' : written(unit, measured.value)
  return (
    <li className={styles.tile} data-chosen={props.chosen || undefined}>
      <UnstyledButton className={styles.choose} onClick={props.onChoose} aria-pressed={props.chosen}>
        <Text component="span" c="dimmed" size="xs" fw={500} className={styles.tileLabel}>
          {label}
        </Text>
        <Text component="span" fz={24} fw={700} lh="32px" className="tabular">
          {value}
        </Text>
        <Text component="span" size="xs" className={styles.change} data-mood={change?.mood}>
          {change?.text ?? (measured.value === null ? 'nothing to count yet' : 'nothing before')}
          {measured.p90 != null && (
            <Text component="span" size="xs" c="dimmed">
              {' '}
              · p90 {written(unit, measured.p90)}
            </Text>
          )}
        </Text>
      </UnstyledButton>
      <Group gap={0} className={styles.tileActions} wrap="nowrap">
        {props.onBehind && (
          <Tooltip label="See what stands behind it">
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              onClick={props.onBehind}
              aria-label={`See what stands behind ${label}`}
            >
              <IconListSearch size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
        <HowCounted definition={definition} />
      </Group>
    </li>
  )
}

/** The definition, in the words of the API. */
export function HowCounted({ definition }: { definition: Pick<FigureDefinition, 'label' | 'counted'> }) {
  return (
    <Popover width={280} withArrow shadow="md" position="bottom-end">
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`How ${definition.label} is counted`}>
          <IconHelpCircle size={16} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={500} mb={4}>
          {definition.label}
        </Text>
        <Text c="dimmed">{definition.counted}</Text>
      </Popover.Dropdown>
    </Popover>
  )
}
