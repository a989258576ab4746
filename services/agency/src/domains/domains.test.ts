/** Domains from their claim to their end: reservations over regions, looks at DNS, grace, and mails. */
import { openTestRegion } from '@parley/engines/test-region.ts'
import { expect, onTestFinished, test } from 'vitest'
import { agencyDomains } from './agency-domains.decider.ts'
import { agencyHosts } from './agency-hosts.ts'
import {
  checkDomains,
  checkKind,
  GRACE_MS,
  MISSES,
  POLLED_OFTEN_MS,
  UNVERIFIED_MS,
  WATCH_MS,
} from './check-domains.ts'
import { about, openTestClaims } from './claims.test-region.ts'
import { domainName } from './domain-name.decider.ts'
import { domainNames } from './domain-names.ts'
import { domainPolicies } from './domains.policy.ts'
import { ownershipIn, ownershipRecord } from './ownership.ts'
import { selfHostedDomains } from './provider/self-hosted.ts'

const MINUTE_MS = 60_000
const domain = 'app.north.example'
const parsed = { domain, zone: 'north.example' }
const cname = 'edge.parley.example'

async function openDomains() {
  const world = { live: false }
  const removed: string[] = []
  const opened = await openTestClaims(checkKind, ({ commands, lookup, now, ...given }) => {
    const self = selfHostedDomains({ dns: lookup, cname, ip: undefined })
    const provider = { ...self, remove: async (one: string) => void removed.push(one) }
    const names = domainNames({ commandsOf: () => commands, now })
    const checking = checkDomains({
      ...{ commands, deadlines: given.deadlines, dns: lookup, provider, now },
      isLive: async () => world.live,
    })
    const policies = domainPolicies({
      ...{ commands, names, provider, mail: given.mail },
      managersOf: async () => [{ userId: 'u1', email: 'ada@north.example' }],
      settingsUrl: 'https://parley.example/app/na/agency?tab=domains',
    })
    return {
      ...{ policies: [checking.policy, ...policies], work: checking.work },
      parts: { names, provider },
    }
  })
  const { clock, contextOf, dns, look, mails, now, region } = opened
  const { names, provider } = opened.parts
  dns.set(cname, { A: ['203.0.113.7'] })
  async function claim(agencyId = 'w1', claimId = `claim-of-${agencyId}`) {
    const context = contextOf(agencyId)
    const reserved = await names.reserve({ domain, claimId, agencyId, region: 'na' }, context)
    if (!reserved.ok) return reserved
    const hosted = await provider.add(parsed)
    const records = hosted.ok ? [ownershipRecord(parsed), ...hosted.records] : []
    const handled = await region.handle(
      agencyDomains,
      agencyId,
      {
        type: 'ClaimDomain',
        claim: { claimId, domainType: 'customDomain', domain, userId: 'u1' },
        records,
        usableUntil: reserved.usableUntil,
      },
      context,
    )
    await region.settled()
    return handled.ok ? { ok: true as const, proof: ownershipIn(records) } : handled
  }
  return {
    ...{ dns, clock, world, names, mails, removed, claim, look, now },
    prove(proof: { host: string; value: string } | undefined) {
      if (proof) dns.set(proof.host, { TXT: [proof.value] })
    },
    lead: (here = true) => dns.set(domain, here ? { CNAME: cname } : { A: ['192.0.2.1'] }),
    async remove(agencyId = 'w1') {
      const command = { type: 'RemoveDomain', claimId: `claim-of-${agencyId}`, reason: 'person' } as const
      await region.handle(agencyDomains, agencyId, command, contextOf(agencyId))
      await region.settled()
    },
    domainOf: async (agencyId = 'w1') =>
      (await region.load(agencyDomains, agencyId, agencyId))?.state.customDomain,
    events: async (agencyId = 'w1') =>
      (await region.eventStore.readStream(`agencydomain-${agencyId}`)).map(({ type }) => type),
  }
}

