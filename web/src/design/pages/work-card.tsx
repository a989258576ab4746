import { Badge, Card, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../dates/moment.tsx'
import { t } from '../language.ts'
import { FailedList, LoadingRows } from '../notices/states.tsx'
import styles from './work-card.module.css'

/** A list of things to do, with their number. `nothing` says that there is none. */
export function WorkCard(props: {
  title: string
  count: number
  query: { isPending: boolean; isError: boolean; data: unknown; error: unknown; refetch(): unknown }
  nothing: string
  actions?: ReactNode
  children: ReactNode
}) {
  const { query } = props
  return (
    <Card component="section" aria-label={props.title} padding={0}>
      <Group justify="space-between" wrap="nowrap" className={styles.head}>
        <Group gap="xs">
          <Title order={2} size="h3">
            {props.title}
          </Title>
          {props.count > 0 && (
            <Badge variant="light" color="gray" className="tabular">
              {count(props.count)}
            </Badge>
          )}
        </Group>
        {props.actions}
      </Group>
      {query.isPending && (
        <div className={styles.rest}>
          <LoadingRows rows={2} height={44} />
        </div>
      )}
      {query.isError && query.data === undefined && (
        <FailedList
          title={t('The list could not be loaded')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && props.count === 0 && (
        <Text c="dimmed" className={styles.rest}>
          {props.nothing}
        </Text>
      )}
      {props.count > 0 && <ul className={styles.rows}>{props.children}</ul>}
    </Card>
  )
}
