/** E-mail sending domains from their addition to their end: reservations, looks at DNS, failures, and mails. */
import { expect, test } from 'vitest'
import { MISSES, POLLED_OFTEN_MS, UNVERIFIED_MS, WATCH_MS } from '../domains/check-domains.ts'
import { about, openTestClaims } from '../domains/claims.test-region.ts'
import { checkEmailDomains, emailCheckKind } from './check-email-domains.ts'
import { emailDomains } from './email-domain.decider.ts'
import { emailDomainPolicies } from './email-domain.policy.ts'
import { emailDomainNames } from './email-domain-names.ts'
import { selfHostedEmailDomains } from './provider/self-hosted.ts'

const MINUTE_MS = 60_000
const domain = 'north.example'

async function openEmailDomains() {
  const removed: string[] = []
  const opened = await openTestClaims(emailCheckKind, ({ commands, lookup, now, ...given }) => {
    const provider = {
      ...selfHostedEmailDomains({
        dns: lookup,
        spf: 'include:parley.example',
        returnMx: 'mail.parley.example',
      }),
      remove: async (of: { domain: string }) => void removed.push(of.domain),
    }
    const names = emailDomainNames({ commandsOf: () => commands, now })
    const checking = checkEmailDomains({
      ...{ commands, deadlines: given.deadlines, now },
      providerOf: () => provider,
    })
    const policies = emailDomainPolicies({
      ...{ commands, names, providers: { of: () => provider }, mail: given.mail },
      managersOf: async () => [{ userId: 'u1', email: 'ada@elsewhere.example' }],
      settingsUrl: 'https://parley.example/app/na/agency?tab=email',
    })
    return {
      ...{ policies: [checking.policy, ...policies], work: checking.work },
      parts: { names, provider },
    }
  })
  const { clock, contextOf, deadlines, dns, look, lookTwice, mails, now, region } = opened
  const { names, provider } = opened.parts
  const made = await provider.add({ domain, emailDomainId: 'e1' })
  if (!made.ok) throw new Error(made.rejection.code)
  async function add(agencyId = 'w1') {
    const emailDomainId = `of-${agencyId}`
    const context = contextOf(agencyId)
    const reserved = await names.reserve({ domain, claimId: emailDomainId, agencyId, region: 'na' }, context)
    if (!reserved.ok || !made.ok) return reserved
    const { providerId, records, key } = made
    const handled = await region.handle(
      emailDomains,
      agencyId,
      {
        type: 'AddEmailDomain',
        added: {
          ...{ emailDomainId, domain, provider: 'self-hosted', providerId, records, userId: 'u1' },
          ...(key && { key }),
        },
        usableUntil: reserved.usableUntil,
      },
      context,
    )
    await region.settled()
    return handled
  }
  const stored = () => region.eventStore.readStream('emaildomain-w1')
  return {
    ...{ dns, clock, names, mails, removed, add, look, lookTwice },
    setAll() {
      dns.set(`send.${domain}`, {
        MX: ['mail.parley.example'],
        TXT: ['v=spf1 include:parley.example ~all'],
      })
      dns.set(made.records[2]?.host ?? '', { TXT: [made.records[2]?.value ?? ''] })
      dns.set(`_dmarc.${domain}`, { TXT: ['v=DMARC1; p=none;'] })
    },
    async verify() {
      const command = { type: 'RequestEmailDomainVerification', emailDomainId: 'of-w1' } as const
      await region.handle(emailDomains, 'w1', command, contextOf('w1'))
      await region.settled()
    },
    async remove(agencyId = 'w1') {
      const command = { type: 'DeleteEmailDomain', emailDomainId: `of-${agencyId}` } as const
      await region.handle(emailDomains, agencyId, command, contextOf(agencyId))
      await region.settled()
    },
    nextAfter: async () => ((await deadlines.next(emailCheckKind)) ?? 0) - now(),
    domainOf: async (agencyId = 'w1') =>
      (await region.load(emailDomains, agencyId, agencyId))?.state.emailDomain,
    stored,
    events: async () => (await stored()).map(({ type }) => type.replace('EmailDomain', '')),
  }
}

test('is looked for every five seconds once it is to be verified, and then watched', async () => {
  const { add, verify, look, setAll, dns, domainOf, events, nextAfter } = await openEmailDomains()
  await add()
  expect(dns.asked()).toBe(0)
  expect(await nextAfter()).toEqual(about(UNVERIFIED_MS))
  await verify()
  expect(await look()).toEqual(about(5_000))
  expect(await look()).toEqual(about(5_000))
  expect((await domainOf())?.status).toBe('pending')
  setAll()
  expect(await look()).toEqual(about(WATCH_MS))
  expect(await look()).toEqual(about(WATCH_MS))
  expect(await domainOf()).toMatchObject({ status: 'verified', sends: true })
  expect(await events()).toEqual(['Added', 'VerificationRequested', 'Verified'])
})

