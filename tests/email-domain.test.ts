/**
 * The e-mail sending domain of an agency over HTTP, with DNS and SMTP servers on the loopback interface: what comes from
 * it once it is verified, signed so that a receiver can tell, and what becomes of mails without it.
 */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyDkim } from './src/dkim.ts'
import { joinWorkspace } from './src/join-workspace.ts'
import { type MailServer, startMailServer } from './src/mail-server.ts'
import { type Person, signUpWith, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let dns: TestDns
let mails: MailServer
let parley: TestPlatform
/** Domains from which the mail server takes no mail. */
const refusedSenders = new Set<string>()
let nth = 0

beforeAll(async () => {
  dns = await startTestDns()
  mails = await startMailServer({
    refuseSender: (address) =>
      refusedSenders.has(address.split('@')[1] ?? '') ? 'Not your address' : undefined,
  })
  parley = await startTestPlatform({
    ...{ DNS_SERVERS: dns.address, SMTP_URL: mails.url, TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1000' },
    ...{ MAIL_FROM: 'Parley <no-reply@parley.example>', MAIL_RETURN_MX: 'mail.parley.example' },
    ...{ SUBDOMAIN_ROOT: 'agents.example', CLIENT_SEATS: '20', WORKSPACE_SEATS: '5' },
  })
})
afterAll(async () => {
  await parley?.stop()
  await mails?.close()
  await dns?.stop()
})

const signUp = (region: Region = 'na') => signUpWith(parley.client, mails.codes, { region })
const place = ({ region, workspaceId }: Person) => ({ params: { region, workspaceId } })

async function ownerOf(region: Region = 'na') {
  const owner = await signUp(region)
  await owner.client.call('agency.initialize', place(owner))
  await owner.client.call('agency.save', { ...place(owner), body: { name: 'Northwind' } })
  return owner
}
const newDomain = () => `agency${++nth}.example`
const add = ({ client, region }: Person, domain: string, body: object = {}) =>
  client.call('emailDomains.add', { params: { region, domain }, body })
const read = (person: Person) => person.client.call('emailDomains.get', place(person))
const verify = ({ client, region }: Person, emailDomainId: string) =>
  client.call('emailDomains.verify', { params: { region, emailDomainId } })
const status = async ({ client, region }: Person, emailDomainId: string) =>
  (await client.call('emailDomains.status', { params: { region, emailDomainId } })).data.status
const remove = ({ client, region }: Person, emailDomainId: string) =>
  client.call('emailDomains.remove', { params: { region, emailDomainId } })

async function verified(owner: Person) {
  const domain = newDomain()
  const { data } = await add(owner, domain)
  dns.setAll(data.records)
  await verify(owner, data.id)
  await expect.poll(() => status(owner, data.id), { timeout: 20_000 }).toBe('verified')
  return { domain, id: data.id }
}

/** A client that asks for a login code; its mail. */
async function loginMailOf(owner: Person) {
  const { client, region, workspaceId: agencyId } = owner
  const email = `client${++nth}@example.com`
  const { organisationId } = await client.call('organisations.create', { ...place(owner), body: {} })
  await client.call('clients.create', {
    ...place(owner),
    body: { orgId: organisationId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' },
  })
  const asked = await fetch(`${parley.url}/api/${region}/rpc/ssoClient`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.8.0.${++nth}` },
    body: JSON.stringify({ email, agencyId }),
  })
  expect(asked.status).toBe(200)
  return mailTo(email)
}

/** The newest mail to an address, once there is one more than there were. */
async function mailTo(address: string, before = 0) {
  await expect.poll(() => mails.rawTo(address).length, { timeout: 20_000 }).toBeGreaterThan(before)
  const [mail, came] = [mails.mailsTo(address).at(-1), mails.rawTo(address).at(-1)]
  return { from: mail?.from, subject: mail?.subject, messageId: mail?.messageId, ...came! }
}

test('is added, verified by its records, sent from with a signature, and deleted', async () => {
  const owner = await ownerOf()
  const domain = newDomain()
  expect(await read(owner)).toEqual({
    ...{ resendEmailDomain: '', resendEmailDomainId: '', resendEmailDomainStatus: 'not_started' },
    ...{ resendEmailDomainRecords_JSON_STRING: '', records: [] },
  })
  const added = await add(owner, ` ${domain.toUpperCase()}.`, { domain, agencyId: owner.workspaceId })
  expect(added).toMatchObject({
    success: true,
    data: { statusCode: 201, message: 'Domain added successfully! Please add the DNS records.' },
  })
  const { id, records } = added.data
  expect(records.map(({ type, name, priority, ttl, status: of }) => [type, name, priority, ttl, of])).toEqual(
    [
      ['MX', 'send', 10, 'Auto', 'not_started'],
      ['TXT', 'send', undefined, 'Auto', 'not_started'],
      ['TXT', `s${id.slice(0, 8).toLowerCase()}._domainkey`, undefined, 'Auto', 'not_started'],
      ['TXT', '_dmarc', undefined, 'Auto', 'not_started'],
    ],
  )
  expect(records.map(({ value }) => value)).toMatchObject({
    0: 'mail.parley.example',
    1: 'v=spf1 include:parley.example ~all',
    3: 'v=DMARC1; p=none;',
  })
  const view = await read(owner)
  expect(view).toMatchObject({ resendEmailDomain: domain, resendEmailDomainId: id })
  expect(JSON.parse(view.resendEmailDomainRecords_JSON_STRING)).toEqual(records)

  expect(await verify(owner, id)).toEqual({ success: true, message: 'Domain verification pending..' })
  expect(await status(owner, id)).toBe('pending')
  const unverified = await loginMailOf(owner)
  expect(unverified.from).toEqual({ name: 'Northwind', address: 'no-reply@parley.example' })
  expect(unverified.returnPath).toBe('no-reply@parley.example')
  expect(await verifyDkim(unverified.raw, dns.address)).toEqual({ result: 'none' })

  dns.setAll(records)
  await expect.poll(() => status(owner, id), { timeout: 20_000 }).toBe('verified')
  expect(await read(owner)).toMatchObject({
    ...{ resendEmailDomainStatus: 'verified', sender: `no-reply@${domain}` },
    records: Array.from({ length: 4 }, () => ({ status: 'verified' })),
  })
  const mail = await loginMailOf(owner)
  expect(mail.from).toEqual({ name: 'Northwind', address: `no-reply@${domain}` })
  expect(mail.returnPath).toMatch(new RegExp(`^bounces\\+n[0-9a-z]{53}@send\\.${domain}$`))
  expect(mail.messageId).toMatch(new RegExp(`@${domain}>$`))
  expect(mail.raw.toString()).not.toMatch(/parley/i)
  const proof = await verifyDkim(mail.raw, dns.address)
  expect(proof).toMatchObject({ result: 'pass', domain })
  expect(proof.signed).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id']))
  const [forged, edited] = [/^From: .*$/m, /login code/].map((part) =>
    Buffer.from(mail.raw.toString('latin1').replace(part, 'From: Eve <eve@evil.example>'), 'latin1'),
  )
  expect(await verifyDkim(forged!, dns.address)).toMatchObject({ result: 'fail' })
  expect(await verifyDkim(edited!, dns.address)).toMatchObject({ result: 'fail' })

  expect(await remove(owner, id)).toEqual({ success: true, message: 'Domain deleted successfully..' })
  expect((await loginMailOf(owner)).from).toEqual({ name: 'Northwind', address: 'no-reply@parley.example' })
  expect(await read(owner)).toMatchObject({ resendEmailDomain: '', resendEmailDomainStatus: 'not_started' })
})

describe('what comes from it', () => {
  test('invites, reports, DNS instructions and transcripts of the agency', async () => {
    const owner = await ownerOf()
    const { domain } = await verified(owner)
    const from = { name: 'Northwind', address: `no-reply@${domain}` }
    const invited = `new${++nth}@example.com`
    await owner.client.call('invites.create', { ...place(owner), body: { email: invited } })
    expect((await mailTo(invited)).from).toEqual(from)

    const before = mails.mailsTo(owner.email).length
    await owner.client.call('reports.send', { ...place(owner), body: { frequency: 'weekly' } })
    expect((await mailTo(owner.email, before)).from).toEqual(from)

    await owner.client.call('domains.add', {
      params: { region: 'na' },
      body: { customDomain: `app.${domain}`, isCustomDomain: true },
    })
    const developer = `dev${++nth}@example.com`
    await owner.client.call('domains.sendInstructions', {
      ...place(owner),
      body: { to: developer, subject: 'Records', htmlContent: '<p>Please</p>' },
    })
    expect((await mailTo(developer)).from).toEqual(from)

    const params = { region: 'na', agentId: `mailagent${nth}` } as const
    await owner.client.call('agents.save', { params, body: { title: 'Lamps', enableNodes: false } })
    const { conversationId, visitorToken } = await parley
      .client()
      .call('conversations.start', { params, body: {} })
    const visitor = `visitor${++nth}@example.com`
    await parley.client(visitorToken).call('conversations.mailTranscript', {
      params: { ...params, conversationId },
      body: { email: visitor },
    })
    const transcript = await mailTo(visitor)
    expect(transcript.from).toEqual({ ...from, name: 'Lamps' })
    expect(await verifyDkim(transcript.raw, dns.address)).toMatchObject({ result: 'pass', domain })
  })

  test('nothing of another agency', async () => {
    await verified(await ownerOf())
    const other = await ownerOf('eu')
    expect((await loginMailOf(other)).from?.address).toBe('no-reply@parley.example')
  })

  test('a mail that our server takes from us alone goes out from us', async () => {
    const owner = await ownerOf()
    const { domain } = await verified(owner)
    refusedSenders.add(`send.${domain}`)
    const mail = await loginMailOf(owner)
    expect(mail.from).toEqual({ name: 'Northwind', address: 'no-reply@parley.example' })
  })
})

test('wrong records are a failure, which ends once they are right', async () => {
  const owner = await ownerOf()
  const { data } = await add(owner, newDomain())
  dns.setAll(data.records.map((record) => ({ ...record, value: record.value.replace('~all', 'x') })))
  dns.set(data.records[2]!.host, { TXT: ['v=DKIM1; k=rsa; p=MIIB'] })
  await verify(owner, data.id)
  await expect.poll(() => status(owner, data.id), { timeout: 20_000 }).toBe('failure')
  expect((await read(owner)).records.map((record) => record.status)).toEqual([
    ...['verified', 'verified', 'failure', 'verified'],
  ])
  expect((await loginMailOf(owner)).from?.address).toBe('no-reply@parley.example')
  dns.setAll(data.records)
  await expect.poll(() => status(owner, data.id), { timeout: 20_000 }).toBe('verified')
})

test('of agencies in all regions that add a domain at once, one gets it', async () => {
  const agencies = await Promise.all([ownerOf(), ownerOf('eu'), ownerOf()])
  const domain = newDomain()
  const claims = await Promise.allSettled(agencies.map((one) => add(one, domain)))
  expect(claims.filter(({ status: of }) => of === 'fulfilled')).toHaveLength(1)
  for (const claim of claims)
    if (claim.status === 'rejected')
      expect(claim.reason).toMatchObject({ status: 409, message: 'This domain is already added.' })
})

test.each([
  ['intranet', 'Please enter your root domain, such as youragency.com'],
  ['co.uk', 'Please enter your root domain, such as youragency.com'],
  ['169.254.169.254', 'Please enter your root domain, such as youragency.com'],
  ['mail.north.example', 'Please enter your root domain: "north.example"'],
])('%j is refused', async (entered, message) => {
  await expect(add(await ownerOf(), entered)).rejects.toMatchObject({ status: 422, message })
})

test.each(['parley.example', 'agents.example'])('%s is the operator’s', async (own) => {
  await expect(add(await ownerOf(), own)).rejects.toMatchObject({
    ...{ status: 409, message: 'This domain is already added.' },
  })
})

test('an agency has one, members only look, and others see nothing', async () => {
  const owner = await ownerOf()
  const domain = newDomain()
  const { data } = await add(owner, domain)
  expect(await add(owner, domain)).toMatchObject({ data: { id: data.id } })
  await expect(add(owner, newDomain())).rejects.toMatchObject({ code: 'domain-exists' })
  const member = await signUp()
  await joinWorkspace(parley, owner, member)
  const asMember = { ...member, workspaceId: owner.workspaceId }
  expect(await read(asMember)).toMatchObject({ resendEmailDomain: domain })
  const stranger = await ownerOf()
  await expect(read({ ...stranger, workspaceId: owner.workspaceId })).rejects.toMatchObject({ status: 404 })
  for (const act of [verify, remove, status])
    await expect(act(stranger, data.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await status(owner, data.id)).toBe('not_started')
})
