import { Card, Text, Tooltip } from '@mantine/core'
import { figures as definitions } from '@parley/contracts/analytics/figures.ts'
import { count } from '../../design/moment.tsx'
import styles from './overview.module.css'

type Figures = {
  conversations: number
  visitorMessages: number
  replies: number
  unanswered: number
  failedReplies: number
  cost: number
}

/** The key figures, as defined by the analytics. */
export function Figures(props: { figures: Figures }) {
  const { figures } = props
  const tiles = [
    { ...definitions.conversations, value: count(figures.conversations) },
    { ...definitions.messages, value: count(figures.visitorMessages) },
    { ...definitions.replies, value: count(figures.replies) },
    { ...definitions.unanswered, value: count(figures.unanswered) },
    { ...definitions.failed, value: count(figures.failedReplies) },
    {
      ...definitions.credits,
      value: figures.cost.toLocaleString(undefined, { maximumFractionDigits: 2 }),
    },
  ]
  return (
    <dl className={styles.figures}>
      {tiles.map((tile) => (
        <Tooltip key={tile.label} label={tile.counted} multiline maw={280}>
          <Card padding="md" component="div" className={styles.figure}>
            <Text component="dt" c="dimmed" size="xs" fw={500}>
              {tile.label}
            </Text>
            <Text component="dd" m={0} fz={24} fw={700} lh="32px" className="tabular">
              {tile.value}
            </Text>
          </Card>
        </Tooltip>
      ))}
    </dl>
  )
}
