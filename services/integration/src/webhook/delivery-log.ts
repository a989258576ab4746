/**
 * What was sent to each webhook, and what came back: in the shared state and not in the event log, since it is removed
 * after 30 days. It refers to the event that was sent, whose texts stay in the event log alone; what a receiver answered
 * may repeat them, and is sealed under the key of whom that event is about.
 */
import type { WebhookDeliveryDetails, WebhookDeliveryView } from '@parley/contracts/integration/webhook.ts'
import {
  ANSWER_CHARACTERS,
  DELIVERY_LOG_DAYS,
  type WebhookDeliveryState,
  webhookDeliveryStates,
} from '@parley/contracts/integration/webhook-names.ts'
import { derivedId } from '@parley/kernel/derived-id.ts'
import { declareOnce, type ReadStore } from '@parley/kernel/read-store.ts'
import type { Keyring } from '@parley/kernel/sealing.ts'
import { z } from 'zod'

const attemptSchema = z.object({
  at: z.string(),
  tookMs: z.number(),
  status: z.number().optional(),
  problem: z.string().optional(),
  /** Sealed. */
  answer: z.string(),
})

const entrySchema = z.object({
  webhookId: z.string(),
  /** The stream of the event, and the id by which the delivery process knows it. */
  stream: z.string(),
  sending: z.string(),
  messageId: z.string(),
  type: z.string(),
  state: z.enum(webhookDeliveryStates),
  at: z.string(),
  attempts: z.number(),
  replay: z.boolean(),
  recent: z.array(attemptSchema),
})
export type LoggedDelivery = z.infer<typeof entrySchema> & { deliveryId: string }

/** Which delivery: `sending` is the `messageId` of the delivery process, unique within the webhook and stream. */
export type DeliveryPlace = { webhookId: string; stream: string; sending: string }

