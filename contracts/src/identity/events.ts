import { z } from 'zod'
import { languages } from '../languages.ts'
import { defineEvents, type EventOf, personal, personalSecret, secret } from '../message.ts'

/**
 * Streams `user-<userId>`, `session-<sessionId>` and `email-<hash>`, the reservation that
 * makes an address belong to one user across regions. An account begins with a code mailed to its address, so the
 * address of every account is verified.
 */
export const userEvents = defineEvents({
  UserSignedUp: {
    version: 1,
    summary: 'Signed up',
    data: z.object({
      userId: z.string(),
      email: personal({ of: 'userId' }),
      displayName: personal({ of: 'userId' }),
      origin: z.enum(['google', 'email']),
      region: z.string(),
      /** argon2id, in PHC format. */
      passwordHash: secret().optional(),
      joinedAt: z.number(),
    }),
  },
  /** Ends all sessions started before `changedAt` (milliseconds), but one. */
  PasswordChanged: {
    version: 1,
    summary: 'Changed the password',
    data: z.object({
      passwordHash: secret(),
      changedAt: z.number(),
      /** The session in which the password was changed, which goes on. */
      keptSessionId: z.string().optional(),
    }),
  },
  PasswordHashUpgraded: {
    version: 1,
    summary: 'Strengthened the stored password',
    data: z.object({ passwordHash: secret() }),
  },
  ProfileChanged: {
    version: 1,
    summary: 'Changed the profile',
    data: z.object({
      userId: z.string(),
      displayName: personal({ of: 'userId' }).optional(),
      photoURL: personal({ of: 'userId' }).optional(),
    }),
  },
  /** The new address was proven by a code that was mailed to it. */
  EmailChanged: {
    version: 1,
    summary: 'Changed the e-mail address',
    data: z.object({
      userId: z.string(),
      email: personal({ of: 'userId' }),
      formerEmail: personal({ of: 'userId' }),
    }),
  },
  /** Nobody can sign in from now on. The person is erased next; their address can be used again. */
  AccountDeleted: {
    version: 1,
    summary: 'Deleted the account',
    data: z.object({ userId: z.string(), email: personal({ of: 'userId' }) }),
  },
  /** Their memberships have ended, and no key opens a text of theirs in any workspace. */
  PersonErased: {
    version: 1,
    summary: 'Erased what was known of the person',
    data: z.object({ userId: z.string() }),
  },
})
export type UserEvent = EventOf<typeof userEvents>

/**
 * Stream `code-<requestId>`, of the tenant `directory`, since a request for a code does not need an account. Each
 * request has its own subject, `code-<requestId>`, whose key is erased once the mail is sent.
 */
export const oneTimeCodeEvents = defineEvents({
  /** `code` is for the mail policy; `codeHash` is compared with the entered code. */
  OneTimeCodeRequested: {
    version: 1,
    summary: 'Asked for a one-time code',
    data: z.object({
      requestId: z.string(),
      purpose: z.enum(['sign-up', 'sign-in', 'password-reset', 'email-change']),
      codeHash: z.string(),
      code: personalSecret(),
      email: personal(),
      /** The domain of the agency at which it was asked for, under whose brand it is mailed; absent at the product’s own hosts. */
      host: z.string().optional(),
      /** Milliseconds. */
      expiresAt: z.number(),
      /** Whose client signs in with it, and then nobody else; its context mails it. */
      agency: z.object({ region: z.string(), agencyId: z.string() }).optional(),
      /** Of the mail; English if absent. */
      language: z.enum(languages).optional(),
    }),
  },
  OneTimeCodeUsed: { version: 1, summary: 'Used a one-time code', data: z.object({ requestId: z.string() }) },
  OneTimeCodeMissed: {
    version: 1,
    summary: 'Entered a wrong code',
    data: z.object({ requestId: z.string() }),
  },
})
export type OneTimeCodeEvent = EventOf<typeof oneTimeCodeEvents>

export const sessionEvents = defineEvents({
  SessionStarted: {
    version: 1,
    summary: 'Signed in',
    data: z.object({
      sessionId: z.string(),
      userId: z.string(),
      /** SHA-256 of the token's secret part. */
      tokenHash: z.string(),
      method: z.enum(['sign-up', 'password', 'one-time-code', 'passkey', 'openid']),
      /** What was entered in the second step, where the account asks for one. */
      secondStep: z.enum(['totp', 'recovery-code']).optional(),
      userAgent: personal({ of: 'userId' }).optional(),
      address: personal({ of: 'userId' }).optional(),
      /** The domain of the agency where it began, and where alone it is valid; absent at the product’s own hosts. */
      host: z.string().optional(),
      /** Milliseconds, as are all times here except `joinedAt`. */
      startedAt: z.number(),
      expiresAt: z.number(),
    }),
  },
  SessionRevoked: {
    version: 1,
    summary: 'Signed out',
    data: z.object({
      sessionId: z.string(),
      userId: z.string(),
      reason: z.enum(['signed-out', 'revoked', 'password-changed']),
    }),
  },
})
export type SessionEvent = EventOf<typeof sessionEvents>

export const emailReservationEvents = defineEvents({
  EmailReserved: {
    version: 1,
    summary: 'Reserved an email address',
    data: z.object({ userId: z.string(), region: z.string() }),
  },
  EmailReleased: { version: 1, summary: 'Gave up an email address', data: z.object({ userId: z.string() }) },
})
export type EmailReservationEvent = EventOf<typeof emailReservationEvents>