test('is polled every five seconds until its records are there, then until it is live, then watched', async () => {
  const { claim, look, prove, lead, world, events, domainOf, dns } = await openDomains()
  const claimed = await claim()
  expect(await look()).toEqual(about(5_000))
  expect(await look()).toEqual(about(5_000))
  expect(await events()).toEqual(['DomainClaimed', 'DomainRecordsChecked'])
  lead()
  await look()
  expect((await domainOf())?.checked).toEqual({ owned: false, routed: true })
  prove('proof' in claimed ? { host: claimed.proof?.host ?? '', value: 'another claim’s' } : undefined)
  await look()
  expect((await domainOf())?.verifiedAt).toBeUndefined()
  prove('proof' in claimed ? claimed.proof : undefined)
  expect(await look()).toEqual(about(0))
  expect((await domainOf())?.verifiedAt).toBeDefined()
  expect(await look()).toEqual(about(5_000))
  world.live = true
  expect(await look()).toEqual(about(WATCH_MS))
  expect(await look()).toEqual(about(WATCH_MS))
  expect(await events()).toEqual([
    ...['DomainClaimed', 'DomainRecordsChecked', 'DomainRecordsChecked', 'DomainVerified', 'DomainWentLive'],
  ])
  expect(dns.asked()).toBeGreaterThan(0)
})

test('an unverified domain is polled less often after two days, and given up after seven', async () => {
  const { claim, look, clock, domainOf, mails, names, removed } = await openDomains()
  await claim()
  clock.ahead = POLLED_OFTEN_MS + 1
  expect(await look()).toEqual(about(MINUTE_MS))
  clock.ahead = UNVERIFIED_MS + 1_000
  expect(await look()).toBeUndefined()
  expect(await domainOf()).toBeUndefined()
  expect(mails).toEqual(['ada@north.example: app.north.example was removed from your agency'])
  expect(removed).toEqual([domain])
  expect((await names.find(domain)).owner).toBeUndefined()
})

test('a live domain that leads elsewhere is warned of, and taken away after the grace time', async () => {
  const { claim, look, prove, lead, world, clock, mails, domainOf, names } = await openDomains()
  const claimed = await claim()
  prove('proof' in claimed ? claimed.proof : undefined)
  lead()
  world.live = true
  await look()
  await look()
  lead(false)
  for (let miss = 1; miss < MISSES; miss++) expect(await look()).toEqual(about(MINUTE_MS))
  expect(mails).toEqual([])
  expect(await look()).toEqual(about(MINUTE_MS))
  expect(mails).toEqual(['ada@north.example: app.north.example no longer points to your agency'])
  expect((await domainOf())?.removeAt).toBeDefined()
  lead()
  expect(await look()).toEqual(about(WATCH_MS))
  expect((await domainOf())?.removeAt).toBeUndefined()

  lead(false)
  for (let miss = 0; miss < MISSES; miss++) await look()
  clock.ahead = GRACE_MS + 1_000
  expect(await look()).toBeUndefined()
  expect(mails.at(-1)).toBe('ada@north.example: app.north.example was removed from your agency')
  expect((await names.find(domain)).owner).toBeUndefined()

  // Its records still prove nothing for whoever claims it next.
  lead()
  clock.ahead = 0
  const next = await claim('w2')
  expect(next).toMatchObject({ ok: true })
  await look()
  expect((await domainOf('w2'))?.verifiedAt).toBeUndefined()
  expect((await domainOf('w2'))?.checked).toEqual({ owned: false, routed: true })
})

test('an outage of DNS is no reason to warn of anything or to remove it', async () => {
  const { claim, look, prove, lead, world, clock, mails, domainOf, dns } = await openDomains()
  const claimed = await claim()
  prove('proof' in claimed ? claimed.proof : undefined)
  lead()
  world.live = true
  await look()
  await look()
  dns.mood('failing')
  for (let nth = 0; nth <= MISSES; nth++) expect(await look()).toEqual(about(MINUTE_MS))
  dns.mood('silent')
  expect(await look()).toEqual(about(MINUTE_MS))
  dns.mood('well')
  lead(false)
  for (let miss = 0; miss < MISSES; miss++) await look()
  clock.ahead = GRACE_MS + 1_000
  dns.mood('failing')
  await look()
  expect((await domainOf())?.removeAt).toBeDefined()
  expect(mails).toHaveLength(1)
})

