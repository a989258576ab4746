import { Card, Group, SegmentedControl, Title } from '@mantine/core'
import { useState } from 'react'
import { dayName } from '../../design/days.ts'
import { count } from '../../design/moment.tsx'
import { TimeChart } from '../../design/time-chart.tsx'

type Day = { day: string; conversations: number; visitorMessages: number }
const series = { conversations: 'Conversations', visitorMessages: 'Visitor messages' } as const
type Series = keyof typeof series

/** A bar chart with one bar per day. */
export function DaysChart(props: { days: readonly Day[] }) {
  const [shown, setShown] = useState<Series>('conversations')
  const total = props.days.reduce((sum, day) => sum + day[shown], 0)
  return (
    <Card component="section" aria-label="Activity">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          Activity
        </Title>
        <SegmentedControl
          aria-label="Figure"
          value={shown}
          onChange={(value) => setShown(value === 'conversations' ? 'conversations' : 'visitorMessages')}
          data={Object.entries(series).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <TimeChart
        points={props.days.map((day) => ({
          key: day.day,
          label: dayName(day.day.slice(0, 10), 'short'),
          name: dayName(day.day.slice(0, 10), 'long'),
          value: day[shown],
          before: null,
        }))}
        kind="bars"
        caption={`${series[shown]} by day`}
        written={count}
        compared={false}
        summary={`${count(total)} ${series[shown].toLowerCase()} in ${props.days.length} days`}
        empty="Nothing yet. Conversations show here as soon as visitors talk to the agent."
      />
    </Card>
  )
}
