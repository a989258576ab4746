/**
 * Sends a message to one browser by its push service (Web Push, RFC 8030): encrypted for the browser (RFC 8291) and
 * signed (RFC 8292) by `web-push`, sent by `safeFetch`.
 */
import type { PushPayload } from '@parley/contracts/notification/push.ts'
import { pauseAsked } from '@parley/kernel/outgoing/retry-after.ts'
import type { AllowedAddresses, SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { PushSubscription } from '../recipient.decider.ts'
import { isPushEndpoint } from './push-endpoint.ts'
import type { VapidKeys } from './vapid.ts'

export type PushResult =
  | { outcome: 'sent' }
  /** The subscription has ended: its push service will never take a message for it again. */
  | { outcome: 'gone' }
  /** The push service does not take this message. */
  | { outcome: 'refused' }
  | { outcome: 'unreachable'; afterMs?: number }

export type SendPush = (
  subscription: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>,
  payload: PushPayload,
  urgency?: 'normal' | 'high',
) => Promise<PushResult>

/** For so long, in seconds, a push service keeps a message for a browser that is not running. */
const KEEP_SECONDS = 86_400
const TIMEOUT_MS = 10_000
/** The longest pause, in ms, that a push service may ask for. */
const LONGEST_PAUSE_MS = 3_600_000
const ended = [404, 410]
const patience = [408, 425, 429]

export function createSendPush(deps: {
  safeFetch: SafeFetch
  allowed: AllowedAddresses
  keys: VapidKeys
  /** Whom push services may write to: `https:` or `mailto:`. */
  subject: string
  timeoutMs?: number
}): SendPush {
  const { safeFetch, allowed, keys, subject, timeoutMs = TIMEOUT_MS } = deps

  return async ({ endpoint, p256dh, auth }, payload, urgency = 'normal') => {
    if (!isPushEndpoint(endpoint, allowed)) return { outcome: 'refused' }
    const { default: webPush } = await import('web-push')
    let details: ReturnType<typeof webPush.generateRequestDetails>
    try {
      details = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        {
          vapidDetails: { subject, ...keys },
          TTL: KEEP_SECONDS,
          urgency,
        },
      )
    } catch {
      // The keys are no point of the curve, so no browser can have made them.
      return { outcome: 'gone' }
    }
    const fetched = await safeFetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: details.body ?? '',
      timeoutMs,
      maxBytes: 1_000,
      whenTooLarge: 'cut',
      maxRedirects: 0,
    })
    if (!fetched.ok) {
      const refused = fetched.code === 'address-not-allowed' || fetched.code === 'invalid-address'
      return { outcome: refused ? 'refused' : 'unreachable' }
    }
    const { status, headers } = fetched
    if (status >= 200 && status < 300) return { outcome: 'sent' }
    if (ended.includes(status)) return { outcome: 'gone' }
    if (status < 500 && !patience.includes(status)) return { outcome: 'refused' }
    const asked = pauseAsked(headers['retry-after'])
    return {
      outcome: 'unreachable',
      ...(asked === undefined ? {} : { afterMs: Math.min(asked, LONGEST_PAUSE_MS) }),
    }
  }
}
