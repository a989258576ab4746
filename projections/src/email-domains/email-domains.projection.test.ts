import type { emailDomainEvents } from '@parley/contracts/agency/email-domain-events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { emailDomainsProjection } from './email-domains.projection.ts'

type Happened = SealedEventOf<typeof emailDomainEvents>

const at = '2026-11-25T12:00:00.000Z'
const about = { emailDomainId: 'e1', domain: 'north.example' }
const provider = { provider: 'self-hosted', providerId: '' } as const
const mx = {
  type: 'MX',
  host: 'send.north.example',
  name: 'send',
  value: 'mx.example',
  priority: 10,
} as const
const added: Happened = {
  type: 'EmailDomainAdded',
  data: {
    ...{ ...about, ...provider, userId: 'u1', records: [mx], at },
    ...{ selector: 's1', privateKey: 'sealed.v1.key' },
  },
}
const asked: Happened = { type: 'EmailDomainVerificationRequested', data: { ...about, at } }
const verified: Happened = { type: 'EmailDomainVerified', data: { ...about, found: ['verified'], at } }
const removed: Happened = {
  type: 'EmailDomainRemoved',
  data: { ...about, ...provider, reason: 'person', at },
}
const documentAfter = (...events: Happened[]) => [...projected(emailDomainsProjection, events).values()][0]

test('shows each status with that of the records, and nothing of the key', () => {
  expect(documentAfter(added)).toEqual({
    ...{ ...about, status: 'not_started', sends: false },
    records: [{ ...mx, ttl: 'Auto', status: 'not_started' }],
  })
  expect(documentAfter(added, asked)).toMatchObject({ status: 'pending', records: [{ status: 'pending' }] })
  expect(documentAfter(added, asked, verified)).toMatchObject({
    ...{ status: 'verified', sends: true, records: [{ status: 'verified' }] },
  })
  const unknown: Happened = {
    type: 'EmailDomainTemporarilyFailed',
    data: { ...about, found: ['temporary_failure'], at },
  }
  expect(documentAfter(added, asked, verified, unknown)).toMatchObject({
    ...{ status: 'temporary_failure', sends: true },
  })
  const failed: Happened = {
    type: 'EmailDomainFailed',
    data: { ...about, found: ['pending'], wasVerified: true, at },
  }
  expect(documentAfter(added, asked, verified, failed)).toMatchObject({ status: 'failure', sends: false })
})

test('forgets a domain that was removed, and nothing of the next one', () => {
  expect(documentAfter(added, asked, removed)).toBeUndefined()
  const next = { ...added, data: { ...added.data, emailDomainId: 'e2' } } as Happened
  expect(documentAfter(added, removed, next, verified, removed)).toMatchObject({
    ...{ emailDomainId: 'e2', status: 'not_started' },
  })
})
