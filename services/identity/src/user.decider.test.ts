import type { UserEvent } from '@parley/contracts/identity/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { emailReservation } from './email-reservation.decider.ts'
import { SESSION_LIFETIME_MS, session } from './session.decider.ts'
import { type UserCommand, user } from './user.decider.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

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
test('a person signs up once', () => {
  given(user).when(signUp, NOW).then(signedUp)
  given(user, signedUp)
    .when(signUp)
    .thenRejected('email-taken', 'This email is already in use. Sign in instead.')
})

test('a new password ends earlier sessions', () => {
  const changed: UserEvent = {
    type: 'PasswordChanged',
    data: { passwordHash: 'new', changedAt: NOW.getTime() },
  }
  given(user, signedUp).when({ type: 'ChangePassword', passwordHash: 'new' }, NOW).then(changed)
  expect(given(user, signedUp, changed).state).toMatchObject({
    passwordHash: 'new',
    sessionsFrom: NOW.getTime(),
  })
})

test('an address belongs to one person until they release it', () => {
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
