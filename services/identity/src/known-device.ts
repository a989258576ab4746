/**
 * Browsers that somebody signed in with before, by a signed cookie that names them and the accounts. What strangers try
 * never counts against them, so nobody can lock an owner out of the browser they use (`sign-in-limits.ts`). The cookie
 * proves nothing else: whoever steals it may guess a few times more.
 */
import { randomBytes } from 'node:crypto'
import { createTokenSigner } from '@parley/kernel/signed-token.ts'
import { emailHash } from './credentials.ts'

/** A year from the last sign-in. */
export const DEVICE_LIFETIME_SECONDS = 365 * 86_400
/** The last ones are kept: of people who share a computer, or one with several accounts. */
const MOST_ACCOUNTS = 8

type Claims = { deviceId: string; accounts: string[] }

export type KnownDevices = {
  /** The id of a browser in which somebody signed in with this address; undefined of any other. */
  find(cookie: string | undefined, email: string): string | undefined
  /** What a browser keeps after a sign-in with this address, beside the accounts of its present cookie. */
  remember(cookie: string | undefined, email: string): string
}

/** `hashKey` keys the hashes of addresses: the cookie tells nobody whose they are. `now` in ms. */
export function createKnownDevices(options: {
  masterKey: Buffer
  hashKey: Buffer
  now?: () => number
}): KnownDevices {
  const { masterKey, hashKey, now } = options
  const signer = createTokenSigner<Claims>({
    masterKey,
    purpose: 'known device',
    prefix: 'pd1.',
    lifetimeSeconds: DEVICE_LIFETIME_SECONDS,
    read: claimsIn,
    ...(now ? { now } : {}),
  })
  const claimsOf = (cookie: string | undefined) => (cookie === undefined ? undefined : signer.verify(cookie))

  return {
    find(cookie, email) {
      const claims = claimsOf(cookie)
      return claims?.accounts.includes(emailHash(hashKey, email)) ? claims.deviceId : undefined
    },
    remember(cookie, email) {
      const claims = claimsOf(cookie) ?? { deviceId: randomBytes(12).toString('hex'), accounts: [] }
      const account = emailHash(hashKey, email)
      const others = claims.accounts.filter((other) => other !== account)
      return signer.issue({
        deviceId: claims.deviceId,
        accounts: [account, ...others].slice(0, MOST_ACCOUNTS),
      })
    },
  }
}

function claimsIn(said: unknown): Claims | undefined {
  if (typeof said !== 'object' || said === null || !('deviceId' in said) || !('accounts' in said))
    return undefined
  const { deviceId, accounts } = said
  if (typeof deviceId !== 'string' || !Array.isArray(accounts)) return undefined
  return { deviceId, accounts: accounts.filter((account) => typeof account === 'string') }
}
