import type { UserEvent } from '@parley/contracts/identity/events.ts'
import { given } from '@parley/kernel/specification.ts'
import { describe, expect, test } from 'vitest'
import { emailReservation } from './email-reservation.decider.ts'
import { SESSION_LIFETIME_MS, session } from './session.decider.ts'
import { CODE_LIFETIME_MS, CODE_TRIES, type UserCommand, user } from './user.decider.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

const signUp: UserCommand = {
  type: 'SignUp',
  userId: 'u1',
  email: 'ada@example.com',
  displayName: 'Ada',
  region: 'eu',
  passwordHash: 'hash',
}
const signedUp: UserEvent = {
  type: 'UserSignedUp',
  data: {
    userId: 'u1',
    email: 'ada@example.com',
    displayName: 'Ada',
    region: 'eu',
    passwordHash: 'hash',
    origin: 'email',
    joinedAt: NOW.getTime() / 1000,
  },
}
const requested: UserEvent = {
  type: 'OneTimeCodeRequested',
  data: {
    purpose: 'sign-in',
    codeHash: 'right',
    code: '123456',
    email: 'ada@example.com',
    expiresAt: NOW.getTime() + CODE_LIFETIME_MS,
  },
}
const use = (codeHash: string, purpose: 'sign-in' | 'password-reset' = 'sign-in'): UserCommand => ({
  type: 'UseCode',
  purpose,
  codeHash,
})
const missed: UserEvent = { type: 'OneTimeCodeMissed', data: { purpose: 'sign-in' } }
const used: UserEvent = { type: 'OneTimeCodeUsed', data: { purpose: 'sign-in' } }

test('a person signs up once', () => {
  given(user).when(signUp, NOW).then(signedUp)
  given(user, signedUp)
    .when(signUp)
    .thenRejected('email-taken', 'This email is already in use. Sign in instead.')
})

describe('one-time codes', () => {
  test('go to the person’s own address', () => {
    given(user, signedUp)
      .when({ type: 'RequestCode', purpose: 'sign-in', codeHash: 'right', code: '123456' }, NOW)
      .then(requested)
  })

  test('work once, in time, for their purpose', () => {
    given(user, signedUp, requested).when(use('right'), NOW).then(used)
    given(user, signedUp, requested, used).when(use('right'), NOW).thenRejected('wrong-code')
    given(user, signedUp, requested).when(use('right', 'password-reset'), NOW).thenRejected('wrong-code')
    given(user, signedUp, requested)
      .when(use('right'), later(CODE_LIFETIME_MS - 1))
      .then(used)
    given(user, signedUp, requested).when(use('right'), later(CODE_LIFETIME_MS)).thenRejected('wrong-code')
    given(user, signedUp).when(use('right'), NOW).thenRejected('wrong-code')
  })

  test('are worth nothing after five misses', () => {
    given(user, signedUp, requested).when(use('wrong'), NOW).then(missed)
    const misses = (count: number) => Array.from({ length: count }, () => missed)
    given(user, signedUp, requested, ...misses(CODE_TRIES - 1))
      .when(use('right'), NOW)
      .then(used)
    given(user, signedUp, requested, ...misses(CODE_TRIES))
      .when(use('right'), NOW)
      .thenRejected('wrong-code')
  })
})

test('a new password ends the sessions before it and the code that was out', () => {
  const changed: UserEvent = {
    type: 'PasswordChanged',
    data: { passwordHash: 'new', changedAt: NOW.getTime() },
  }
  given(user, signedUp, requested).when({ type: 'ChangePassword', passwordHash: 'new' }, NOW).then(changed)
  expect(given(user, signedUp, requested, changed).state).toMatchObject({
    passwordHash: 'new',
    sessionsFrom: NOW.getTime(),
    code: undefined,
  })
})

test('an address belongs to one person until they give it back', () => {
  const reserved = { type: 'EmailReserved', data: { userId: 'u1', region: 'eu' } } as const
  given(emailReservation).when({ type: 'Reserve', userId: 'u1', region: 'eu' }).then(reserved)
  given(emailReservation, reserved).when({ type: 'Reserve', userId: 'u1', region: 'eu' }).thenNothing()
  given(emailReservation, reserved)
    .when({ type: 'Reserve', userId: 'u2', region: 'na' })
    .thenRejected('email-taken', 'This email is already in use. Sign in instead.')
  given(emailReservation, reserved).when({ type: 'Release', userId: 'u2' }).thenNothing()
  const released = { type: 'EmailReleased', data: { userId: 'u1' } } as const
  given(emailReservation, reserved).when({ type: 'Release', userId: 'u1' }).then(released)
  given(emailReservation, reserved, released)
    .when({ type: 'Reserve', userId: 'u2', region: 'na' })
    .then({ type: 'EmailReserved', data: { userId: 'u2', region: 'na' } })
})

test('a session lasts thirty days, or until its person ends it', () => {
  const start = {
    type: 'StartSession',
    sessionId: 's1',
    userId: 'u1',
    tokenHash: 'h',
    method: 'password',
    userAgent: 'Firefox',
    address: '127.0.0.1',
  } as const
  const [started] = given(session).when(start, NOW).events()
  expect(started?.data).toMatchObject({ expiresAt: NOW.getTime() + SESSION_LIFETIME_MS })
  expect(SESSION_LIFETIME_MS).toBe(30 * 24 * 60 * 60 * 1000)
  given(session, started!).when(start).thenRejected('conflict')
  const revoke = { type: 'RevokeSession', userId: 'u1', sessionId: 's1', reason: 'revoked' } as const
  given(session, started!)
    .when({ ...revoke, userId: 'u2' })
    .thenRejected('not-found')
  const [revoked] = given(session, started!).when(revoke).events()
  expect(given(session, started!, revoked!).state?.revoked).toBe(true)
  given(session, started!, revoked!).when(revoke).thenNothing()
})
