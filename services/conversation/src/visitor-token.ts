/**
 * What a visitor holds to go on with their conversation: a signed, short-lived token that names it. It is
 * `<payload>.<HMAC-SHA256>`, both base64url, under a key derived from MASTER_KEY.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { regionSchema } from '@parley/contracts/endpoint.ts'
import { z } from 'zod'

const HOURS_24 = 24 * 3_600
const MOST_PROVEN = 5_000

const payloadSchema = z.object({
  region: regionSchema,
  tenant: z.string().min(1),
  agentId: z.string().min(1),
  conversationId: z.string().min(1),
  visitorId: z.string().min(1),
  /** Unix seconds. */
  exp: z.number(),
})
export type VisitorSession = Omit<z.infer<typeof payloadSchema>, 'exp'>

export type VisitorTokens = {
  /** Valid for 24 hours; reading the conversation gives a fresh one. */
  issue(session: VisitorSession): string
  /** Whom a token was given to; undefined when it is forged, damaged or expired. */
  verify(token: string): VisitorSession | undefined
}

/** Tells a visitor token from other bearers by its shape. */
export const VISITOR_TOKEN_PREFIX = 'pv1.'

/** `now` in ms. */
export function createVisitorTokens(masterKey: Buffer, now: () => number = Date.now): VisitorTokens {
  const key = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'parley visitor token', 32))
  // A visitor sends the same token with each word.
  const proven = new Map<string, { session: VisitorSession; exp: number }>()
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest()

  return {
    issue(session) {
      const exp = Math.floor(now() / 1000) + HOURS_24
      const payload = Buffer.from(JSON.stringify({ ...session, exp })).toString('base64url')
      return `${VISITOR_TOKEN_PREFIX}${payload}.${sign(payload).toString('base64url')}`
    },

    verify(token) {
      const known = proven.get(token)
      if (known && known.exp * 1000 > now()) return known.session
      if (!token.startsWith(VISITOR_TOKEN_PREFIX) || token.length > 2_000) return undefined
      const [payload = '', signature = '', ...rest] = token.slice(VISITOR_TOKEN_PREFIX.length).split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(payload)
      // base64url has several spellings of the same bytes; only ours is a token.
      if (rest.length > 0 || given.toString('base64url') !== signature) return undefined
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      if (!parsed.success || parsed.data.exp * 1000 <= now()) return undefined
      const { exp, ...session } = parsed.data
      proven.set(token, { session, exp })
      if (proven.size > MOST_PROVEN) proven.delete(proven.keys().next().value!)
      return session
    },
  }
}
