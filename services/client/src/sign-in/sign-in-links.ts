/**
 * What a mail signs a client in with: a signed token for seven days. It names the session that it may begin, and a session
 * begins once.
 */
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { z } from 'zod'
import { SIGN_IN_LINK_LIFETIME_MS } from './client-session.decider.ts'
import type { LoginTokens } from './login-tokens.ts'
import { sessionClaims } from './session-claims.ts'

const PREFIX = 'ci1.'

const claims = z.object(sessionClaims)

/** Whether it is one of these, valid or not. */
export const isMailed = (token: string): boolean => token.startsWith(PREFIX)

export function signInLinks(masterKey: Buffer, now?: () => number): LoginTokens {
  return createTokenSigner<z.infer<typeof claims>>({
    ...{ masterKey, purpose: 'client sign-in link', prefix: PREFIX },
    lifetimeSeconds: SIGN_IN_LINK_LIFETIME_MS / 1000,
    read: (said) => claims.safeParse(said).data,
    ...(now ? { now } : {}),
  })
}
