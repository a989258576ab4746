import { Table, Text } from '@mantine/core'
import { type CanaryRate, type Interval, leastCompared } from '@parley/contracts/agent/canary.ts'
import type { CanaryArm, CanaryView } from '@parley/contracts/agent/canary-endpoints.ts'
import type { ReactNode } from 'react'
import styles from './canary-figures.module.css'

const rates: { rate: CanaryRate; label: string; better: 'higher' | 'lower' }[] = [
  { rate: 'resolution', label: 'Resolved', better: 'higher' },
  { rate: 'failure', label: 'Failed replies', better: 'lower' },
  { rate: 'handoff', label: 'Handed to a person', better: 'lower' },
  { rate: 'feedback', label: 'Thumbs up', better: 'higher' },
]

/** The figures of both versions side by side, with their intervals and what they say. */
export function CanaryFigures(props: { canary: CanaryView }) {
  const { control, canary, differences } = props.canary
  return (
    <>
      <Table className={styles.figures} verticalSpacing="sm" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Since it started</Table.Th>
            <Table.Th ta="right">Published</Table.Th>
            <Table.Th ta="right">Canary</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Row
            label="Conversations"
            note="With a message of the visitor"
            control={control.engaged.toLocaleString()}
            canary={canary.engaged.toLocaleString()}
          />
          {rates.map(({ rate, label, better }) => (
            <Row
              key={rate}
              label={label}
              note={verdict(differences[rate], better)}
              control={<Rate arm={control} rate={rate} />}
              canary={<Rate arm={canary} rate={rate} />}
            />
          ))}
          <Row
            label="First reply"
            note="Median"
            control={seconds(control.firstReplyMs)}
            canary={seconds(canary.firstReplyMs)}
          />
          <Row
            label="Credits"
            note="Per conversation"
            control={amount(control.creditsPerConversation)}
            canary={amount(canary.creditsPerConversation)}
          />
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        The range below a rate holds its true value with 95 % confidence. Rates are compared from{' '}
        {leastCompared} conversations of each version on; thumbs, from {leastCompared} ratings.
      </Text>
    </>
  )
}

function Row(props: { label: string; note: string; control: ReactNode; canary: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {props.label}
        <Text size="sm" c="dimmed" fw={400}>
          {props.note}
        </Text>
      </Table.Th>
      <Table.Td ta="right">{props.control}</Table.Td>
      <Table.Td ta="right">{props.canary}</Table.Td>
    </Table.Tr>
  )
}

function Rate(props: { arm: CanaryArm; rate: CanaryRate }) {
  const { count, of, interval } = props.arm.rates[props.rate]
  if (of === 0 || !interval) return '–'
  return (
    <>
      {percent(count / of)}
      <Text size="sm" c="dimmed" className={styles.interval}>
        {percent(interval.low)} to {percent(interval.high)}
      </Text>
    </>
  )
}

function verdict(difference: Interval | undefined, better: 'higher' | 'lower'): string {
  if (!difference) return 'Too few to compare yet'
  const { low, high } = difference
  if (low <= 0 && high >= 0) return 'No clear difference'
  const word = low > 0 === (better === 'higher') ? 'Better' : 'Worse'
  const [least, most] = [Math.min(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))]
  return `${word} by ${Math.round(least * 100)} to ${Math.round(most * 100)} points`
}

const percent = (share: number) =>
  share.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })
const seconds = (ms: number | undefined) =>
  ms === undefined ? '–' : `${(ms / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`
const amount = (credits: number | undefined) =>
  credits === undefined ? '–' : credits.toLocaleString(undefined, { maximumFractionDigits: 3 })
