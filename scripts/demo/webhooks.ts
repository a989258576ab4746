/**
 * The webhooks of the workspace, with what was delivered to them. They are subscribed last, so that the running platform
 * does not send what happened long ago to them.
 */
import type { WebhookSettings } from '@parley/contracts/integration/webhook.ts'
import { type DeliveryLog, deliveryIdOf } from '@parley/integration/webhook/delivery-log.ts'
import { newSigningSecret } from '@parley/integration/webhook/standard-signature.ts'
import { webhook } from '@parley/integration/webhook/webhook.decider.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { chanceOf, stableId } from './chance.ts'
import { byHand, DAY_MS, done, type Stage, type Step } from './stage.ts'

/** What a delivery is of: the first event of a stream, at that time (milliseconds). */
export type Delivered = { stream: string; at: number }

export type WebhookOptions = Stage & {
  eventStore: Pick<EventStore, 'readStream'>
  log: Pick<DeliveryLog, 'get' | 'record' | 'give'>
  /** The leads that were captured, in any order. */
  leads: readonly Delivered[]
}

const crm: WebhookSettings = {
  url: 'https://crm.northwind.example/hooks/leads',
  description: 'Leads to the CRM',
  subscribedEvents: ['lead_captured', 'lead_status_changed'],
  sendWorkspaceSecret: false,
}
/** Of which there is none in the demo. */
const untilThen = { ...crm, subscribedEvents: ['channel_disconnected'] }
const accounts: WebhookSettings = {
  url: 'https://accounts.northwind.example/hooks/clients',
  description: 'New clients to accounting',
  subscribedEvents: ['client_created'],
  sendWorkspaceSecret: false,
}

const SINCE_DAYS = 21
const MOST_DELIVERIES = 30

export function webhooks(options: WebhookOptions): Step[] {
  const { past, workspaceId, userId, now, eventStore, log } = options
  const { handle } = past.commands
  const idOf = (name: string) => stableId(workspaceId, 'webhook', name)
  const create = (name: string, settings: WebhookSettings) =>
    done(
      handle(
        webhook,
        idOf(name),
        {
          ...{ type: 'CreateWebhook', webhookId: idOf(name), userId, settings, secret: newSigningSecret() },
          limit: { maxWebhooks: 2, webhooks: 0 },
        },
        byHand(options, `webhook/${name}`),
      ),
    )
  return [
    { at: now - SINCE_DAYS * DAY_MS, kind: 'agency', run: () => create('crm', untilThen) },
    { at: now - 1, kind: 'agency', run: () => create('accounts', accounts) },
    {
      at: now,
      kind: 'agency',
      async run() {
        const change = { type: 'ChangeWebhook', settings: crm } as const
        await done(handle(webhook, idOf('crm'), change, byHand(options, 'webhook/crm/leads')))
        const sent = options.leads
          .filter(({ at }) => at > now - SINCE_DAYS * DAY_MS && at < now)
          .sort((one, other) => other.at - one.at)
          .slice(0, MOST_DELIVERIES)
        for (const one of sent) await deliver(one)
      },
    },
  ]

  /** Most are accepted at once; one is tried again first, and one in twelve given up. */
  async function deliver({ stream, at }: Delivered) {
    const place = { webhookId: idOf('crm'), stream, sending: '0' }
    if (await log.get(workspaceId, place.webhookId, deliveryIdOf(place))) return
    const [event] = await eventStore.readStream(stream, { from: 0, limit: 1 })
    if (!event) return
    const chance = chanceOf(`delivery ${stream}`)
    const about = { messageId: event.id, type: 'lead_captured', at: new Date(at).toISOString() }
    const attempt = (after: number, status: number, answer: string) => ({
      ...{ at: new Date(at + after).toISOString(), tookMs: chance.between(60, 420), status, answer },
      subject: stream,
    })
    const record = (state: 'delivered' | 'retrying', one: ReturnType<typeof attempt>) =>
      log.record(workspaceId, place, about, { state, attempt: one })
    const fate = chance.between(1, 12)
    if (fate <= 2) await record('retrying', attempt(900, 503, 'Service unavailable'))
    if (fate === 1) {
      await record('retrying', attempt(6_400, 500, 'Internal server error'))
      return log.give(workspaceId, place)
    }
    await record('delivered', attempt(fate === 2 ? 7_100 : 800, 200, '{"received":true}'))
  }
}
