import type { clientEvents, clientSessionEvents } from '@parley/contracts/client/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { clientsProjection } from './clients.projection.ts'

type Event = SealedEventOf<typeof clientEvents & typeof clientSessionEvents>
const settings = {
  ...{ orgId: 'o1', name: 'sealed name', squarePhotoURL: 'sealed photo', canAccess: ['/home'] },
  ...{ clientTabOrder: [], widgetIDs: ['a1'] },
}
const created: Event = {
  type: 'ClientCreated',
  data: {
    ...{ clientId: 'c1', ...settings, email: 'sealed email', emailHash: 'h1', passwordHash: 'sealed hash' },
  },
}

test('contains a client without its password', () => {
  const changed: Event = { type: 'ClientChanged', data: { clientId: 'c1', orgId: 'o2', isOrgAdmin: true } }
  const moved: Event = {
    type: 'ClientEmailChanged',
    data: { clientId: 'c1', email: 'sealed other', emailHash: 'h2', formerEmailHash: 'h1' },
  }
  const online: Event = { type: 'ClientStatusChanged', data: { clientId: 'c1', status: 'online' } }
  expect(projected(clientsProjection, [created, changed, moved, online]).get('c1')).toEqual({
    ...{ clientId: 'c1', ...settings, orgId: 'o2', email: 'sealed other', isOrgAdmin: true },
    status: 'online',
    createdAt: '2026-11-21T12:00:00.000Z',
    neverSignedIn: true,
  })
})

test('tells who never signed in', () => {
  const signedIn: Event = {
    type: 'ClientSessionStarted',
    data: {
      ...{ sessionId: 's1', clientId: 'c1', tokenHash: 'h', method: 'password', passwordChanges: 0 },
      ...{ orgId: 'o1', accessDisabled: 0, startedAt: 0, expiresAt: 1 },
    },
  }
  const shown = projected(clientsProjection, [created, signedIn]).get('c1')
  expect(shown).not.toHaveProperty('neverSignedIn')
  expect(shown?.lastSeenAt).toMatch(/^2026-11-21T12:00/)
  expect(projected(clientsProjection, [signedIn]).size).toBe(0)
})

test('loses a client that is deleted', () => {
  const deleted: Event = { type: 'ClientDeleted', data: { clientId: 'c1', emailHash: 'h1' } }
  expect(projected(clientsProjection, [created, deleted]).size).toBe(0)
})
