/**
 * What a server of an agency has its client's browser sign in with: a signed token for 60 seconds. It names the session
 * that it may begin, and a session begins once.
 */
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { z } from 'zod'
import { LOGIN_TOKEN_LIFETIME_MS } from './client-session.decider.ts'
import { sessionClaims } from './session-claims.ts'

const PREFIX = 'cl1.'

const loginTokenClaims = z.object(sessionClaims)
export type LoginTokenClaims = z.infer<typeof loginTokenClaims>

export type LoginTokens = {
  issue(claims: LoginTokenClaims): string
  /** Undefined for anything else. */
  verify(given: string): LoginTokenClaims | undefined
}

export function loginTokens(masterKey: Buffer, now?: () => number): LoginTokens {
  return createTokenSigner<LoginTokenClaims>({
    ...{ masterKey, purpose: 'client login token', prefix: PREFIX },
    lifetimeSeconds: LOGIN_TOKEN_LIFETIME_MS / 1000,
    read: (said) => loginTokenClaims.safeParse(said).data,
    ...(now ? { now } : {}),
  })
}