test('the same look of two processes is one event', async () => {
  const { add, verify, lookTwice, setAll, events } = await openEmailDomains()
  await add()
  await verify()
  setAll()
  await lookTwice()
  expect(await events()).toEqual(['Added', 'VerificationRequested', 'Verified'])
})

test('its private key is readable in no event', async () => {
  const { add, stored, domainOf } = await openEmailDomains()
  await add()
  expect((await domainOf())?.key?.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----/)
  const [event] = await stored()
  const data = String(event?.data)
  expect(JSON.parse(data).privateKey).toMatch(/^sealed/)
  expect(data).not.toContain('BEGIN')
})

test('an outage of DNS is a temporary failure, in which what was verified still sends', async () => {
  const { add, verify, look, setAll, dns, domainOf, mails } = await openEmailDomains()
  await add()
  await verify()
  dns.mood('failing')
  expect(await look()).toEqual(about(5_000))
  expect(await domainOf()).toMatchObject({ status: 'temporary_failure', sends: false })
  dns.mood('well')
  setAll()
  await look()
  dns.mood('silent')
  for (let nth = 0; nth <= MISSES; nth++) expect(await look()).toEqual(about(5_000))
  expect(await domainOf()).toMatchObject({ status: 'temporary_failure', sends: true })
  dns.mood('well')
  expect(await look()).toEqual(about(WATCH_MS))
  expect(await domainOf()).toMatchObject({ status: 'verified', sends: true })
  expect(mails).toEqual([])
})

test('records that are gone three looks in a row end the sending, until they are back', async () => {
  const { add, verify, look, setAll, dns, domainOf, mails, events } = await openEmailDomains()
  await add()
  await verify()
  setAll()
  await look()
  dns.set(`send.${domain}`)
  for (let miss = 1; miss < MISSES; miss++) expect(await look()).toEqual(about(MINUTE_MS))
  expect(await domainOf()).toMatchObject({ status: 'verified', sends: true })
  expect(await look()).toEqual(about(5_000))
  expect(await domainOf()).toMatchObject({
    ...{ status: 'failure', sends: false },
    found: ['pending', 'pending', 'verified', 'verified'],
  })
  expect(mails).toEqual(['ada@elsewhere.example: Your mails no longer come from north.example'])
  await look()
  setAll()
  await look()
  expect(await domainOf()).toMatchObject({ status: 'verified', sends: true })
  expect(await events()).toEqual(['Added', 'VerificationRequested', 'Verified', 'Failed', 'Verified'])
})

test('what is not verified is polled less often after two days, and given up after seven', async () => {
  const { add, verify, look, clock, domainOf, mails, names, removed } = await openEmailDomains()
  await add()
  await verify()
  clock.ahead = POLLED_OFTEN_MS + 1
  expect(await look()).toEqual(about(MINUTE_MS))
  clock.ahead = UNVERIFIED_MS + 1_000
  expect(await look()).toBeUndefined()
  expect(await domainOf()).toBeUndefined()
  expect(mails).toEqual(['ada@elsewhere.example: north.example was removed as your e-mail sending domain'])
  expect(removed).toEqual([domain])
  expect((await names.find(domain)).owner).toBeUndefined()
})

test('what nobody asked to verify is given up after seven days too', async () => {
  const { add, look, clock, domainOf, dns } = await openEmailDomains()
  await add()
  clock.ahead = UNVERIFIED_MS + 1_000
  expect(await look()).toBeUndefined()
  expect(await domainOf()).toBeUndefined()
  expect(dns.asked()).toBe(0)
})

test('of many who add a domain at once, one gets it; it is free once that one removed it', async () => {
  const { add, remove } = await openEmailDomains()
  const agencies = Array.from({ length: 8 }, (_, nth) => `w${nth}`)
  const claims = await Promise.all(agencies.map((agencyId) => add(agencyId)))
  const winners = agencies.filter((_, nth) => claims[nth]?.ok)
  expect(winners).toHaveLength(1)
  const [winner = ''] = winners
  const other = agencies.find((one) => one !== winner) ?? ''
  expect(await add(other)).toMatchObject({ ok: false, rejection: { code: 'domain-taken' } })
  await remove(winner)
  expect(await add(other)).toMatchObject({ ok: true })
})
