/**
 * Runs the delivery of events to webhooks: the events of one stream in order, each again after growing pauses for a day.
 * An event is sent at once by the process that consumes it, and nothing but its entry in the delivery log is written. What
 * its webhook does not accept, or not soon, goes to the delivery process of the webhook and stream, as do the events
 * after it until that process has sent them all. A webhook that accepted nothing for a day is paused.
 */
import type { DeliveryInput } from '@parley/contracts/delivery-events.ts'
import type { PauseReason, WebhookDeliveryState } from '@parley/contracts/integration/webhook-names.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import { createFairQueue } from '@parley/kernel/limits/fair-queue.ts'
import type { Posted } from '@parley/kernel/outgoing/kept-posts.ts'
import { pauseAsked } from '@parley/kernel/outgoing/retry-after.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { deliveryProcess } from '@parley/kernel/process-managers/delivery.process.ts'
import {
  aggregateOf,
  type RunningProcess,
  runProcess,
} from '@parley/kernel/process-managers/process-manager.ts'
import type { Attempted, DeliveryLog, DeliveryPlace } from './delivery-log.ts'
import { createLateness } from './late.ts'
import type { SendRequest } from './requests.ts'
import { type Webhook, webhook } from './webhook.decider.ts'
import {
  mayBeTold,
  messageOf,
  TEST,
  type WebhookMessage,
  type WebhookMessageDeps,
} from './webhook-message.ts'

export type SendWebhooksDeps = WebhookMessageDeps & {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  deadlines: Deadlines
  log: DeliveryLog
  request: SendRequest
  /** In ms. */
  now?: () => number
}

const DAY_MS = 86_400_000
/** For how long an event is sent again. */
export const RETRY_FOR_MS = DAY_MS
const LONGEST_PAUSE_MS = 3_600_000
/** For so long, in ms, nothing is sent to a webhook that can't be reached: it would hold up others. */
const AWAY_MS = 4_000
const WEBHOOKS_REMEMBERED = 10_000
const GONE = 410
/** After so long, in ms, an event no longer holds up the others that were consumed with it. */
const SOON_MS = 2_000
const LOOK_EVERY_MS = 250
/** For so long, in ms, the events of a webhook that did not answer soon go to its delivery processes unsent. */
const SLOW_FOR_MS = 5_000
/** Later than any answer to what is under way, in ms: then the process that had sent it was killed. */
const LOST_AFTER_MS = 20_000
/** How many requests of a process are under way, in total and to a webhook, and how many of slow webhooks besides. */
const REQUESTS = {
  slots: { small: 128 },
  perTenant: { small: 64 },
  leavesHalf: true,
  slow: { afterMs: SOON_MS, slots: 256 },
}

export const webhookDelivery = deliveryProcess({
  name: 'webhookdelivery',
  event: 'WebhookDeliveryAdvanced',
  firstPauseMs: 5_000,
  longestPauseMs: LONGEST_PAUSE_MS,
})

/** The instance of the process that delivers the events of a stream to a webhook. */
export function instanceOf({ webhookId, stream }: Pick<DeliveryPlace, 'webhookId' | 'stream'>): string {
  return `${webhookId}.${stream}`
}

export type RunningWebhooks = RunningProcess<DeliveryInput> & {
  /**
   * Sends an event, once, however often it is called. Resolves when the outcome is recorded or the event is with the
   * delivery process of its stream; the next of the stream may then follow.
   */
  deliver(tenant: string, place: DeliveryPlace, cause: string): Promise<void>
}

const processes = aggregateOf(webhookDelivery)

/** An event that is delivered. `instance`: the delivery process that it may come to. */
type One = { tenant: string; place: DeliveryPlace; cause: string; instance: string }

