import { z } from 'zod'
import { defineEvents, type EventOf, secret } from '../message.ts'

/**
 * Stream `two-factor-<userId>`: the second step of a person's sign-in, by codes of an authenticator app (TOTP, RFC 6238)
 * or recovery codes, of which only keyed hashes are stored.
 */
export const twoFactorEvents = defineEvents({
  /** The app knows the secret from now on; nothing is asked for until a code of it was entered. */
  TwoFactorSetUpStarted: {
    version: 1,
    summary: 'Began to set up two-factor authentication',
    data: z.object({
      userId: z.string(),
      /** In base32. */
      totpSecret: secret(),
      /** Milliseconds. */
      startedAt: z.number(),
    }),
  },
  TwoFactorTurnedOn: {
    version: 1,
    summary: 'Turned two-factor authentication on',
    data: z.object({
      userId: z.string(),
      /** The time step of the code that was entered; codes up to it are used up. */
      step: z.number(),
      recoveryHashes: z.array(z.string()),
      /** Milliseconds. */
      turnedOnAt: z.number(),
    }),
  },
  TwoFactorCodeUsed: {
    version: 1,
    summary: 'Entered a code of the authenticator app',
    data: z.object({ userId: z.string(), step: z.number() }),
  },
  RecoveryCodeUsed: {
    version: 1,
    summary: 'Entered a recovery code',
    data: z.object({
      userId: z.string(),
      recoveryHash: z.string(),
      /** How many are left. */
      left: z.number(),
    }),
  },
  /** The former ones are no longer valid. */
  RecoveryCodesRenewed: {
    version: 1,
    summary: 'Replaced the recovery codes',
    data: z.object({ userId: z.string(), recoveryHashes: z.array(z.string()) }),
  },
  TwoFactorTurnedOff: {
    version: 1,
    summary: 'Turned two-factor authentication off',
    data: z.object({ userId: z.string() }),
  },
})
export type TwoFactorEvent = EventOf<typeof twoFactorEvents>
