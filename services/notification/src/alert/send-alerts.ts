/** Runs the process that sends notifications: reads their settings as they are now, writes the mail or push, sends it. */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { Language } from '@parley/contracts/languages.ts'
import type { AlertEffect, AlertInput } from '@parley/contracts/notification/alert-events.ts'
import { type NotificationAbout, notificationEndpoints } from '@parley/contracts/notification/endpoints.ts'
import { tellsThrough } from '@parley/contracts/notification/settings.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { type RunningProcess, runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { notification } from '../notification.decider.ts'
import type { SendPush } from '../push/send-push.ts'
import { type PushSubscription, recipient, recipientId } from '../recipient.decider.ts'
import type { Addressee, Addressees } from './addressees.ts'
import { alert } from './alert.process.ts'
import { type Alerted, mailOf, pushOf } from './alert-texts.ts'
import { quietUntil } from './due.ts'

export type SendAlertsDeps = {
  region: string
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  deadlines: Deadlines
  addressees: Pick<Addressees, 'find'>
  /** `id` lets the receiving server recognise a repeated sending. Throws if it should be retried. */
  sendMail(mail: {
    id: string
    to: string
    tenant: string
    subject: string
    text: string
    lang: Language
    brand?: MailBrand
  }): Promise<unknown>
  sendPush: SendPush
  /** Whom notifications are about and what those said or gave, by notification id. */
  aboutsOf(
    tenant: string,
    notifications: readonly Alerted[],
    may: { leads: boolean },
  ): Promise<ReadonlyMap<string, NotificationAbout>>
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
    const addressee = await deps.addressees.find(tenant, userId)
    if (!addressee || !tellsThrough(addressee.settings, way)) return { type: 'AlertDone' }
    const quiet = quietUntil(addressee.settings, now())
    if (quiet !== undefined)
      return { type: 'AlertHeld', notificationIds, untilAt: new Date(quiet).toISOString() }
    const alerted = await alertedOf(effect, tenant, addressee)
    const [first] = alerted
    if (!first || (await addressee.isLooking())) return { type: 'AlertDone' }
    if (way === 'push') return pushAll(effect, tenant, addressee, alerted)
    try {
      const [brand, address] = await Promise.all([addressee.brand(), deps.addressOf(tenant)])
      const { email: to, language } = addressee
      const reads = await addressee.reads()
      const abouts = reads.conversations ? await deps.aboutsOf(tenant, alerted, reads) : undefined
      await deps.sendMail({
        ...{ id: `${instance}.${first.notificationId}`, to, tenant },
        ...mailOf(alerted, { address, language, abouts }),
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
    { isFor, seenUpTo }: Addressee,
  ): Promise<Alerted[]> {
    const found: Alerted[] = []
    for (const notificationId of notificationIds) {
      const state = (await deps.load(notification, notificationId, tenant))?.state
      if (!state?.raised || !isFor(state.raised)) continue
      const seen = state.seenBy.includes(userId) || state.raised.ts * 1000 <= Date.parse(seenUpTo || '1970')
      if (!digest || !seen) found.push(state.raised)
    }
    return found
  }

  async function pushAll(
    { notificationIds, subscriptionIds }: AlertEffect,
    tenant: string,
    addressee: Addressee,
    alerted: readonly Alerted[],
  ): Promise<AlertInput> {
    const { path } = notificationEndpoints['notifications.seen']
    const { language, settings, subscriptions } = addressee
    const payload = pushOf(alerted, {
      language,
      details: settings.pushDetails,
      logo: (await addressee.brand())?.logo,
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
          const result = await pushOne(addressee, subscription, payload, urgency)
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
    { sessionState }: Addressee,
    subscription: PushSubscription,
    payload: Parameters<SendPush>[1],
    urgency: Parameters<SendPush>[2],
  ): ReturnType<SendPush> {
    const { subscriptionId, sessionId } = subscription
    const session = await sessionState(sessionId)
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
