import { Card, Skeleton, Text } from '@mantine/core'
import { figures as definitions } from '@parley/contracts/analytics/figures.ts'
import { count } from '../../design/dates/moment.tsx'
import { HelpTip } from '../../design/fields/help-tip.tsx'
import { locale, t } from '../../design/language.ts'
import styles from './overview.module.css'

type Figures = {
  conversations: number
  visitorMessages: number
  replies: number
  unanswered: number
  failedReplies: number
  cost: number
  otherCost?: number | undefined
}

const written = (credits: number) => credits.toLocaleString(locale, { maximumFractionDigits: 2 })

/** The key figures, as defined by the analytics. As high while they load. */
export function Figures(props: { figures: Figures | undefined; withoutCosts?: boolean }) {
  const { figures } = props
  const tiles = [
    { ...definitions.conversations, value: figures && count(figures.conversations) },
    { ...definitions.messages, value: figures && count(figures.visitorMessages) },
    { ...definitions.replies, value: figures && count(figures.replies) },
    { ...definitions.unanswered, value: figures && count(figures.unanswered) },
    { ...definitions.failed, value: figures && count(figures.failedReplies) },
    ...(props.withoutCosts
      ? []
      : [
          {
            ...definitions.credits,
            value: figures && written(figures.cost),
            besides: figures?.otherCost
              ? t('{credits} more for tests and other uses', { credits: written(figures.otherCost) })
              : undefined,
          },
        ]),
  ]
  return (
    <dl className={styles.figures} data-many={tiles.length}>
      {tiles.map((tile) => (
        <Card key={tile.label} padding="md" component="div" className={styles.figure}>
          <dt className={styles.figureName}>
            <Text component="span" c="dimmed" size="xs" fw={500}>
              {t(tile.label)}
            </Text>
            <HelpTip of={t(tile.label)} text={t(tile.counted)} />
          </dt>
          <Text component="dd" m={0} fz={24} fw={700} lh="32px" className="tabular">
            {tile.value ?? <Skeleton component="span" display="block" width={56} height={24} my={4} />}
          </Text>
          {'besides' in tile && tile.besides && (
            <Text component="dd" m={0} size="xs" c="dimmed">
              {tile.besides}
            </Text>
          )}
        </Card>
      ))}
    </dl>
  )
}
