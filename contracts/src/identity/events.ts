import { z } from 'zod'
import { defineEvents, type EventOf, personal, personalSecret, secret } from '../message.ts'

/**
 * Streams `user-<userId>` (subject `user-<userId>`), `session-<sessionId>` and `email-<hash>`, the reservation
 * that makes an address belong to one person across regions.
 */
export const userEvents = defineEvents({
  UserSignedUp: {
    version: 1,
    data: z.object({
      userId: z.string(),
      email: personal(),
      displayName: personal(),
      origin: z.enum(['google', 'email']),
      region: z.string(),
      /** argon2id, in PHC format. */
      passwordHash: secret().optional(),
      joinedAt: z.number(),
    }),
  },
  /** Ends all sessions that were started before `changedAt` (milliseconds). */
  PasswordChanged: { version: 1, data: z.object({ passwordHash: secret(), changedAt: z.number() }) },
  PasswordHashUpgraded: { version: 1, data: z.object({ passwordHash: secret() }) },
  ProfileChanged: {
    version: 1,
    data: z.object({ displayName: personal().optional(), photoURL: personal().optional() }),
  },
  /** A one-time code on its way by e-mail; `code` is for the mail policy, `codeHash` is what is compared. */
  OneTimeCodeRequested: {
    version: 1,
    data: z.object({
      purpose: z.enum(['sign-in', 'password-reset']),
      codeHash: z.string(),
      code: personalSecret(),
      email: personal(),
      expiresAt: z.number(),
    }),
  },
  OneTimeCodeUsed: { version: 1, data: z.object({ purpose: z.enum(['sign-in', 'password-reset']) }) },
  OneTimeCodeMissed: { version: 1, data: z.object({ purpose: z.enum(['sign-in', 'password-reset']) }) },
})
export type UserEvent = EventOf<typeof userEvents>

export const sessionEvents = defineEvents({
  SessionStarted: {
    version: 1,
    data: z.object({
      sessionId: z.string(),
      userId: z.string(),
      /** SHA-256 of the token's secret part. */
      tokenHash: z.string(),
      method: z.enum(['sign-up', 'password', 'one-time-code']),
      userAgent: personal().optional(),
      address: personal().optional(),
      /** Milliseconds, as are all times here but `joinedAt`. */
      startedAt: z.number(),
      expiresAt: z.number(),
    }),
  },
  SessionRevoked: {
    version: 1,
    data: z.object({
      sessionId: z.string(),
      userId: z.string(),
      reason: z.enum(['signed-out', 'revoked', 'password-changed']),
    }),
  },
})
export type SessionEvent = EventOf<typeof sessionEvents>

export const emailReservationEvents = defineEvents({
  EmailReserved: { version: 1, data: z.object({ userId: z.string(), region: z.string() }) },
  EmailReleased: { version: 1, data: z.object({ userId: z.string() }) },
})
export type EmailReservationEvent = EventOf<typeof emailReservationEvents>
