/** The calls of members and clients on the browsers in which they receive push notifications. */
import type { Language } from '@parley/contracts/languages.ts'
import type { notificationEndpoints } from '@parley/contracts/notification/endpoints.ts'
import { pushSubscriptionId } from '@parley/contracts/notification/push.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { AllowedAddresses } from '@parley/kernel/outgoing/safe-fetch.ts'
import { testPushIn } from '../alert/alert-texts.ts'
import { seerIn } from '../notification.handlers.ts'
import { recipient, recipientId } from '../recipient.decider.ts'
import { isPushEndpoint } from './push-endpoint.ts'
import type { SendPush } from './send-push.ts'

type Names =
  | 'notifications.pushKey'
  | 'notifications.turnOnPush'
  | 'notifications.turnOffPush'
  | 'notifications.testPush'

export type PushDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  rateLimits: Pick<RateLimits, 'take'>
  allowed: AllowedAddresses
  publicKey: string
  sendPush: SendPush
  /** What somebody is told in. */
  languageOf(tenant: string, userId: string): Promise<Language>
}

const TESTS_A_MINUTE = 6

export function pushHandlers(deps: PushDeps): Pick<Handlers<typeof notificationEndpoints>, Names> {
  const { handle, load, refresh } = deps
  return {
    'notifications.pushKey': async () => reply({ publicKey: deps.publicKey }),

    async 'notifications.turnOnPush'(call) {
      const { principal, body, tenant } = call
      const seer = seerIn(principal)
      if (!seer.ok) return seer
      if (!isPushEndpoint(body.endpoint, deps.allowed))
        return refuse(
          'address-not-allowed',
          'A push service has an https address on the public internet.',
          'endpoint',
        )
      const { id: userId, sessionId } = seer
      const subscriptionId = await pushSubscriptionId(body.endpoint)
      const { endpoint, keys } = body
      const { userAgent } = call.request
      const subscription = { subscriptionId, sessionId, endpoint, ...keys, userAgent }
      const command = { type: 'AddSubscription', userId, subscription } as const
      const handled = await handle(recipient, recipientId(tenant, userId), command, call.context)
      return handled.ok ? reply({ subscriptionId }, handled.position) : handled
    },

    async 'notifications.turnOffPush'(call) {
      const seer = seerIn(call.principal)
      if (!seer.ok) return seer
      const userId = seer.id
      const command = { type: 'TurnOff', userId, subscriptionId: call.params.subscriptionId } as const
      const handled = await handle(recipient, recipientId(call.tenant, userId), command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'notifications.testPush'(call) {
      const seer = seerIn(call.principal)
      if (!seer.ok) return seer
      const userId = seer.id
      const id = recipientId(call.tenant, userId)
      await refresh(recipient.category, id)
      const { subscriptions = [] } = (await load(recipient, id, call.tenant))?.state ?? {}
      const { subscriptionId } = call.params
      const subscription = subscriptions.find((each) => each.subscriptionId === subscriptionId)
      if (!subscription) return refuse('not-found', 'This browser receives no push notifications.')
      const key = `test-push.${userId}`
      const taken = await deps.rateLimits.take([{ key, limit: TESTS_A_MINUTE, windowSeconds: 60 }])
      if (!taken.allowed) {
        const message = 'Please wait a moment before the next test.'
        return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
      }
      const test = testPushIn(await deps.languageOf(call.tenant, userId))
      const { outcome } = await deps.sendPush(subscription, test, 'high')
      if (outcome !== 'gone') return reply({ outcome })
      const command = {
        type: 'RemoveSubscriptions',
        userId,
        subscriptionIds: [subscriptionId],
        reason: 'gone',
      } as const
      const handled = await handle(recipient, id, command, call.context)
      return handled.ok ? reply({ outcome }, handled.position) : handled
    },
  }
}