export function runWebhooks(deps: SendWebhooksDeps): RunningWebhooks {
  const { handle, load, log, now = Date.now } = deps
  /** Until when nothing is sent, by webhook. */
  const away = createByteCache<number>({ maxBytes: WEBHOOKS_REMEMBERED, sizeOf: () => 1 })
  /** Until when nothing is sent at once, by webhook. */
  const slow = createByteCache<number>({ maxBytes: WEBHOOKS_REMEMBERED, sizeOf: () => 1 })
  const requests = createFairQueue(REQUESTS)
  const late = createLateness({ afterMs: SOON_MS, lookEveryMs: LOOK_EVERY_MS })
  /** By webhook, what has those that wait for their request go to the delivery process instead. */
  const waiting = new Map<string, Set<() => void>>()

  const running = runProcess(webhookDelivery, {
    handle,
    load,
    deadlines: deps.deadlines,

    async carryOut({ messageId: sending, state, reason }, context) {
      if (state === 'sent') return
      const { tenant } = context
      const place = { ...placeIn(context.cause.correlation), sending }
      // One that was skipped is already listed as such.
      if (reason !== 'disconnected') await log.give(tenant, place)
      if (reason !== 'expired') return
      const dayAgo = new Date(now() - DAY_MS).toISOString()
      if (!(await log.acceptedSince(tenant, place.webhookId, dayAgo)))
        await pauseWebhook(place.webhookId, 'failing', context)
    },

    perform: ({ messageId }, { tenant, instance, key }) =>
      send(tenant, { ...placeIn(instance), sending: messageId }, key),
  })

  return {
    ...running,

    async deliver(tenant, place, cause) {
      const { webhookId } = place
      const one = { tenant, place, cause, instance: instanceOf(place) }
      if (isSlow(webhookId)) return passOn(one)
      return new Promise((resolve, reject) => {
        const leave = wait(webhookId, () => resolve(passOn(one)))
        const ended = () => resolve()
        const work = () =>
          new Promise<void>((free) => {
            if (leave()) void sendNow(one, { resolve, free }).then(ended, reject).finally(free)
            else free()
          })
        void requests.run({ tenant: webhookId }, work)
      })
    },
  }

  /** Hands an event to the delivery process of its stream, unless it is over. */
  async function passOn(one: One): Promise<void> {
    if ((await standing(one)) !== 'over') await give(one)
  }

  /** Whether an event is over, or its sending has begun before. */
  async function standing({ tenant, place }: One): Promise<'over' | 'begun' | 'new'> {
    const [state, told] = await Promise.all([log.stateOf(tenant, place), mayBeTold(deps, place.stream)])
    if (state === 'retrying') return 'begun'
    return state === undefined && told ? 'new' : 'over'
  }

  /** Hands an event to the delivery process of its stream. `tried`: what was tried already. */
  function give({ tenant, place, instance, cause }: One, tried?: { times: number; againAfterMs: number }) {
    const written = { type: 'MessageWritten', messageId: place.sending, retryForMs: RETRY_FOR_MS } as const
    return running.take({ tenant, instance }, tried ? { ...written, tried } : written, cause)
  }

  /** Has `skip` called if the webhook becomes slow before the returned function is, which says whether it was not. */
  function wait(webhookId: string, skip: () => void): () => boolean {
    const those = waiting.get(webhookId) ?? new Set()
    waiting.set(webhookId, those.add(skip))
    return () => {
      const waited = those.delete(skip)
      if (those.size === 0 && waiting.get(webhookId) === those) waiting.delete(webhookId)
      return waited
    }
  }

  /** After a while one event is sent again, to see whether the webhook answers soon. */
  function isSlow(webhookId: string): boolean {
    const until = slow.get(webhookId)
    if (until === undefined) return false
    if (until > now()) return true
    slow.set(webhookId, now() + SLOW_FOR_MS)
    return false
  }

  function becomesSlow(webhookId: string): void {
    slow.set(webhookId, now() + SLOW_FOR_MS)
    const those = waiting.get(webhookId)
    if (!those) return
    waiting.delete(webhookId)
    for (const skip of those) skip()
    those.clear()
  }

  /** Whether earlier events of the stream are with its delivery process. */
  async function mustWait({ tenant, instance }: One): Promise<boolean> {
    // Most streams have none.
    if (!(await deps.eventAt(`${webhookDelivery.name}-${instance}`, 0))) return false
    await deps.refresh(webhookDelivery.name, instance)
    return ((await load(processes, instance, tenant))?.state.own.queue.length ?? 0) > 0
  }

  /**
   * Resolves when the event is recorded. Calls `resolve` as soon as others need not wait for it any longer, and `free` when
   * its request is over.
   */
  async function sendNow(
    one: One,
    { resolve, free }: { resolve(done: Promise<void>): void; free(): void },
  ): Promise<void> {
    const { tenant, place, instance, cause } = one
    const found = await standing(one)
    if (found === 'over') return
    if (found === 'begun' || (await mustWait(one))) return give(one)
    let given: Promise<void> | undefined
    const onTime = late(() => {
      becomesSlow(place.webhookId)
      given = give(one, { times: 0, againAfterMs: LOST_AFTER_MS })
      resolve(given)
    })
    const outcome = await send(tenant, place, cause, () => {
      onTime()
      free()
    }).finally(onTime)
    if (given) {
      await given
      await running.take({ tenant, instance }, outcome, `${cause}/outcome`)
    } else if (outcome.type === 'SendPostponed')
      await give(one, { times: 1, againAfterMs: outcome.afterMs ?? 0 })
    else slow.delete(place.webhookId)
  }

  /** Calls `answered` when the request is over. */
  async function send(
    tenant: string,
    place: DeliveryPlace,
    key: string,
    answered: () => void = () => undefined,
  ): Promise<DeliveryInput> {
    const { sending: messageId, webhookId } = place
    const failed = (reason: 'disconnected' | 'refused' | 'address-not-allowed') =>
      ({ type: 'SendFailed', messageId, reason }) as const
    const state = (await load(webhook, webhookId, tenant))?.state
    if (state?.status !== 'live') return failed('disconnected')
    const to = state.webhook
    const isPaused = to.paused !== undefined && place.stream !== TEST
    const until = away.get(webhookId) ?? 0
    // What is skipped is not sent, and so needs no pause.
    if (!isPaused && until > now()) return { type: 'SendPostponed', messageId, afterMs: until - now() }
    const message = await messageOf(deps, tenant, to, place)
    if (!message) return failed('refused')
    const record = (became: WebhookDeliveryState, attempt?: Attempted) =>
      log.record(
        tenant,
        place,
        { messageId: message.messageId, type: message.type, at: new Date(now()).toISOString() },
        { state: became, ...(attempt ? { attempt } : {}) },
      )
    if (isPaused) {
      await record('skipped')
      return failed('disconnected')
    }
    const { attempt, outcome } = await attemptOf(to, message)
    answered()
    await record(outcome.state, attempt)
    switch (outcome.next) {
      case 'sent':
        away.delete(webhookId)
        return { type: 'MessageSent', messageId }
      case 'again': {
        if (outcome.away) away.set(webhookId, now() + AWAY_MS)
        const { afterMs } = outcome
        return { type: 'SendPostponed', messageId, ...(afterMs === undefined ? {} : { afterMs }) }
      }
      case 'refused':
        return failed('address-not-allowed')
      case 'gone': {
        const actor = { kind: 'policy', id: webhookDelivery.name } as const
        const cause = { via: 'policy', by: webhookDelivery.name, command: `gone/${key}` } as const
        await pauseWebhook(webhookId, 'gone', { tenant, actor, cause: { ...cause, correlation: webhookId } })
        return failed('refused')
      }
    }
  }

  async function attemptOf(to: Webhook, message: WebhookMessage) {
    const startedAt = now()
    const timestamp = Math.floor(startedAt / 1000)
    const { messageId: id, body, subject } = message
    const { secret, former } = to
    const secrets = former && Date.parse(former.until) > startedAt ? [secret, former.secret] : [secret]
    const posted = await deps.request({ webhookId: to.webhookId, url: to.url, id, timestamp, body, secrets })
    const attempt: Attempted = {
      at: new Date(startedAt).toISOString(),
      tookMs: now() - startedAt,
      ...(posted.ok ? { status: posted.status } : { problem: posted.message }),
      answer: posted.ok ? posted.answer : '',
      subject,
    }
    return { attempt, outcome: outcomeOf(posted, now) }
  }

  async function pauseWebhook(
    webhookId: string,
    reason: PauseReason,
    context: Pick<CommandContext, 'tenant' | 'actor' | 'cause'>,
  ): Promise<void> {
    const handled = await handle(webhook, webhookId, { type: 'PauseWebhook', reason }, context)
    if (!handled.ok && handled.rejection.code !== 'not-found') throw new Error(handled.rejection.code)
  }
}

