/**
 * What a server of an agency has its client's browser sign in with: a signed token for 60 seconds. It names the session
 * that it may begin, and a session begins once.
 */
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import { createTokenSigner } from '@parley/kernel/signed-token.ts'
import { LOGIN_TOKEN_LIFETIME_MS } from './client-session.decider.ts'

const PREFIX = 'cl1.'

/** Whom a token signs in, and the session that it may begin. */
export type LoginTokenClaims = {
  region: Region
  agencyId: string
  clientId: string
  sessionId: string
  /** How often the password had been replaced when the token was made. */
  passwordChanges: number
}

export type LoginTokens = {
  issue(claims: LoginTokenClaims): string
  /** Undefined for anything else. */
  verify(given: string): LoginTokenClaims | undefined
}

export function loginTokens(masterKey: Buffer, now?: () => number): LoginTokens {
  return createTokenSigner<LoginTokenClaims>({
    ...{ masterKey, purpose: 'client login token', prefix: PREFIX },
    lifetimeSeconds: LOGIN_TOKEN_LIFETIME_MS / 1000,
    read(said) {
      if (typeof said !== 'object' || said === null) return undefined
      const { region, agencyId, clientId, sessionId, passwordChanges } = said as Record<string, unknown>
      const served = regionSchema.safeParse(region)
      if (!served.success || typeof agencyId !== 'string' || typeof clientId !== 'string') return undefined
      if (typeof sessionId !== 'string' || typeof passwordChanges !== 'number') return undefined
      return { region: served.data, agencyId, clientId, sessionId, passwordChanges }
    },
    ...(now ? { now } : {}),
  })
}
