import type { ClientViewEvent } from '@parley/contracts/client/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { CLIENT_VIEW_LIFETIME_MS, clientView } from './client-view.decider.ts'

const NOW = new Date('2026-11-26T12:00:00.000Z')
const begun = { viewId: 'v1', clientId: 'c1', viewerId: 'u1', viewerSessionId: 's1', tokenHash: 't1' }
const started: ClientViewEvent = {
  type: 'ClientViewStarted',
  data: { ...begun, startedAt: NOW.getTime(), expiresAt: NOW.getTime() + CLIENT_VIEW_LIFETIME_MS },
}
const ended: ClientViewEvent = { type: 'ClientViewEnded', data: { viewId: 'v1', clientId: 'c1' } }
const end = (viewerId: string) => ({ type: 'EndClientView' as const, viewId: 'v1', viewerId })

test('a view begins once, for half an hour, and is not renewed', () => {
  const start = { type: 'StartClientView', ...begun } as const
  given(clientView).when(start, NOW).then(started)
  given(clientView, started).when(start, NOW).thenRejected('conflict')
  given(clientView, started, ended).when(start, NOW).thenRejected('conflict')
  expect(CLIENT_VIEW_LIFETIME_MS / 60_000).toBe(30)
})

test('a view is ended by its viewer alone', () => {
  given(clientView, started).when(end('u1')).then(ended)
  given(clientView, started, ended).when(end('u1')).thenNothing()
  given(clientView, started).when(end('u2')).thenRejected('not-found')
  given(clientView).when(end('u1')).thenRejected('not-found')
})
