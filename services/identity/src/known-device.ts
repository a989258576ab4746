/**
 * Known devices: browsers that somebody signed in with before, recognised by a signed cookie that contains the device
 * and its accounts. Attempts by others are not counted against a known device, so nobody can lock owners out of the
 * browser they use (`sign-in-limits.ts`). The cookie proves nothing else: a stolen one only allows some more guesses.
 */
import { randomBytes } from 'node:crypto'
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { emailHash } from './credentials.ts'

/** A year from the last sign-in. */
export const DEVICE_LIFETIME_SECONDS = 365 * 86_400
/** The most recent accounts are kept: of people who share a computer, or of one with several accounts. */
const MOST_ACCOUNTS = 8

type Claims = { deviceId: string; accounts: string[] }

export type KnownDevices = {
  /** The device id if somebody signed in with this address before; undefined otherwise. */
  find(cookie: string | undefined, email: string): string | undefined
  /** Returns the cookie to set after a sign-in with this address; it keeps the accounts of the present cookie. */
  remember(cookie: string | undefined, email: string): string
}

/** `hashKey` keys the hashes of addresses, so that the cookie reveals none. `now` in ms. */
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
