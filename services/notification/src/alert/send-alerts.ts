/** Runs the process that sends notifications: reads the member's settings as they are now, writes the mail or push, sends it. */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { AlertEffect, AlertInput } from '@parley/contracts/notification/alert-events.ts'
import { notificationEndpoints } from '@parley/contracts/notification/endpoints.ts'
import { tellsThrough } from '@parley/contracts/notification/settings.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { createByteCache } from '@parley/kernel/byte-cache.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { Deadlines } from '@parley/kernel/deadlines.ts'
import { type RunningProcess, runProcess } from '@parley/kernel/process-manager.ts'
import { notification } from '../notification.decider.ts'
import type { SendPush } from '../push/send-push.ts'
import { type PushSubscription, type RecipientState, recipient, recipientId } from '../recipient.decider.ts'
import { alert } from './alert.process.ts'
import { type Alerted, mailOf, pushOf } from './alert-texts.ts'
import { quietUntil } from './due.ts'

export type SessionState = 'live' | 'expired' | 'ended'

export type SendAlertsDeps = {
  region: string
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  deadlines: Deadlines
  /** The members of a workspace with their addresses. */
  membersOf(tenant: string): Promise<{ userId: string; email: string }[]>
  sessionState(userId: string, sessionId: string): Promise<SessionState>
  /** `id` lets the receiving server recognise a repeated sending. Throws if it should be retried. */
  sendMail(mail: {
    id: string
    to: string
    subject: string
    text: string
    brand?: MailBrand
  }): Promise<unknown>
  /** Whom the mails of a workspace come from, if not from the product. */
  brandOf(tenant: string): Promise<MailBrand | undefined>
  sendPush: SendPush
  /** The address of a workspace's dashboard. */
  addressOf(tenant: string): Promise<string>
  onFault(error: unknown): void
  now?: () => number
}

/** For so long, in ms, nothing is sent to a push service that can't be reached. */
const AWAY_MS = 10_000
const SERVICES_REMEMBERED = 10_000

export function runAlerts(deps: SendAlertsDeps): RunningProcess<AlertInput> {
  const { now = Date.now } = deps
  /** Until when nothing is sent, by browser: other notifications must not press a push service that asked to wait. */
  const away = createByteCache<number>({ maxBytes: SERVICES_REMEMBERED, sizeOf: () => 1 })

  return runProcess(alert, {
    handle: deps.handle,
    load: deps.load,
    deadlines: deps.deadlines,

    async carryOut({ userId, subscriptionIds }, context) {
      const command = { type: 'RemoveSubscriptions', userId, subscriptionIds, reason: 'gone' } as const
      const handled = await deps.handle(recipient, recipientId(context.tenant, userId), command, context)
      if (!handled.ok) throw new Error(handled.rejection.code)
    },

    perform: (effect, { tenant, instance }) => send(effect, tenant, instance),
  })

  async function send(effect: AlertEffect, tenant: string, instance: string): Promise<AlertInput> {
    const { way, userId, notificationIds } = effect
    const member = (await deps.membersOf(tenant)).find((each) => each.userId === userId)
    if (!member) return { type: 'AlertDone' }
    const id = recipientId(tenant, userId)
    await deps.refresh(recipient.category, id)
    const state = (await deps.load(recipient, id, tenant))?.state ?? recipient.decider.initialState
    if (!tellsThrough(state.settings, way)) return { type: 'AlertDone' }
    const quiet = quietUntil(state.settings, now())
    if (quiet !== undefined)
      return { type: 'AlertHeld', notificationIds, untilAt: new Date(quiet).toISOString() }
    const alerted = await alertedOf(effect, tenant, state)
    const [first] = alerted
    if (!first) return { type: 'AlertDone' }
    if (way === 'push') return pushAll(effect, tenant, state, alerted)
    try {
      const [brand, address] = await Promise.all([deps.brandOf(tenant), deps.addressOf(tenant)])
      await deps.sendMail({
        ...{ id: `${instance}.${first.notificationId}`, to: member.email, ...mailOf(alerted, address) },
        ...(brand && { brand }),
      })
      return { type: 'AlertDone' }
    } catch (error) {
      deps.onFault(error)
      return { type: 'AlertFailed', notificationIds }
    }
  }

  async function alertedOf(
    { notificationIds, userId, digest }: AlertEffect,
    tenant: string,
    { seenUpTo }: RecipientState,
  ): Promise<Alerted[]> {
    const found: Alerted[] = []
    for (const notificationId of notificationIds) {
      const state = (await deps.load(notification, notificationId, tenant))?.state
      if (!state?.raised) continue
      const seen = state.seenBy.includes(userId) || state.raised.ts * 1000 <= Date.parse(seenUpTo || '1970')
      if (!digest || !seen) found.push(state.raised)
    }
    return found
  }

  async function pushAll(
    { userId, notificationIds, subscriptionIds }: AlertEffect,
    tenant: string,
    { settings, subscriptions }: RecipientState,
    alerted: readonly Alerted[],
  ): Promise<AlertInput> {
    const { path } = notificationEndpoints['notifications.seen']
    const payload = pushOf(alerted, {
      details: settings.pushDetails,
      seenPath: (notificationId) =>
        fillPath(path, { region: deps.region, workspaceId: tenant, notificationId }),
    })
    const urgency = alerted.some(({ notificationLevel }) => notificationLevel === 2) ? 'high' : 'normal'
    const goneIds: string[] = []
    const unreached: { subscriptionId: string; afterMs: number }[] = []
    await Promise.all(
      subscriptions
        .filter(({ subscriptionId }) => subscriptionIds?.includes(subscriptionId) ?? true)
        .map(async (subscription) => {
          const { subscriptionId } = subscription
          const result = await pushOne(userId, subscription, payload, urgency)
          if (result.outcome === 'gone') goneIds.push(subscriptionId)
          if (result.outcome === 'unreachable')
            unreached.push({ subscriptionId, afterMs: result.afterMs ?? 0 })
        }),
    )
    const gone = goneIds.length > 0 ? { goneIds } : {}
    if (unreached.length === 0) return { type: 'AlertDone', ...gone }
    const afterMs = Math.max(...unreached.map((each) => each.afterMs))
    return {
      type: 'AlertFailed',
      notificationIds,
      subscriptionIds: unreached.map(({ subscriptionId }) => subscriptionId),
      ...gone,
      ...(afterMs > 0 ? { afterMs } : {}),
    }
  }

  async function pushOne(
    userId: string,
    subscription: PushSubscription,
    payload: Parameters<SendPush>[1],
    urgency: Parameters<SendPush>[2],
  ): ReturnType<SendPush> {
    const { subscriptionId, sessionId } = subscription
    const session = await deps.sessionState(userId, sessionId)
    if (session === 'ended') return { outcome: 'gone' }
    // Whoever signs in again in this browser gets their notifications again.
    if (session === 'expired') return { outcome: 'refused' }
    const until = away.get(subscriptionId) ?? 0
    if (until > now()) return { outcome: 'unreachable', afterMs: until - now() }
    const result = await deps.sendPush(subscription, payload, urgency)
    if (result.outcome === 'unreachable') away.set(subscriptionId, now() + (result.afterMs ?? AWAY_MS))
    else away.delete(subscriptionId)
    return result
  }
}
