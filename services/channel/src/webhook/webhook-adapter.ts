/**
 * The webhook channel: messages go as signed requests to a server of the customer. The `Idempotency-Key` is the id of
 * the message, and of its part from the second on, by which that server recognises what is sent again.
 */
import { pauseAsked } from '@parley/kernel/outgoing/retry-after.ts'
import type { SafeFetch, SafeFetched } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { ChannelAdapter, SendResult } from '../channel-adapter.ts'

export type WebhookAdapterDeps = {
  safeFetch: SafeFetch
  /** Signs a request as the scheme `parley` says; returns the value of `X-Parley-Signature`. */
  sign(signed: {
    secret: string
    timestamp: number
    idempotencyKey: string
    method: string
    path: string
    body: string
  }): string
  /** In ms. */
  now?: () => number
}

const DAY_MS = 86_400_000
const TIMEOUT_MS = 5_000
/** The longest pause, in ms, that a server may ask for. */
const LONGEST_PAUSE_MS = 3_600_000
const patience = [408, 425, 429]

export function webhookAdapter({ safeFetch, sign, now = Date.now }: WebhookAdapterDeps): ChannelAdapter {
  return {
    kind: 'webhook',
    capabilities: { textLength: 60_000, retryForMs: DAY_MS },

    async send({ account, credentials }, { conversationId, contactId, message, key, part }) {
      const { url = '' } = account
      if (!URL.canParse(url)) return { ok: false, final: true, reason: 'refused' }
      const { pathname, search } = new URL(url)
      const { id, role, blocks, at } = message
      const body = JSON.stringify({
        conversationId,
        contact: { id: contactId },
        message: { id, role, blocks, at, ...(part ? { part } : {}) },
      })
      const timestamp = Math.floor(now() / 1000)
      const signature = sign({
        secret: credentials.secret ?? '',
        timestamp,
        idempotencyKey: key,
        method: 'POST',
        path: pathname + search,
        body,
      })
      const fetched = await safeFetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          'x-parley-timestamp': String(timestamp),
          'x-parley-signature': signature,
        },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: 1_000,
        whenTooLarge: 'cut',
        maxRedirects: 0,
      })
      return resultOf(fetched)
    },
  }
}

function resultOf(fetched: SafeFetched): SendResult {
  if (!fetched.ok) {
    const refused = fetched.code === 'address-not-allowed' || fetched.code === 'invalid-address'
    if (refused) return { ok: false, final: true, reason: 'address-not-allowed' }
    return { ok: false, final: false, away: true }
  }
  const { status, headers } = fetched
  if (status >= 200 && status < 300) return { ok: true }
  if (status < 500 && !patience.includes(status)) return { ok: false, final: true, reason: 'refused' }
  const asked = pauseAsked(headers['retry-after'])
  const afterMs = asked === undefined ? {} : { afterMs: Math.min(asked, LONGEST_PAUSE_MS) }
  return { ok: false, final: false, away: false, ...afterMs }
}
