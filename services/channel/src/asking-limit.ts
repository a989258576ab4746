/**
 * Limits how often a workspace has a provider asked by a call: whose credentials these are, how a channel
 * stands there, and to send a test message.
 * All workspaces ask from the same address, which a provider that is asked too often would refuse for all of them.
 */
import { refuseFor } from '@parley/kernel/commands/decider.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { channelHandlers } from './channel.handlers.ts'

type ChannelHandlers = Required<ReturnType<typeof channelHandlers>>

/** Of a workspace, a minute. */
export const ASKED_A_MINUTE = 120

export function withAskingLimit(
  given: ReturnType<typeof channelHandlers>,
  rateLimits: Pick<RateLimits, 'take'>,
): ChannelHandlers {
  const handlers = given as ChannelHandlers
  return {
    ...handlers,
    // A server of the customer is not asked when it is connected.
    'channels.connect': async (call) =>
      (call.body.kind === 'webhook' ? undefined : await refused(call.tenant)) ??
      handlers['channels.connect'](call),
    'channels.changeCredentials': async (call) =>
      (await refused(call.tenant)) ?? handlers['channels.changeCredentials'](call),
    'channels.check': async (call) => (await refused(call.tenant)) ?? handlers['channels.check'](call),
    'channels.sendTestMessage': async (call) =>
      (await refused(call.tenant)) ?? handlers['channels.sendTestMessage'](call),
  }

  function refused(tenant: string) {
    return refusedBy(rateLimits, tenant)
  }
}

/** The same for other calls by which Meta is asked. */
export function withProviderLimit<Given extends object>(
  given: Given,
  rateLimits: Pick<RateLimits, 'take'>,
): Given {
  const limited = Object.entries(given).map(([name, handler]) => [
    name,
    async (call: { tenant: string }) =>
      (await refusedBy(rateLimits, call.tenant)) ?? (handler as (call: unknown) => unknown)(call),
  ])
  return Object.fromEntries(limited)
}

async function refusedBy(rateLimits: Pick<RateLimits, 'take'>, tenant: string) {
  const limit = { key: `channel-provider/${tenant}`, limit: ASKED_A_MINUTE, windowSeconds: 60 }
  const taken = await rateLimits.take([limit])
  if (taken.allowed) return undefined
  const { retryAfterSeconds } = taken
  return refuseFor(retryAfterSeconds, 'too-many-requests', 'Please wait a moment before the next one.')
}
