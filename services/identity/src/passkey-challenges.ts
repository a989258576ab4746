/**
 * The challenges that authenticators sign, in tickets that nobody else can issue: for adding a passkey to one account,
 * or for signing in.
 */
import { randomBytes } from 'node:crypto'
import { createTokenSigner, type TokenSigner } from '@parley/kernel/sealing/signed-token.ts'

const LIFETIME_SECONDS = 300

/** `userId`: whose passkey is added; absent for signing in. `issuedAt` in ms. */
export type PasskeyChallenge = { challenge: string; issuedAt: number; userId?: string }
export type PasskeyChallenges = TokenSigner<PasskeyChallenge>

export function newChallenge(userId?: string): PasskeyChallenge {
  const challenge = randomBytes(32).toString('base64url')
  return { challenge, issuedAt: Date.now(), ...(userId === undefined ? {} : { userId }) }
}

export function createPasskeyChallenges(masterKey: Buffer): PasskeyChallenges {
  return createTokenSigner<PasskeyChallenge>({
    masterKey,
    purpose: 'passkey challenge',
    prefix: 'pk1.',
    lifetimeSeconds: LIFETIME_SECONDS,
    read(said) {
      const { challenge, issuedAt, userId } = Object(said)
      if (typeof challenge !== 'string' || typeof issuedAt !== 'number') return undefined
      return { challenge, issuedAt, ...(typeof userId === 'string' ? { userId } : {}) }
    },
  })
}
