import { Skeleton, Text } from '@mantine/core'
import type { Measured } from '@parley/contracts/analytics/endpoints.ts'
import type { FigureId } from '@parley/contracts/analytics/figure-names.ts'
import { changeOf, written } from '@parley/contracts/analytics/figure-words.ts'
import { type FigureDefinition, figures } from '@parley/contracts/analytics/figures.ts'
import type { ReactNode } from 'react'
import { HelpTip } from '../../design/fields/help-tip.tsx'
import { locale, t } from '../../design/language.ts'
import wholeRow from '../../design/lists/whole-row-link.module.css'
import { usdOf } from '../../design/words/usd.ts'
import styles from './analytics.module.css'
import { unchangedWords } from './change-words.ts'

/**
 * A figure with its definition and its change to the period before, as an item of a list. `name` is the button or link
 * of the whole cell. As high without `measured`, while it loads.
 */
export function FigureCell(props: {
  figure: FigureId
  measured: Measured | undefined
  name: ReactNode
  chosen?: boolean
}) {
  const { measured } = props
  const definition: FigureDefinition = figures[props.figure]
  const change = measured && changeOf(definition, measured, locale, t)
  const besides = measured && besidesOf(definition, measured)
  return (
    <li className={`${wholeRow.row} ${styles.cell}`} data-chosen={props.chosen || undefined}>
      <span className={styles.cellName}>
        {props.name}
        <HelpTip of={t(definition.label)} text={t(definition.counted)} />
      </span>
      <Text component="span" className={`tabular ${styles.cellValue}`}>
        {measured ? (
          measured.value === null ? (
            '–'
          ) : (
            written(definition.unit, measured.value, locale)
          )
        ) : (
          <Skeleton component="span" display="block" width={72} height={24} />
        )}
      </Text>
      <Text component="span" size="xs" className={styles.change} data-mood={change?.mood}>
        {measured ? (
          <>
            {change?.text}
            {besides && (
              <Text component="span" size="xs" c="dimmed">
                {change && ' · '}
                {besides}
              </Text>
            )}
            {!change && !besides && t(unchangedWords(measured))}
          </>
        ) : (
          <Skeleton component="span" display="block" width={96} height={12} />
        )}
      </Text>
    </li>
  )
}

/** The second value of a figure: credits in US dollars, or the 90th percentile. */
function besidesOf({ unit }: FigureDefinition, { value, p90 }: Measured): string | undefined {
  if (unit === 'credits' && value !== null) return usdOf(value)
  return p90 == null ? undefined : t('90% in {time}', { time: written(unit, p90, locale) })
}
