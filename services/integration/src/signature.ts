/**
 * How a server knows that a request is ours: `X-Parley-Timestamp` holds Unix seconds, `X-Parley-Signature` holds
 * `v1=` and the HMAC-SHA256, in hex and under the tool's secret, of five lines: the timestamp, the `Idempotency-Key`,
 * the method, the path with its query, and the raw body. Whoever checks it should refuse timestamps that are more than
 * five minutes old, and keys that it has seen, so that nobody who overheard a request can send it again. We do so
 * ourselves where we are sent such requests (`webhook-schemes.ts`).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Signed = {
  secret: string
  /** Unix seconds. */
  timestamp: number
  idempotencyKey: string
  method: string
  /** With its query. */
  path: string
  body: string | Buffer
}

export function signatureOf({ secret, timestamp, idempotencyKey, method, path, body }: Signed): string {
  // No header, method or path can hold a line end, so that each text is read in one way alone.
  const head = [timestamp, idempotencyKey, method, path, ''].join('\n')
  return `v1=${createHmac('sha256', secret).update(head).update(body).digest('hex')}`
}

export function isSignedBy(signature: string, signed: Signed): boolean {
  return isSame(signature, signatureOf(signed))
}

/** In a time that tells nothing of where they differ. */
export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
