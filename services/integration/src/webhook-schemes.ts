/**
 * How providers sign what they deliver to us, as their documentation says. A scheme looks at the raw bytes: JSON that
 * was read and written again is another text.
 */
import { createHash, createHmac } from 'node:crypto'
import type { WebhookScheme } from '@parley/contracts/endpoint.ts'
import { isSame, isSignedBy } from './signature.ts'

export type Delivery = {
  method: string
  /** With its query. */
  path: string
  header(name: string): string | undefined
  raw: Buffer
}

export type Scheme = {
  /** Whether the holder of the secret signed it, not long ago where the scheme says when. `now`: Unix seconds. */
  isSigned(delivery: Delivery, secret: string, now: number): boolean
  /** The same whenever a provider repeats a delivery, and a part of what it signs. */
  idOf(delivery: Delivery): string
}

/** Seconds by which a timestamp may differ from our clock. */
const TOLERANCE = 300

/** `Stripe-Signature: t=<seconds>,v1=<hex>`, with several `v1` while a secret is replaced (docs.stripe.com/webhooks). */
const stripe: Scheme = {
  isSigned({ header, raw }, secret, now) {
    const parts = (header('stripe-signature') ?? '').split(',').map((part) => part.trim())
    const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2) ?? ''
    if (!isRecent(timestamp, now)) return false
    const wanted = `v1=${hmac(secret, `${timestamp}.`, raw)}`
    return parts.some((part) => isSame(part, wanted))
  },
  idOf: ({ raw }) => eventIdIn(raw) ?? hashOf(raw),
}

/**
 * `X-Hub-Signature-256: sha256=<hex>` under the app's secret (developers.facebook.com/docs/graph-api/webhooks). It
 * names no time and no delivery: the same bytes are the same delivery.
 */
const meta: Scheme = {
  isSigned: ({ header, raw }, secret) =>
    isSame(header('x-hub-signature-256') ?? '', `sha256=${hmac(secret, raw)}`),
  idOf: ({ raw }) => hashOf(raw),
}

/**
 * `signed_request=<base64url of HMAC-SHA256>.<base64url of JSON>` as a form, under the app's secret: what Meta tells of a person
 * (developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback).
 */
const metaRequest: Scheme = {
  isSigned({ raw }, secret) {
    const request = new URLSearchParams(raw.toString('latin1')).get('signed_request') ?? ''
    const [signature = '', payload = '', ...others] = request.split('.')
    if (payload === '' || others.length > 0) return false
    return isSame(signature, createHmac('sha256', secret).update(payload).digest('base64url'))
  },
  idOf: ({ raw }) => hashOf(raw),
}

/**
 * As Svix signs for others, such as Resend (docs.svix.com/receiving/verifying-payloads/how-manual): `svix-signature: v1,<base64>`,
 * several with spaces between them while a secret is replaced, over id, time and body, under the bytes that the secret
 * `whsec_<base64>` says.
 */
const svix: Scheme = {
  isSigned({ header, raw }, secret, now) {
    const id = header('svix-id') ?? ''
    const timestamp = header('svix-timestamp') ?? ''
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    if (id === '' || key.length === 0 || !isRecent(timestamp, now)) return false
    const wanted = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest('base64')}`
    return (header('svix-signature') ?? '').split(' ').some((part) => isSame(part, wanted))
  },
  idOf: ({ header }) => header('svix-id') ?? '',
}

/**
 * `X-Telegram-Bot-Api-Secret-Token`, the `secret_token` of `setWebhook` (core.telegram.org/bots/api#setwebhook). It proves
 * the sender and neither the body nor the time; an update is known by its number.
 */
const telegram: Scheme = {
  isSigned: ({ header }, secret) => isSame(header('x-telegram-bot-api-secret-token') ?? '', secret),
  idOf: ({ raw }) => updateIdIn(raw) ?? hashOf(raw),
}

/** As we sign ourselves (`signature.ts`). */
const parley: Scheme = {
  isSigned({ header, method, path, raw }, secret, now) {
    const timestamp = header('x-parley-timestamp') ?? ''
    const idempotencyKey = header('idempotency-key') ?? ''
    if (!isRecent(timestamp, now) || idempotencyKey === '') return false
    const signed = { secret, timestamp: Number(timestamp), idempotencyKey, method, path, body: raw }
    return isSignedBy(header('x-parley-signature') ?? '', signed)
  },
  idOf: ({ header }) => header('idempotency-key') ?? '',
}

export const schemes: Record<WebhookScheme, Scheme> = {
  ...{ stripe, meta, 'meta-request': metaRequest, svix, telegram, parley },
}

function isRecent(timestamp: string, now: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= TOLERANCE
}

function hmac(secret: string, ...parts: (string | Buffer)[]): string {
  const sum = createHmac('sha256', secret)
  for (const part of parts) sum.update(part)
  return sum.digest('hex')
}

function hashOf(raw: Buffer): string {
  return createHash('sha256').update(raw).digest('base64url')
}

function updateIdIn(raw: Buffer): string | undefined {
  const { update_id: id } = objectIn(raw)
  return Number.isSafeInteger(id) ? String(id) : undefined
}

/** The `id` of the event that a delivery holds. */
function eventIdIn(raw: Buffer): string | undefined {
  const { id } = objectIn(raw)
  return typeof id === 'string' && id !== '' ? id : undefined
}

function objectIn(raw: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(raw.toString()))
  } catch {
    return {}
  }
}
