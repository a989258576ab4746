import { Table, Text } from '@mantine/core'
import { type CanaryRate, type Interval, leastCompared } from '@parley/contracts/agent/canary.ts'
import type { CanaryArm, CanaryView } from '@parley/contracts/agent/canary-endpoints.ts'
import { duration } from '@parley/contracts/analytics/figure-words.ts'
import type { ReactNode } from 'react'
import { locale, t } from '../../design/language.ts'
import styles from './canary-figures.module.css'
import { canaryRates } from './canary-rates.ts'

/** The figures of both versions side by side, with their intervals and what they say. */
export function CanaryFigures(props: { canary: CanaryView }) {
  const { control, canary, differences } = props.canary
  return (
    <>
      <Table className={styles.figures} verticalSpacing="sm" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Since it started')}</Table.Th>
            <Table.Th ta="right">{t('Published')}</Table.Th>
            <Table.Th ta="right">{t('Canary')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Row
            label={t('Conversations')}
            note={t('With a message of the visitor')}
            control={control.engaged.toLocaleString(locale)}
            canary={canary.engaged.toLocaleString(locale)}
          />
          {canaryRates.map(({ rate, label, better }) => (
            <Row
              key={rate}
              label={t(label)}
              note={verdict(differences[rate], better)}
              control={<Rate arm={control} rate={rate} />}
              canary={<Rate arm={canary} rate={rate} />}
            />
          ))}
          <Row
            label={t('First reply')}
            note={t('Median')}
            control={seconds(control.firstReplyMs)}
            canary={seconds(canary.firstReplyMs)}
          />
          <Row
            label={t('Credits')}
            note={t('Per conversation')}
            control={amount(control.creditsPerConversation)}
            canary={amount(canary.creditsPerConversation)}
          />
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {t(
          'The range below a rate holds its true value with 95 % confidence. Rates are compared from {least} conversations of each version on; thumbs, from {least} ratings.',
          { least: leastCompared },
        )}
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
        {t('{low} to {high}', { low: percent(interval.low), high: percent(interval.high) })}
      </Text>
    </>
  )
}

function verdict(difference: Interval | undefined, better: 'higher' | 'lower'): string {
  if (!difference) return t('Too few to compare yet')
  const { low, high } = difference
  if (low <= 0 && high >= 0) return t('No clear difference')
  const [least, most] = [Math.min(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))]
  const points = { least: Math.round(least * 100), most: Math.round(most * 100) }
  return low > 0 === (better === 'higher')
    ? t('Better by {least} to {most} points', points)
    : t('Worse by {least} to {most} points', points)
}

const percent = (share: number) =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })
const seconds = (ms: number | undefined) => (ms === undefined ? '–' : duration(ms, locale))
const amount = (credits: number | undefined) =>
  credits === undefined ? '–' : credits.toLocaleString(locale, { maximumFractionDigits: 3 })
