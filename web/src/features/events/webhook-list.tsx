import { Badge, Card, Group, SimpleGrid, Text } from '@mantine/core'
import type { WebhookView } from '@parley/contracts/integration/webhook.ts'
import { IconWebhook } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import styles from './events.module.css'
import { eventsOf, webhookName } from './webhook-words.ts'

export function WebhookList(props: {
  webhooks: UseQueryResult<WebhookView[]>
  add: ReactNode
  onOpen: (webhookId: string) => void
}) {
  const { webhooks } = props
  if (webhooks.isPending) return <LoadingRows rows={2} height={96} />
  if (webhooks.isError)
    return (
      <FailedList
        title="The webhooks could not be loaded"
        error={webhooks.error}
        onRetry={() => webhooks.refetch()}
      />
    )
  if (webhooks.data.length === 0)
    return (
      <EmptyList
        icon={<IconWebhook size={24} />}
        title="No webhooks yet"
        explanation="A webhook is an address of yours that is told when something happens: a lead was captured, a visitor asked for a person, an agent was published."
        action={props.add}
      />
    )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      {webhooks.data.map((webhook) => (
        <WebhookCard key={webhook.webhookId} webhook={webhook} onOpen={props.onOpen} />
      ))}
    </SimpleGrid>
  )
}

function WebhookCard(props: { webhook: WebhookView; onOpen: (webhookId: string) => void }) {
  const { webhook } = props
  const { webhookId, url, status, subscribedEvents, pausedAt, createdAt, inRecord } = webhook
  return (
    <Card component="button" type="button" className={styles.card} onClick={() => props.onOpen(webhookId)}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text fw={700} truncate>
          {webhookName(webhook)}
        </Text>
        <Badge variant="light" color={status === 'enabled' ? 'teal' : 'yellow'} flex="none">
          {status === 'enabled' ? 'Enabled' : 'Paused'}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" mt={6} className={styles.address} lineClamp={2}>
        {url}
      </Text>
      <Text size="sm" c="dimmed" mt={6}>
        {eventsOf(subscribedEvents.length)} · {pausedAt ? 'Paused' : 'Created'}{' '}
        <Moment at={pausedAt ?? createdAt} />
        {inRecord && ' · internal.events of the workspace'}
      </Text>
    </Card>
  )
}
