/**
 * Tokens with an end that only this installation can issue: `<payload>.<HMAC-SHA256>`, both base64url. The key is
 * derived from MASTER_KEY for each purpose and each week (that of the token's end): a token of one purpose is not valid
 * for another, and a leaked key is useless once the tokens of its week have ended.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createByteCache } from '../limits/byte-cache.ts'
import { derivedKey } from './derived-key.ts'

const WEEK_SECONDS = 7 * 86_400
/** Weeks within the longest lifetime, and one more. */
const MOST_KEYS = 10
/** Memory for tokens that were verified: of usual ones, some 5,000. */
const PROVEN_BYTES = 5_000_000
const MOST_CHARACTERS = 2_000

export type TokenSigner<Claims extends object> = {
  issue(claims: Claims): string
  /** Returns a token's claims; undefined when it is forged, damaged, expired or lasts longer than the lifetime. */
  verify(token: string): Claims | undefined
  /** Returns the seconds until a valid token ends; 0 for an invalid one. */
  endsIn(token: string): number
}

export type TokenOptions<Claims extends object> = {
  masterKey: Buffer
  purpose: string
  /** Prefix of every token, which identifies its kind. */
  prefix: string
  /** Validates the signed payload; returns undefined if it has no claims of this kind. */
  read(said: unknown): Claims | undefined
  lifetimeSeconds: number
  /** In ms. */
  now?: () => number
}

export function createTokenSigner<Claims extends object>(options: TokenOptions<Claims>): TokenSigner<Claims> {
  const { masterKey, purpose, prefix, lifetimeSeconds, now = Date.now } = options
  const keys = new Map<number, Buffer>()
  // Cached, since the same token is sent with many calls.
  const proven = createByteCache<{ claims: Claims; exp: number }>({
    maxBytes: PROVEN_BYTES,
    // The claims take about as much as the token that they were read from.
    sizeOf: (_, token) => 4 * token.length + 200,
  })
  const seconds = () => now() / 1000

  return {
    issue(claims) {
      const exp = Math.floor(seconds()) + lifetimeSeconds
      const payload = Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url')
      return `${prefix}${payload}.${sign(payload, exp).toString('base64url')}`
    },

    verify: (token) => prove(token)?.claims,

    endsIn(token) {
      const exp = prove(token)?.exp
      return exp === undefined ? 0 : exp - seconds()
    },
  }

  function prove(token: string): { claims: Claims; exp: number } | undefined {
    const known = proven.get(token)
    if (known) return known.exp > seconds() ? known : undefined
    if (!token.startsWith(prefix) || token.length > MOST_CHARACTERS) return undefined
    const [payload = '', signature = '', ...rest] = token.slice(prefix.length).split('.')
    const said = parsed(payload)
    const exp = endOf(said)
    if (rest.length > 0 || exp === undefined || !lasts(exp)) return undefined
    const given = Buffer.from(signature, 'base64url')
    const expected = sign(payload, exp)
    // base64url has several spellings of the same bytes; only the canonical one is accepted.
    if (given.toString('base64url') !== signature) return undefined
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const claims = options.read(said)
    if (!claims) return undefined
    const entry = { claims, exp }
    proven.set(token, entry)
    return entry
  }

  /** Allows a minute for the clocks of other machines. */
  function lasts(exp: number): boolean {
    return exp > seconds() && exp <= seconds() + lifetimeSeconds + 60
  }

  function sign(payload: string, exp: number): Buffer {
    return createHmac('sha256', keyOf(Math.floor(exp / WEEK_SECONDS)))
      .update(payload)
      .digest()
  }

  function keyOf(week: number): Buffer {
    const known = keys.get(week)
    if (known) return known
    const key = derivedKey(masterKey, `${purpose} ${week}`)
    keys.set(week, key)
    if (keys.size > MOST_KEYS) keys.delete(keys.keys().next().value!)
    return key
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  } catch {
    return undefined
  }
}

function endOf(said: unknown): number | undefined {
  const exp = typeof said === 'object' && said !== null && 'exp' in said ? said.exp : undefined
  return typeof exp === 'number' ? exp : undefined
}
