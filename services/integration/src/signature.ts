/**
 * How a server verifies that a request comes from Parley: `X-Parley-Timestamp` contains Unix seconds,
 * `X-Parley-Signature` contains `v1=` and the HMAC-SHA256, in hex and under the tool's secret, of the timestamp, a dot,
 * the method, a dot, the path with its query, a dot, and the raw body. Servers should refuse timestamps that are more
 * than five minutes old, so that a recorded request can't be replayed later.
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

/** For servers that receive such requests, and for tests. */
export function isSignedBy(signature: string, signed: Signed): boolean {
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(signed))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
