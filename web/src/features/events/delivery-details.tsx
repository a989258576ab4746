import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { WebhookDeliveryView } from '@parley/contracts/integration/webhook.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Moment } from '../../design/dates/moment.tsx'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList } from '../../design/notices/states.tsx'
import { client } from '../../server/client.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { CodeBlock, readable } from './code-block.tsx'
import styles from './events.module.css'
import { deliveryQuery, type WebhookPlace } from './queries.ts'

/** What is sent of an event, and what came back of the newest attempts. */
export function DeliveryDetails(props: { place: WebhookPlace; delivery: WebhookDeliveryView }) {
  const { region, webhookId } = props.place
  const { deliveryId, state } = props.delivery
  const details = useQuery(deliveryQuery(props.place, deliveryId))
  const may = useMay()
  const queryClient = useQueryClient()
  const again = useMutation({
    mutationFn: () => client.call('webhooks.replay', { params: { region, webhookId, deliveryId } }),
    onSuccess: async () => {
      noticeSuccess('The event is sent again')
      await queryClient.invalidateQueries({ queryKey: ['webhook-deliveries', region, webhookId] })
    },
    onError: (error) => noticeError(error, 'Error: '),
  })
  if (details.isPending)
    return (
      <div className={styles.details}>
        <Skeleton height={180} radius="md" />
      </div>
    )
  if (details.isError)
    return (
      <FailedList
        title="The delivery could not be loaded"
        error={details.error}
        onRetry={() => details.refetch()}
      />
    )
  const { request, recent, messageId } = details.data
  return (
    <Stack gap="md" className={styles.details}>
      <CodeBlock label="Request" text={readable(request) || 'What it was about is not there any more.'} />
      <Text size="sm" c="dimmed" className={styles.address}>
        webhook-id: {messageId}
      </Text>
      {recent.map(({ at, tookMs, status, problem, answer }) => (
        <Stack gap={4} key={at}>
          <Text size="sm">
            <strong>{status ?? 'No answer'}</strong> <Moment at={at} /> · {tookMs.toLocaleString()} ms
          </Text>
          {problem && <Text size="sm">{problem}</Text>}
          {answer !== '' && <CodeBlock label="Answer" text={readable(answer)} />}
        </Stack>
      ))}
      {may('webhook.manage') && state !== 'retrying' && (
        <Group>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconRefresh size={16} />}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            Send this again
          </Button>
        </Group>
      )}
    </Stack>
  )
}
