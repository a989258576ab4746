import { Button, Group, Popover, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { dayName } from '../../design/days.ts'
import { dayOf, rangeOf, ranges } from './search.ts'

const route = getRouteApi('/app/$region/agents/$agentId/analytics')
const mostDays = 366
const dayMs = 86_400_000

/** Selects the last 7, 30 or 90 days, or a custom range. */
export function RangePicker() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState(false)
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
      <Popover opened={opened} onChange={setOpened} trapFocus shadow="md" position="bottom-end" returnFocus>
        <Popover.Target>
          <Button
            variant={custom ? 'light' : 'default'}
            leftSection={<IconCalendar size={16} />}
            onClick={() => setOpened(!opened)}
          >
            {custom ? nameOf(from, to) : 'Custom'}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <CustomDays
            key={`${from}${to}`}
            from={from}
            to={to}
            onChosen={(days) => {
              setOpened(false)
              void navigate({ search: (former) => ({ ...former, ...days, days: undefined }), replace: true })
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
}

function CustomDays(props: {
  from: string
  to: string
  onChosen: (days: { from: string; to: string }) => void
}) {
  const [from, setFrom] = useState(props.from)
  const [to, setTo] = useState(props.to)
  const problem = problemOf(from, to)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem) props.onChosen({ from, to })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          type="date"
          label="From"
          value={from}
          max={dayOf(new Date())}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To"
          value={to}
          max={dayOf(new Date())}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={problem}
        />
        <Text c="dimmed" size="xs">
          Compared with as many days right before. Days of {Intl.DateTimeFormat().resolvedOptions().timeZone}.
        </Text>
        <Button type="submit" disabled={problem !== undefined}>
          Show
        </Button>
      </Stack>
    </form>
  )
}

function problemOf(from: string, to: string): string | undefined {
  if (from === '' || to === '') return 'Please choose both days.'
  if (from > to) return 'The first day must not be after the last.'
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return days > mostDays ? `Please choose at most ${mostDays} days.` : undefined
}

const nameOf = (from: string, to: string) =>
  from === to ? dayName(from, 'short') : `${dayName(from, 'short')} – ${dayName(to, 'short')}`
