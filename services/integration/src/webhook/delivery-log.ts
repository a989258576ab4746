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
import { gathered } from '@parley/kernel/commands/gathered.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import {
  type Document,
  declareOnce,
  type Entry,
  type ReadStore,
} from '@parley/kernel/read-models/read-store.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
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
type LogEntry = z.infer<typeof entrySchema>
export type LoggedDelivery = LogEntry & { deliveryId: string }

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

/** Asked for more than once while an event is delivered. */
const ids = new WeakMap<DeliveryPlace, string>()

export function deliveryIdOf(place: DeliveryPlace): string {
  const known = ids.get(place)
  if (known !== undefined) return known
  const { webhookId, stream, sending } = place
  // Of a test event without its time, so that a repeated call finds the same delivery.
  const id = derivedId(24, webhookId, stream, sending.replace(/-\d{1,15}/, ''))
  ids.set(place, id)
  return id
}

export function createDeliveryLog({ state, keyring }: { state: ReadStore; keyring: Keyring }) {
  const declare = declareOnce(state, spec)
  type Change = { tenant: string; id: string; to: (former: LogEntry | undefined) => LogEntry | undefined }
  /** Those of one moment are read together, and written in one commit. */
  const change = gathered(changeAll)
  const read = gathered(async (keys: readonly { tenant: string; id: string }[]) => {
    await declare()
    return state.getMany(COLLECTION, [...keys])
  })

  return {
    /** What became of a delivery; undefined if it was not tried. */
    async stateOf(tenant: string, place: DeliveryPlace): Promise<WebhookDeliveryState | undefined> {
      const entry = await read({ tenant, id: deliveryIdOf(place) })
      return entry?.document && entrySchema.parse(entry.document).state
    },

    /** Records an attempt, or that it was skipped; keeps the newest attempts. */
    async record(
      tenant: string,
      place: DeliveryPlace,
      about: { messageId: string; type: string; at: string },
      became: { state: WebhookDeliveryState; attempt?: Attempted },
    ): Promise<void> {
      const { attempt } = became
      const kept = attempt && (await sealed(tenant, attempt))
      const to = (former: LogEntry | undefined) => {
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
      }
      await change({ tenant, id: deliveryIdOf(place), to })
    },

    /** Records that a delivery was given up. */
    async give(tenant: string, place: DeliveryPlace): Promise<void> {
      const to = (former: LogEntry | undefined) => former && { ...former, state: 'failed' as const }
      await change({ tenant, id: deliveryIdOf(place), to })
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
    const text = answer.slice(0, ANSWER_CHARACTERS)
    if (text !== '') await keyring.prepare(tenant, [subject])
    return {
      ...attempt,
      ...(attempt.problem === undefined ? {} : { problem: attempt.problem.slice(0, LONGEST_PROBLEM) }),
      answer: text === '' ? '' : keyring.seal({ tenant, subject }, text),
    }
  }

  /** One process at a time delivers an event of a stream to a webhook, so that nobody else changes its entry. */
  async function changeAll(changes: readonly Change[]): Promise<undefined[]> {
    await declare()
    const former = await state.getMany(
      COLLECTION,
      changes.map(({ tenant, id }) => ({ tenant, id })),
    )
    // bounded: by the changes
    const newest = new Map<string, Entry>()
    for (const [nth, { tenant, id, to }] of changes.entries()) {
      const key = `${tenant}/${id}`
      const entry = newest.get(key) ?? former[nth] ?? { document: undefined, position: 0 }
      const document: Document | undefined = to(entry.document && entrySchema.parse(entry.document))
      if (document) newest.set(key, { document, position: entry.position + 1 })
    }
    const writes = changes.flatMap(({ tenant, id }) => {
      const entry = newest.get(`${tenant}/${id}`)
      newest.delete(`${tenant}/${id}`)
      return entry ? [{ collection: COLLECTION, tenant, id, ...entry }] : []
    })
    // The checkpoint is of no use here, and stays where it is.
    await state.commit({ checkpoint: COLLECTION, position: 0, writes })
    return changes.map(() => undefined)
  }
}

function oldestShown(): string {
  return new Date(Date.now() - DELIVERY_LOG_DAYS * DAY_MS).toISOString()
}
