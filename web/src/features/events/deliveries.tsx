import { Badge, Button, Card, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { WebhookDeliveryView, WebhookView } from '@parley/contracts/integration/webhook.ts'
import { webhookDeliveryStates } from '@parley/contracts/integration/webhook-names.ts'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { MoreWhenSeen } from '../../design/lists/more-when-seen.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import styles from './events.module.css'
import { deliveriesQuery } from './queries.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import type { EventsSearch } from './search.ts'
import { useWebhookAct } from './use-webhook-act.ts'
import { stateColors, stateNames } from './webhook-words.ts'

const route = getRouteApi('/app/$region/events')

/** What was sent to a webhook in the last 30 days, as it happens. */
export function Deliveries({ webhook }: { webhook: WebhookView }) {
  const { deliveryState, delivery: unfolded } = route.useSearch()
  const navigate = route.useNavigate()
  const set = (given: EventsSearch) =>
    void navigate({ search: (search) => ({ ...search, ...given }), replace: true })
  const place = { ...useWorkspace(), webhookId: webhook.webhookId }
  const deliveries = useInfiniteQuery(deliveriesQuery(place, deliveryState))
  const items = deliveries.data?.pages.flatMap((page) => page.items)
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group component="nav" gap={6} aria-label="States">
          {([undefined, ...webhookDeliveryStates] as const).map((state) => (
            <Button
              key={state ?? 'all'}
              size="compact-sm"
              variant={state === deliveryState ? 'light' : 'subtle'}
              color={state === deliveryState ? undefined : 'gray'}
              aria-pressed={state === deliveryState}
              onClick={() => set({ deliveryState: state, delivery: undefined })}
            >
              {state ? stateNames[state] : 'All'}
            </Button>
          ))}
        </Group>
        <Acts webhook={webhook} />
      </Group>
      {deliveries.isPending && <LoadingRows rows={6} height={44} />}
      {deliveries.isError && !items && (
        <FailedList
          title="The deliveries could not be loaded"
          error={deliveries.error}
          onRetry={() => deliveries.refetch()}
        />
      )}
      {items?.length === 0 && (
        <EmptyList
          icon={<IconSend size={24} />}
          title={deliveryState ? `Nothing ${stateNames[deliveryState].toLowerCase()}` : 'Nothing sent yet'}
          explanation={
            deliveryState
              ? 'No delivery of the last 30 days is in this state.'
              : 'As soon as one of its events happens, it is listed here with what your server answered.'
          }
        />
      )}
      {items && items.length > 0 && (
        <Card p={0}>
          <ul className={styles.entries} aria-label="Deliveries">
            {items.map((item) => (
              <li key={item.deliveryId}>
                <Row
                  delivery={item}
                  open={item.deliveryId === unfolded}
                  onToggle={(open) => set({ delivery: open ? item.deliveryId : undefined })}
                />
                {item.deliveryId === unfolded && <DeliveryDetails place={place} delivery={item} />}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {deliveries.hasNextPage && (
        <MoreWhenSeen loading={deliveries.isFetchingNextPage} onMore={deliveries.fetchNextPage} />
      )}
    </Stack>
  )
}

function Row(props: { delivery: WebhookDeliveryView; open: boolean; onToggle: (open: boolean) => void }) {
  const { type, state, at, attempts, last, replay } = props.delivery
  return (
    <UnstyledButton
      className={styles.row}
      aria-expanded={props.open}
      onClick={() => props.onToggle(!props.open)}
    >
      <Badge variant="light" color={stateColors[state]} flex="none" w={96}>
        {stateNames[state]}
      </Badge>
      <Text component="span" truncate className={styles.type}>
        {type}
        {replay && (
          <Text component="span" c="dimmed" size="sm">
            {' '}
            · sent again
          </Text>
        )}
      </Text>
      <Text component="span" size="sm" c="dimmed" flex="none" visibleFrom="xs">
        {last?.status ?? (last?.problem ? 'No answer' : '')}
        {attempts > 1 && ` · ${attempts} attempts`}
      </Text>
      <Text component="span" size="sm" c="dimmed" flex="none">
        <Moment at={at} />
      </Text>
    </UnstyledButton>
  )
}

function Acts({ webhook }: { webhook: WebhookView }) {
  const may = useMay()
  const [replaying, setReplaying] = useState(false)
  const test = useWebhookAct(webhook, 'webhooks.test', 'is sent a test event')
  if (!may('webhook.manage')) return null
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={16} />}
        disabled={webhook.status === 'paused'}
        onClick={() => setReplaying(true)}
      >
        Send again
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconSend size={16} />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Send test event
      </Button>
      {replaying && <ReplayDialog webhook={webhook} onClose={() => setReplaying(false)} />}
    </Group>
  )
}
