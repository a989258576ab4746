import type { credentialEvents } from '@parley/contracts/integration/credential-events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { credentialsProjection } from './credentials.projection.ts'

type Event = SealedEventOf<typeof credentialEvents>

const settings = { name: 'sealed name', use: 'sealed use', hosts: ['sealed host'] }
const of = (at: string) => ({ credentialId: 'c1', at })
const created: Event = {
  type: 'CredentialCreated',
  data: {
    ...of('2026-11-01'),
    userId: 'u1',
    ...settings,
    agentId: 'a1',
    expiresAt: '2026-12-01',
    secret: 'sealed secret',
    hint: 'sealed hint',
  },
}

test('contains a credential without its secret', () => {
  expect(projected(credentialsProjection, [created]).get('c1')).toEqual({
    ...{ credentialId: 'c1', userId: 'u1', ...settings, agentId: 'a1', expiresAt: '2026-12-01' },
    ...{ hint: 'sealed hint', createdAt: '2026-11-01', updatedAt: '2026-11-01' },
  })
})

test('has what the newest events say of scope, expiry, secret and use', () => {
  const events: Event[] = [
    created,
    { type: 'CredentialUsed', data: of('2026-11-02') },
    { type: 'CredentialChanged', data: { ...of('2026-11-03'), ...settings, name: 'other' } },
    { type: 'CredentialRotated', data: { ...of('2026-11-04'), userId: 'u2', secret: 'sealed secret' } },
  ]
  expect(projected(credentialsProjection, events).get('c1')).toEqual({
    ...{ credentialId: 'c1', userId: 'u1', ...settings, name: 'other' },
    ...{ createdAt: '2026-11-01', updatedAt: '2026-11-04', lastUsedAt: '2026-11-02' },
    ...{ rotatedAt: '2026-11-04', rotatedBy: 'u2' },
  })
  const deleted: Event = { type: 'CredentialDeleted', data: { ...of('2026-11-05'), name: 'other' } }
  expect(projected(credentialsProjection, [...events, deleted]).size).toBe(0)
})
