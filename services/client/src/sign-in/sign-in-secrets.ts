/**
 * What the ordinary sign-in of a client takes in the password's place (ruling 3): a signed token for 60 seconds. It
 * names the session that it begins, and a session begins once.
 */
import { clientSessionMethods } from '@parley/contracts/client/statuses.ts'
import { newId } from '@parley/kernel/sealing/session-token.ts'
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { z } from 'zod'
import { sessionClaims } from './session-claims.ts'

const LIFETIME_SECONDS = 60
const PREFIX = 'cs1.'

const signInClaims = z.object({
  ...sessionClaims,
  /** How the client proved who it is. */
  method: z.enum(clientSessionMethods),
})
export type SignInClaims = z.infer<typeof signInClaims>

export type SignInSecrets = {
  /** `sessionId`: that of the session that the secret may begin; a new one by default. */
  issue(of: Omit<SignInClaims, 'sessionId'> & { sessionId?: string }): string
  /** Undefined for anything else, such as a password. */
  verify(given: string): SignInClaims | undefined
}

export function signInSecrets(masterKey: Buffer, now?: () => number): SignInSecrets {
  const signer = createTokenSigner<SignInClaims>({
    ...{ masterKey, purpose: 'client sign-in', prefix: PREFIX, lifetimeSeconds: LIFETIME_SECONDS },
    read: (said) => signInClaims.safeParse(said).data,
    ...(now ? { now } : {}),
  })
  return {
    issue: (of) => signer.issue({ sessionId: newId(), ...of }),
    verify: (given) => (given.startsWith(PREFIX) ? signer.verify(given) : undefined),
  }
}
