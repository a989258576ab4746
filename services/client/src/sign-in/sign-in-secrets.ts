/**
 * What the ordinary sign-in of a client takes in the password's place (ruling 3): a signed token for 60 seconds. It
 * names the session that it begins, and a session begins once.
 */
import { type ClientSessionMethod, clientSessionMethods } from '@parley/contracts/client/statuses.ts'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import { newId } from '@parley/kernel/session-token.ts'
import { createTokenSigner } from '@parley/kernel/signed-token.ts'

const LIFETIME_SECONDS = 60
const PREFIX = 'cs1.'

export type SignInClaims = {
  region: Region
  agencyId: string
  clientId: string
  sessionId: string
  /** How the client proved who it is. */
  method: ClientSessionMethod
  /** How often the password had been replaced when the secret was issued. */
  passwordChanges: number
}

export type SignInSecrets = {
  /** `sessionId`: that of the session that the secret may begin; a new one by default. */
  issue(of: Omit<SignInClaims, 'sessionId'> & { sessionId?: string }): string
  /** Undefined for anything else, such as a password. */
  verify(given: string): SignInClaims | undefined
}

export function signInSecrets(masterKey: Buffer, now?: () => number): SignInSecrets {
  const signer = createTokenSigner<SignInClaims>({
    ...{ masterKey, purpose: 'client sign-in', prefix: PREFIX, lifetimeSeconds: LIFETIME_SECONDS },
    read(said) {
      if (typeof said !== 'object' || said === null) return undefined
      const { region, agencyId, clientId, sessionId, passwordChanges, ...rest } = said as Record<
        string,
        unknown
      >
      const served = regionSchema.safeParse(region)
      if (!served.success || typeof agencyId !== 'string' || typeof clientId !== 'string') return undefined
      if (typeof sessionId !== 'string' || typeof passwordChanges !== 'number') return undefined
      const method = clientSessionMethods.find((one) => one === rest.method)
      return method && { region: served.data, agencyId, clientId, sessionId, method, passwordChanges }
    },
    ...(now ? { now } : {}),
  })
  return {
    issue: (of) => signer.issue({ sessionId: newId(), ...of }),
    verify: (given) => (given.startsWith(PREFIX) ? signer.verify(given) : undefined),
  }
}
