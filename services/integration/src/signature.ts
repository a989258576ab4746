/**
 * How a server knows that a request is ours: `X-Parley-Timestamp` holds Unix seconds, `X-Parley-Signature` holds
 * `v1=` and the HMAC-SHA256, in hex and under the tool's secret, of the timestamp, a dot, the method, a dot, the
 * path with its query, a dot, and the raw body. Whoever checks it should refuse timestamps that are more than five
 * minutes old, so that nobody who overheard a request can send it again.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Signed = {
  secret: string
  /** Unix seconds. */
  timestamp: number
  method: string
  /** With its query. */
  path: string
  body: string
}

export function signatureOf({ secret, timestamp, method, path, body }: Signed): string {
  const text = `${timestamp}.${method}.${path}.${body}`
  return `v1=${createHmac('sha256', secret).update(text).digest('hex')}`
}

/** For servers that receive such requests, and our tests. */
export function isSignedBy(signature: string, signed: Signed): boolean {
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(signed))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
