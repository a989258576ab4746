import { Card, Text, Tooltip } from '@mantine/core'
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

export function Figures(props: { figures: Figures }) {
  const { figures } = props
  const tiles = [
    { label: 'Conversations', value: count(figures.conversations), meaning: 'Started by visitors' },
    { label: 'Visitor messages', value: count(figures.visitorMessages), meaning: 'Sent by visitors' },
    { label: 'Replies', value: count(figures.replies), meaning: 'Given by the agent' },
    {
      label: 'Not known',
      value: count(figures.unanswered),
      meaning: 'Questions that the agent could not answer from what it knows',
    },
    {
      label: 'Failed replies',
      value: count(figures.failedReplies),
      meaning: 'Replies that a time-out or an error of the model prevented',
    },
    {
      label: 'Credits used',
      value: figures.cost.toLocaleString(undefined, { maximumFractionDigits: 2 }),
      meaning: 'Charged for replies',
    },
  ]
  return (
    <dl className={styles.figures}>
      {tiles.map((tile) => (
        <Tooltip key={tile.label} label={tile.meaning}>
          <Card padding="md" component="div">
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
