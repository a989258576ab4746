import { mostAgencyAdminSessions } from '@parley/contracts/client/agency-admin.ts'
import type { AgencyAdminEvent } from '@parley/contracts/client/agency-admin-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { AGENCY_ADMIN_SESSION_LIFETIME_MS, agencyAdmin } from './agency-admin.decider.ts'

const NOW = new Date('2026-11-28T12:00:00.000Z')
const LATER = new Date(NOW.getTime() + AGENCY_ADMIN_SESSION_LIFETIME_MS)
const begun = (sessionId: string) => ({
  ...{ sessionId, tokenHash: 't1', secretHash: 'h1', userAgent: 'Firefox', address: '192.0.2.1' },
})
const start = (sessionId: string) => ({ type: 'StartAgencyAdminSession', ...begun(sessionId) }) as const
const started = (sessionId: string, at = NOW): AgencyAdminEvent => ({
  type: 'AgencyAdminSignedIn',
  data: {
    ...begun(sessionId),
    startedAt: at.getTime(),
    expiresAt: at.getTime() + AGENCY_ADMIN_SESSION_LIFETIME_MS,
  },
})
const end = (sessionId: string) => ({ type: 'EndAgencyAdminSession', sessionId, reason: 'revoked' }) as const
const ended = (sessionId: string, reason: 'revoked' | 'replaced' = 'revoked'): AgencyAdminEvent => ({
  type: 'AgencyAdminSessionEnded',
  data: { sessionId, reason },
})

test('a session is valid for eight hours', () => {
  given(agencyAdmin).when(start('s1'), NOW).then(started('s1'))
  expect(AGENCY_ADMIN_SESSION_LIFETIME_MS / 3_600_000).toBe(8)
})

test('a session is ended once, while it is valid', () => {
  given(agencyAdmin, started('s1')).when(end('s1'), NOW).then(ended('s1'))
  given(agencyAdmin, started('s1'), ended('s1')).when(end('s1'), NOW).thenRejected('not-found')
  given(agencyAdmin, started('s1')).when(end('s2'), NOW).thenRejected('not-found')
  given(agencyAdmin, started('s1')).when(end('s1'), LATER).thenRejected('not-found')
})

test('another one than twenty ends the oldest that is valid', () => {
  const many = Array.from({ length: mostAgencyAdminSessions }, (_, nth) => started(`s${nth}`))
  given(agencyAdmin, ...many)
    .when(start('new'), NOW)
    .then(ended('s0', 'replaced'), started('new'))
  given(agencyAdmin, ...many, ended('s5'))
    .when(start('new'), NOW)
    .then(started('new'))
  given(agencyAdmin, ...many)
    .when(start('new'), LATER)
    .then(started('new', LATER))
})

test('what has expired is forgotten when another one begins', () => {
  const events = [started('s1'), started('s2', LATER)]
  const { decider } = agencyAdmin
  const sessions = events.reduce(decider.evolve, decider.initialState)
  expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['s2'])
})
