import type { ClientSessionEvent } from '@parley/contracts/client/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { CLIENT_SESSION_LIFETIME_MS, clientSession } from './client-session.decider.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const begun = {
  ...{ sessionId: 's1', clientId: 'c1', tokenHash: 't1', method: 'password' as const },
  ...{ passwordChanges: 2, orgId: 'o1', accessDisabled: 1, userAgent: 'Browser', address: '10.0.0.1' },
}
const started: ClientSessionEvent = {
  type: 'ClientSessionStarted',
  data: { ...begun, startedAt: NOW.getTime(), expiresAt: NOW.getTime() + CLIENT_SESSION_LIFETIME_MS },
}
const ended: ClientSessionEvent = { type: 'ClientSessionEnded', data: { sessionId: 's1', clientId: 'c1' } }
const end = (clientId: string) => ({ type: 'EndClientSession' as const, sessionId: 's1', clientId })

test('a session begins once, for thirty days', () => {
  const start = { type: 'StartClientSession', ...begun } as const
  given(clientSession).when(start, NOW).then(started)
  given(clientSession, started).when(start, NOW).thenRejected('conflict')
  expect((CLIENT_SESSION_LIFETIME_MS / 86_400_000).toString()).toBe('30')
})

test('a login token is for a session that has not begun, and of its client alone', () => {
  const issue = { type: 'IssueClientLoginToken', sessionId: 's1', clientId: 'c1' } as const
  const issued: ClientSessionEvent = {
    type: 'ClientLoginTokenIssued',
    data: { sessionId: 's1', clientId: 'c1', expiresAt: NOW.getTime() + 60_000 },
  }
  const start = { type: 'StartClientSession', ...begun } as const
  given(clientSession).when(issue, NOW).then(issued)
  given(clientSession)
    .when({ ...issue, mailed: true }, NOW)
    .then({
      type: 'ClientLoginTokenIssued',
      data: { ...issued.data, expiresAt: NOW.getTime() + 7 * 86_400_000, mailed: true },
    } as ClientSessionEvent)
  given(clientSession, issued).when(issue, NOW).thenRejected('conflict')
  given(clientSession, started).when(issue, NOW).thenRejected('conflict')
  given(clientSession, issued).when(start, NOW).then(started)
  given(clientSession, issued)
    .when({ ...start, clientId: 'c2' }, NOW)
    .thenRejected('conflict')
  given(clientSession, issued, started).when(start, NOW).thenRejected('conflict')
  given(clientSession, issued).when(end('c1')).thenRejected('not-found')
})

test('a session is ended by its client alone', () => {
  given(clientSession, started).when(end('c1')).then(ended)
  given(clientSession, started, ended).when(end('c1')).thenNothing()
  given(clientSession, started).when(end('c2')).thenRejected('not-found')
  given(clientSession).when(end('c1')).thenRejected('not-found')
})

test('what is kept in memory of a session says nothing of the browser', () => {
  expect(JSON.stringify(given(clientSession, started).state)).not.toMatch(/Browser|10\.0/)
})
