import type { AgencyDomainEvent } from '@parley/contracts/agency/domain-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, it } from 'vitest'
import { type AgencyDomainCommand, agencyDomains } from './agency-domains.decider.ts'
import { MOST_CHANGES } from './claims.ts'

const at = '2026-11-21T12:00:00.000Z'
const now = Date.parse(at)
const about = { claimId: 'c1', domainType: 'customDomain', domain: 'app.north.example' } as const
const records = [
  {
    type: 'TXT',
    host: '_domain-verification.app.north.example',
    name: '_domain-verification.app',
    value: 'v',
  },
] as const
const claim: AgencyDomainCommand = {
  type: 'ClaimDomain',
  claim: { ...about, userId: 'u1' },
  records: [...records],
  usableUntil: now,
}
const claimed: AgencyDomainEvent = {
  type: 'DomainClaimed',
  data: { ...about, userId: 'u1', records: [...records], at },
}
const verified: AgencyDomainEvent = { type: 'DomainVerified', data: { ...about, at } }
const lost: AgencyDomainEvent = {
  type: 'DomainStoppedResolving',
  data: { ...about, removeAt: '2026-11-21T12:00:01.000Z', at },
}
const check = (owned: boolean, routed: boolean): AgencyDomainCommand => ({
  ...{ type: 'RecordDomainCheck', claimId: 'c1' },
  ...{ owned, routed },
})
const routing = (routed: boolean): AgencyDomainCommand => ({
  ...{ type: 'RecordDomainRouting', claimId: 'c1', graceMs: 1_000 },
  routed,
})
const remove: AgencyDomainCommand = { type: 'RemoveDomain', claimId: 'c1', reason: 'person' }

describe('a claim', () => {
  it('is made while its reservation counts, once', () => {
    given(agencyDomains).when(claim).then(claimed)
    given(agencyDomains, claimed).when(claim).thenNothing()
    given(agencyDomains)
      .when({ ...claim, usableUntil: now - 1 })
      .thenRejected('conflict')
  })

  it('leaves room for one domain of each type', () => {
    given(agencyDomains, claimed)
      .when({ ...claim, claim: { ...about, claimId: 'c2', domain: 'other.example', userId: 'u1' } })
      .thenRejected(
        'domain-exists',
        'The agency has app.north.example already. Delete it before you add another one.',
      )
    const subdomain = { claimId: 'c2', domainType: 'vgSubdomain', domain: 'north.agents.example' } as const
    given(agencyDomains, claimed)
      .when({ ...claim, claim: { ...subdomain, userId: '' }, records: [] })
      .then({ type: 'DomainClaimed', data: { ...subdomain, userId: '', records: [], at } })
  })
})

describe('verification', () => {
  it('needs the proof of ownership and the way here, both', () => {
    given(agencyDomains, claimed).when(check(true, true)).then(verified)
    for (const [owned, routed] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const)
      given(agencyDomains, claimed)
        .when(check(owned, routed))
        .then({ type: 'DomainRecordsChecked', data: { ...about, owned, routed, at } })
  })

  it('records only what differs from the look before, and nothing once it is verified', () => {
    const seen: AgencyDomainEvent = {
      type: 'DomainRecordsChecked',
      data: { ...about, owned: false, routed: true, at },
    }
    given(agencyDomains, claimed, seen).when(check(false, true)).thenNothing()
    given(agencyDomains, claimed, seen).when(check(true, true)).then(verified)
    given(agencyDomains, claimed, verified).when(check(false, false)).thenNothing()
  })

  it('records a bounded number of answers that go back and forth, and is found all the same', () => {
    const checked = (owned: boolean): AgencyDomainEvent => ({
      type: 'DomainRecordsChecked',
      data: { ...about, owned, routed: false, at },
    })
    const changes = Array.from({ length: MOST_CHANGES }, (_, nth) => checked(nth % 2 === 0))
    given(agencyDomains, claimed, ...changes.slice(1))
      .when(check(true, false), new Date(now))
      .then(checked(true))
    given(agencyDomains, claimed, ...changes)
      .when(check(true, false))
      .thenNothing()
    given(agencyDomains, claimed, ...changes)
      .when(check(true, true), new Date(now))
      .then(verified)
  })

  it('comes before it is live', () => {
    const live: AgencyDomainCommand = { type: 'RecordDomainLive', claimId: 'c1' }
    const wentLive: AgencyDomainEvent = { type: 'DomainWentLive', data: { ...about, at } }
    given(agencyDomains, claimed).when(live).thenNothing()
    given(agencyDomains, claimed, verified).when(live).then(wentLive)
    given(agencyDomains, claimed, verified, wentLive).when(live).thenNothing()
  })
})

