import { Group, SegmentedControl } from '@mantine/core'
import { t, tCount } from '../language.ts'
import { DateRange } from './date-range.tsx'
import { firstOfMonth, mostDays, type RangeSearch, rangeOf, ranges } from './range-search.ts'

/** Selects the last 7, 30 or 90 days, or a custom range. `shown`: the figures, once they are loaded. */
export function RangeChoice(props: {
  search: RangeSearch
  /** `since`: when the first of what they count happened; the calendar starts at its month. */
  shown: { since?: string | undefined } | undefined
  onChange: (search: RangeSearch) => void
}) {
  const { search, shown, onChange } = props
  const custom = search.from !== undefined
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label={t('Range')}
        value={custom ? '' : String(search.days ?? 30)}
        onChange={(value) =>
          onChange({
            days: ranges.find((range) => String(range) === value),
            from: undefined,
            to: undefined,
          })
        }
        data={ranges.map((range) => ({
          value: String(range),
          label: tCount(range, '{count} day', '{count} days'),
        }))}
      />
      <DateRange
        label={t('Custom range')}
        value={rangeOf(search)}
        words={custom ? undefined : t('Custom')}
        chosen={custom}
        most={mostDays}
        first={shown && firstOfMonth(shown.since)}
        note={t('Compared with as many days right before.')}
        onChange={({ from, to }) => onChange({ days: undefined, from, to })}
      />
    </Group>
  )
}
