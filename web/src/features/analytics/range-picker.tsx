import { Group, SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { DateRange } from '../../design/date-range.tsx'
import { rangeOf, ranges } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')
const mostDays = 366

/** Selects the last 7, 30 or 90 days, or a custom range. */
export function RangePicker() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const custom = search.from !== undefined
  const { from, to } = rangeOf(search)
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label="Range"
        value={custom ? '' : String(search.days ?? 30)}
        onChange={(value) => {
          const days = ranges.find((range) => String(range) === value)
          void navigate({
            search: (former) => ({ ...former, days, from: undefined, to: undefined }),
            replace: true,
          })
        }}
        data={ranges.map((range) => ({ value: String(range), label: `${range} days` }))}
      />
      <DateRange
        label="Custom range"
        value={{ from, to }}
        words={custom ? undefined : 'Custom'}
        chosen={custom}
        most={mostDays}
        note="Compared with as many days right before."
        onChange={(days) =>
          void navigate({ search: (former) => ({ ...former, ...days, days: undefined }), replace: true })
        }
      />
    </Group>
  )
}
