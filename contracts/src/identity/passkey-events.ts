import { z } from 'zod'
import { defineEvents, type EventOf, personal } from '../message.ts'

/**
 * Stream `passkeys-<userId>`: the passkeys (WebAuthn) that a person signs in with. `credentialId` and `publicKey` are
 * base64url, as authenticators make them.
 */
export const passkeyEvents = defineEvents({
  PasskeyAdded: {
    version: 1,
    summary: 'Added a passkey',
    data: z.object({
      userId: z.string(),
      passkeyId: z.string(),
      credentialId: z.string(),
      publicKey: z.string(),
      counter: z.number(),
      name: personal({ of: 'userId' }),
      /** The domain of the agency where alone it signs in; absent at the product’s own host. */
      host: z.string().optional(),
      /** Milliseconds. */
      addedAt: z.number(),
    }),
  },
  PasskeyRenamed: {
    version: 1,
    summary: 'Renamed a passkey',
    data: z.object({ userId: z.string(), passkeyId: z.string(), name: personal({ of: 'userId' }) }),
  },
  PasskeyUsed: {
    version: 1,
    summary: 'Signed in with a passkey',
    data: z.object({
      userId: z.string(),
      passkeyId: z.string(),
      /** The authenticator's count of uses; 0 where it keeps none. */
      counter: z.number(),
      /** When the challenge that it signed was issued, in ms; older challenges are used up. */
      challengeAt: z.number(),
    }),
  },
  PasskeyRemoved: {
    version: 1,
    summary: 'Removed a passkey',
    data: z.object({ userId: z.string(), passkeyId: z.string() }),
  },
})
export type PasskeyEvent = EventOf<typeof passkeyEvents>