test('of many who claim a domain at once, one gets it; it is free once that one removed it', async () => {
  const { claim, remove } = await openDomains()
  const agencies = Array.from({ length: 12 }, (_, nth) => `w${nth}`)
  const claims = await Promise.all(agencies.map((agencyId) => claim(agencyId)))
  const winners = agencies.filter((_, nth) => claims[nth]?.ok)
  expect(winners).toHaveLength(1)
  for (const refused of claims.filter((one) => !one.ok))
    expect(refused).toMatchObject({
      rejection: { code: 'domain-taken', message: 'This domain already exists on another account.' },
    })
  const [winner = ''] = winners
  const other = agencies.find((one) => one !== winner) ?? ''
  expect(await claim(other)).toMatchObject({ ok: false })
  await remove(winner)
  expect(await claim(other)).toMatchObject({ ok: true })
})

test('a reservation that nobody used may be taken over, one that is used may not', async () => {
  const { names, claim, clock } = await openDomains()
  const context = {
    actor: { kind: 'user', id: 'u1' },
    cause: { via: 'dashboard', command: 'k', correlation: 'c' },
  } as const
  const of = { domain, claimId: 'stopped', agencyId: 'w9', region: 'na' } as const
  expect(await names.reserve(of, context)).toMatchObject({ ok: true })
  expect(await claim()).toMatchObject({ ok: false })
  clock.ahead = 180_001
  expect(await claim()).toMatchObject({ ok: true })
  clock.ahead = 10 * 180_001
  expect(await names.reserve(of, context)).toMatchObject({ ok: false })
})

test('regions share the reservations', async () => {
  const [na, eu] = await Promise.all([openTestRegion(), openTestRegion()])
  onTestFinished(async () => {
    await na.close()
    await eu.close()
  })
  const commandsOf = (region?: string) => (region === 'eu' ? eu : na).commands
  const both = domainNames({ commandsOf })
  const reserve = (region: 'na' | 'eu', nth: number) =>
    both.reserve(
      { domain, claimId: `${region}${nth}`, agencyId: `w${nth}`, region },
      {
        actor: { kind: 'user', id: 'u1' },
        cause: { via: 'dashboard', command: `${region}${nth}`, correlation: 'c' },
      },
    )
  const all = await Promise.all([1, 2, 3].flatMap((nth) => [reserve('na', nth), reserve('eu', nth)]))
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await eu.eventStore.head()).toBe(-1)
  expect(domainName.category).toBe('domainname')
})

test('hosts are those of verified domains, and only until they are removed', async () => {
  const { claim, look, prove, lead, names, remove } = await openDomains()
  const clock = { now: 0 }
  const hosts = agencyHosts({ names, key: Buffer.alloc(32, 1), now: () => clock.now })
  const claimed = await claim()
  expect(await hosts.of(domain)).toBeUndefined()
  prove('proof' in claimed ? claimed.proof : undefined)
  lead()
  await look()
  clock.now += 501
  const found = { domain, region: 'na', agencyId: 'w1' }
  for (const host of [domain, `${domain}:8443`, 'APP.north.example', `${domain}.`])
    expect(await hosts.of(host)).toEqual(found)
  for (const other of [
    ...[undefined, '', 'north.example', `x.${domain}`, `${domain}.evil.example`, `evil.example/${domain}`],
    ...[`${domain}@evil.example`, `${domain}:80:80`, '127.0.0.1', '[::1]:80', 'x'.repeat(5_000)],
  ])
    expect(await hosts.of(other)).not.toEqual(found)
  await remove()
  clock.now += 501
  expect(await hosts.of(domain)).toBe('ended')
  // Whoever claims it next proves it first; one that nobody ever proved was never served.
  await claim('w2')
  clock.now += 501
  expect(await hosts.of(domain)).toBe('ended')
})

test('a domain that was claimed and removed unproven is none of the agencies’', async () => {
  const { claim, names, remove } = await openDomains()
  const hosts = agencyHosts({ names, key: Buffer.alloc(32, 1) })
  await claim()
  await remove()
  expect(await hosts.of(domain)).toBeUndefined()
})
