import { Card, Group, SegmentedControl, Text, Title, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { axisOf } from '../../design/chart-scale.ts'
import { count } from '../../design/moment.tsx'
import styles from './overview.module.css'

type Day = { day: string; conversations: number; visitorMessages: number }
const series = { conversations: 'Conversations', visitorMessages: 'Visitor messages' } as const
type Series = keyof typeof series

/** One bar a day. The same figures stand in a table for those who don't see it. */
export function DaysChart(props: { days: readonly Day[] }) {
  const [shown, setShown] = useState<Series>('conversations')
  const [pointed, setPointed] = useState<Day>()
  const { top, ticks } = axisOf(Math.max(0, ...props.days.map((day) => day[shown])))
  const total = props.days.reduce((sum, day) => sum + day[shown], 0)
  const labelEvery = Math.ceil(props.days.length / 8)

  return (
    <Card component="section" aria-label="Activity">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2} size="h3">
            Activity
          </Title>
          <Text c="dimmed" className="tabular" aria-live="off">
            {pointed
              ? `${dayName(pointed.day)}: ${count(pointed[shown])} ${series[shown].toLowerCase()}`
              : `${count(total)} ${series[shown].toLowerCase()} in ${props.days.length} days`}
          </Text>
        </div>
        <SegmentedControl
          aria-label="Figure"
          value={shown}
          onChange={(value) => setShown(value === 'conversations' ? 'conversations' : 'visitorMessages')}
          data={Object.entries(series).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <div className={styles.chart} aria-hidden>
        <div className={styles.axis}>
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {count(tick)}
            </span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing only repeats what the table says */}
        <div className={styles.plot} onMouseLeave={() => setPointed(undefined)}>
          {ticks.map((tick) => (
            <i key={tick} className={styles.line} style={{ bottom: `${(tick / top) * 100}%` }} />
          ))}
          {total === 0 && (
            <Text className={styles.nothing} c="dimmed">
              Nothing yet. Conversations show here as soon as visitors talk to the agent.
            </Text>
          )}
          {props.days.map((day, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: pointing only repeats what the table says
            <div key={day.day} className={styles.day} onMouseEnter={() => setPointed(day)}>
              <i className={styles.bar} style={{ height: `${(day[shown] / top) * 100}%` }} />
              {index % labelEvery === 0 && <span className={styles.dayName}>{dayName(day.day)}</span>}
            </div>
          ))}
        </div>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{series[shown]} by day</caption>
          <tbody>
            {props.days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                <td>{day[shown]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Card>
  )
}

/** A day of the reader, as the server names it. */
function dayName(day: string): string {
  return new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
}
