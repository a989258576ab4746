/**
 * How a receiver knows that an event is ours, as Standard Webhooks say (standardwebhooks.com, version 1): the headers
 * `webhook-id`, `webhook-timestamp` (Unix seconds) and `webhook-signature`, which holds `v1,` and the base64 of the
 * HMAC-SHA256 of `id.timestamp.body`, once for each secret, a space between them. A secret is `whsec_` and base64.
 * Its own package signs by a hash in JavaScript; that of Node takes a fraction of the time. Tests verify with the package.
 */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** `timestamp`: Unix seconds. Returns the three headers. */
export function signedHeaders({
  id,
  timestamp,
  body,
  secrets,
}: {
  id: string
  timestamp: number
  body: string
  secrets: readonly string[]
}): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
