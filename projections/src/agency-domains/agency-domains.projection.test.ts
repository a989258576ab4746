import type { agencyDomainEvents } from '@parley/contracts/agency/domain-events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { agencyDomainsProjection } from './agency-domains.projection.ts'

type Happened = SealedEventOf<typeof agencyDomainEvents>

const at = '2026-11-25T12:00:00.000Z'
const about = { claimId: 'c1', domainType: 'customDomain', domain: 'app.north.example' } as const
const txt = { type: 'TXT', host: '_v.app.north.example', name: '_v.app', value: 'v' } as const
const cname = { type: 'CNAME', host: 'app.north.example', name: 'app', value: 'edge.example' } as const
const claimed: Happened = {
  type: 'DomainClaimed',
  data: { ...about, userId: 'u1', records: [txt, cname], at },
}
const verified: Happened = { type: 'DomainVerified', data: { ...about, at } }
const removed: Happened = {
  type: 'DomainRemoved',
  data: { ...about, reason: 'person', wasVerified: true, at },
}
const documentAfter = (...events: Happened[]) =>
  [...projected(agencyDomainsProjection, events).values()][0]?.customDomain

test('shows which records were found, until the domain is verified and live', () => {
  expect(documentAfter(claimed)).toEqual({
    ...{ claimId: 'c1', domain: 'app.north.example', isVerified: false, isLive: false, isChecked: false },
    records: [
      { ...txt, ttl: 'Auto', status: 'pending' },
      { ...cname, ttl: 'Auto', status: 'pending' },
    ],
  })
  const checked: Happened = {
    type: 'DomainRecordsChecked',
    data: { ...about, owned: false, routed: true, at },
  }
  expect(documentAfter(claimed, checked)).toMatchObject({
    isChecked: true,
    isVerified: false,
    records: [{ status: 'pending' }, { status: 'verified' }],
  })
  const live: Happened = { type: 'DomainWentLive', data: { ...about, at } }
  expect(documentAfter(claimed, checked, verified, live)).toMatchObject({
    isVerified: true,
    isLive: true,
    records: [{ status: 'verified' }, { status: 'verified' }],
  })
})

test('says until when a domain that leads elsewhere stays', () => {
  const removeAt = '2026-12-02T12:00:00.000Z'
  const lost: Happened = { type: 'DomainStoppedResolving', data: { ...about, removeAt, at } }
  const back: Happened = { type: 'DomainResolvedAgain', data: { ...about, at } }
  expect(documentAfter(claimed, verified, lost)).toMatchObject({
    removeAt,
    records: [{ status: 'verified' }, { status: 'pending' }],
  })
  const again = documentAfter(claimed, verified, lost, back)
  expect(again).toMatchObject({ records: [{ status: 'verified' }, { status: 'verified' }] })
  expect(again).not.toHaveProperty('removeAt')
})

test('forgets a domain that was removed, and nothing of the next one', () => {
  expect(documentAfter(claimed, removed)).toBeUndefined()
  const next: Happened = { ...claimed, data: { ...claimed.data, claimId: 'c2' } } as Happened
  expect(documentAfter(claimed, removed, next, verified, removed)).toMatchObject({
    claimId: 'c2',
    isVerified: false,
  })
})