type Outcome =
  | { next: 'sent'; state: 'delivered' }
  | { next: 'again'; state: 'retrying'; away: boolean; afterMs?: number }
  | { next: 'refused' | 'gone'; state: 'failed' }

/** Anything but a 2xx answer is tried again, as Standard Webhooks say, except 410: nobody wants it any more. */
function outcomeOf(posted: Posted, now: () => number): Outcome {
  if (!posted.ok) {
    const refused = posted.code === 'address-not-allowed' || posted.code === 'invalid-address'
    return refused ? { next: 'refused', state: 'failed' } : { next: 'again', state: 'retrying', away: true }
  }
  const { status, retryAfter } = posted
  if (status >= 200 && status < 300) return { next: 'sent', state: 'delivered' }
  if (status === GONE) return { next: 'gone', state: 'failed' }
  const asked = pauseAsked(retryAfter, now)
  const afterMs = asked === undefined ? {} : { afterMs: Math.min(asked, LONGEST_PAUSE_MS) }
  return { next: 'again', state: 'retrying', away: status === 429 || status === 503, ...afterMs }
}

function placeIn(instance: string): { webhookId: string; stream: string } {
  const dot = instance.indexOf('.')
  return { webhookId: instance.slice(0, dot), stream: instance.slice(dot + 1) }
}