describe('a domain that resolves elsewhere', () => {
  it('is said once, with the moment of its removal, and once that it is back', () => {
    given(agencyDomains, claimed).when(routing(false)).thenNothing()
    given(agencyDomains, claimed, verified).when(routing(false)).then(lost)
    given(agencyDomains, claimed, verified, lost).when(routing(false)).thenNothing()
    given(agencyDomains, claimed, verified, lost)
      .when(routing(true))
      .then({ type: 'DomainResolvedAgain', data: { ...about, at } })
    given(agencyDomains, claimed, verified).when(routing(true)).thenNothing()
  })
})

describe('removal', () => {
  it('by a person names the domain', () => {
    const named: AgencyDomainCommand = {
      ...{ type: 'DeleteDomain', domainType: 'customDomain' },
      domain: 'app.north.example',
    }
    const removed: Extract<AgencyDomainEvent, { type: 'DomainRemoved' }> = {
      type: 'DomainRemoved',
      data: { ...about, reason: 'person', wasVerified: false, at },
    }
    given(agencyDomains, claimed).when(named).then(removed)
    given(agencyDomains, claimed)
      .when({ ...named, domain: 'other.example' })
      .thenRejected('not-found')
    given(agencyDomains, claimed)
      .when({ ...named, domainType: 'vgSubdomain' })
      .thenRejected('not-found')
    given(agencyDomains, claimed, removed).when(named).thenRejected('not-found')
  })

  it('ends the claim, whatever is said of it later', () => {
    const removed: Extract<AgencyDomainEvent, { type: 'DomainRemoved' }> = {
      type: 'DomainRemoved',
      data: { ...about, reason: 'person', wasVerified: false, at },
    }
    given(agencyDomains, claimed).when(remove).then(removed)
    given(agencyDomains, claimed, verified)
      .when(remove)
      .then({ ...removed, data: { ...removed.data, wasVerified: true } })
    for (const late of [remove, check(true, true), routing(false)])
      given(agencyDomains, claimed, removed).when(late).thenNothing()
    const again = { ...about, claimId: 'c2' }
    given(agencyDomains, claimed, removed)
      .when({ ...claim, claim: { ...again, userId: 'u1' } })
      .then({ type: 'DomainClaimed', data: { ...again, userId: 'u1', records: [...records], at } })
    given(agencyDomains, claimed, removed, {
      type: 'DomainClaimed',
      data: { ...again, userId: 'u1', records: [], at },
    })
      .when(remove)
      .thenNothing()
  })
})

describe('reminders', () => {
  const reminder = {
    ...{ agencyId: 'w1', agencyName: 'North', userId: 'u1', userEmail: 'ada@north.example' },
    bucket: 'na',
  } as const
  const create: AgencyDomainCommand = { type: 'CreateDnsReminder', claimId: 'c1', reminder }
  const created: AgencyDomainEvent = {
    type: 'DnsReminderCreated',
    data: { ...about, ...reminder, timestamp: now / 1_000 },
  }

  it('are one at a time, and none for a verified domain', () => {
    given(agencyDomains, claimed).when(create).then(created)
    given(agencyDomains, claimed, created).when(create).thenNothing()
    given(agencyDomains, claimed, verified).when(create).thenNothing()
    given(agencyDomains, claimed, created)
      .when({ type: 'RecordDnsReminderSent', claimId: 'c1' })
      .then({ type: 'DnsReminderSent', data: { ...about, at } })
    given(agencyDomains, claimed).when({ type: 'RecordDnsReminderSent', claimId: 'c1' }).thenNothing()
  })
})