export type Attempted = {
  at: string
  tookMs: number
  status?: number
  problem?: string
  answer: string
  /** Whose key seals the answer. */
  subject: string
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>

const COLLECTION = 'webhook_deliveries'
const spec = {
  name: COLLECTION,
  indexes: { byWebhook: ['webhookId', 'at'], byState: ['webhookId', 'state', 'at'] },
} as const
/** Attempts that are kept of a delivery. */
const MOST_ATTEMPTS = 5
const LONGEST_PROBLEM = 200
/** Entries removed at once. */
const PAGE = 500
const DAY_MS = 86_400_000

export function deliveryIdOf({ webhookId, stream, sending }: DeliveryPlace): string {
  // Of a test event without its time, so that a repeated call finds the same delivery.
  return derivedId(24, webhookId, stream, sending.replace(/-\d{1,15}/, ''))
}

export function createDeliveryLog({ state, keyring }: { state: ReadStore; keyring: Keyring }) {
  const declare = declareOnce(state, spec)

  return {
    /** Records an attempt, or that it was skipped; keeps the newest attempts. */
    async record(
      tenant: string,
      place: DeliveryPlace,
      about: { messageId: string; type: string; at: string },
      became: { state: WebhookDeliveryState; attempt?: Attempted },
    ): Promise<void> {
      const { attempt } = became
      const kept = attempt && (await sealed(tenant, attempt))
      await change(tenant, deliveryIdOf(place), (former) => {
        const base = former ?? {
          ...place,
          ...about,
          state: became.state,
          attempts: 0,
          replay: place.sending.includes('.'),
          recent: [],
        }
        return {
          ...base,
          state: became.state,
          attempts: base.attempts + (kept ? 1 : 0),
          recent: kept ? [kept, ...base.recent].slice(0, MOST_ATTEMPTS) : base.recent,
        }
      })
    },

    /** Records that a delivery was given up. */
    async give(tenant: string, place: DeliveryPlace): Promise<void> {
      await change(tenant, deliveryIdOf(place), (former) => former && { ...former, state: 'failed' })
    },

    async get(tenant: string, webhookId: string, deliveryId: string): Promise<LoggedDelivery | undefined> {
      await declare()
      const entry = await state.get(COLLECTION, tenant, deliveryId)
      const found = entry?.document && entrySchema.parse(entry.document)
      return found?.webhookId === webhookId ? { ...found, deliveryId } : undefined
    },

    /** The newest first, of one state or all. */
    async page(
      tenant: string,
      of: { webhookId: string; state?: WebhookDeliveryState | undefined },
      { limit, cursor }: { limit: number; cursor?: string | undefined },
    ): Promise<{ items: LoggedDelivery[]; next?: string }> {
      await declare()
      const { webhookId, state: only } = of
      const at = { gte: oldestShown() }
      const found = await state.find(COLLECTION, tenant, {
        ...(only
          ? { index: 'byState', where: { webhookId, state: only, at } }
          : { index: 'byWebhook', where: { webhookId, at } }),
        order: 'desc',
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      })
      const items = found.items.map(({ id, document }) => ({
        ...entrySchema.parse(document),
        deliveryId: id,
      }))
      return found.next === undefined ? { items } : { items, next: found.next }
    },

    /** Those of a span and state, the oldest first. */
    async span(
      tenant: string,
      of: { webhookId: string; state: WebhookDeliveryState; from: string; to: string },
      limit: number,
    ): Promise<LoggedDelivery[]> {
      await declare()
      const { webhookId, from, to } = of
      const where = { webhookId, state: of.state, at: { gte: from, lte: to } }
      const { items } = await state.find(COLLECTION, tenant, { index: 'byState', where, limit })
      return items.map(({ id, document }) => ({ ...entrySchema.parse(document), deliveryId: id }))
    },

    /** Whether anything was accepted since a moment (ISO 8601). */
    async acceptedSince(tenant: string, webhookId: string, since: string): Promise<boolean> {
      await declare()
      const where = { webhookId, state: 'delivered', at: { gte: since } }
      return (await state.count(COLLECTION, tenant, { index: 'byState', where, atMost: 1 })) > 0
    },

    /** Removes what is older than 30 days, or all. */
    async removeOld(tenant: string, webhookId: string, { all }: { all: boolean }): Promise<void> {
      await declare()
      const old = { webhookId, ...(all ? {} : { at: { lt: oldestShown() } }) }
      for (;;) {
        const { items } = await state.find(COLLECTION, tenant, {
          index: 'byWebhook',
          where: old,
          limit: PAGE,
        })
        if (items.length === 0) break
        const writes = items.map(({ id, position }) => ({
          ...{ collection: COLLECTION, tenant, id, document: undefined },
          position: position + 1,
        }))
        await state.commit({ checkpoint: COLLECTION, position: 0, writes })
      }
    },

    viewOf({ deliveryId, messageId, type, state, at, attempts, replay, recent }: LoggedDelivery) {
      const [newest] = recent
      const { answer: _, ...last } = newest ?? { answer: '' }
      const view: WebhookDeliveryView = { deliveryId, messageId, type, state, at, attempts, replay }
      return newest ? { ...view, last: { ...last, at: newest.at, tookMs: newest.tookMs } } : view
    },

    async recentOf(tenant: string, { recent }: LoggedDelivery): Promise<WebhookDeliveryDetails['recent']> {
      const answers = await keyring.open(
        tenant,
        recent.map(({ answer }) => answer),
      )
      return recent.map((attempt, nth) => ({ ...attempt, answer: answers[nth] ?? '' }))
    },
  }

  async function sealed(tenant: string, { subject, answer, ...attempt }: Attempted) {
    await keyring.prepare(tenant, [subject])
    const text = answer.slice(0, ANSWER_CHARACTERS)
    return {
      ...attempt,
      ...(attempt.problem === undefined ? {} : { problem: attempt.problem.slice(0, LONGEST_PROBLEM) }),
      answer: text === '' ? '' : keyring.seal({ tenant, subject }, text),
    }
  }

  /** One process at a time delivers the events of a stream to a webhook, so that nobody else changes this entry. */
  async function change(
    tenant: string,
    id: string,
    to: (former: z.infer<typeof entrySchema> | undefined) => z.infer<typeof entrySchema> | undefined,
  ): Promise<void> {
    await declare()
    const entry = await state.get(COLLECTION, tenant, id)
    const document = to(entry?.document && entrySchema.parse(entry.document))
    if (!document) return
    const position = (entry?.position ?? 0) + 1
    const write = { collection: COLLECTION, tenant, id, document, position }
    // The checkpoint is of no use here, and stays where it is.
    await state.commit({ checkpoint: COLLECTION, position: 0, writes: [write] })
  }
}

function oldestShown(): string {
  return new Date(Date.now() - DELIVERY_LOG_DAYS * DAY_MS).toISOString()
}
