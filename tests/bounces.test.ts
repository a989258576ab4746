/** What comes back of mails over SMTP: recorded for the workspace whose mail it was, and nothing sent there again. */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaint, deliver, notification } from './src/bounce-mails.ts'
import { freePort } from './src/free-ports.ts'
import { type MailServer, startMailServer } from './src/mail-server.ts'
import { type Person, signUpWith, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let dns: TestDns
let mails: MailServer
let parley: TestPlatform
let port: number
let nth = 0

beforeAll(async () => {
  dns = await startTestDns()
  mails = await startMailServer({})
  port = await freePort()
  parley = await startTestPlatform({
    ...{ DNS_SERVERS: dns.address, SMTP_URL: mails.url, RATE_LIMIT_FACTOR: '1000', CLIENT_SEATS: '20' },
    ...{ MAIL_FROM: 'Parley <no-reply@parley.example>', MAIL_RETURN_HOST: 'bounces.parley.example' },
    ...{ INBOUND_MAIL_PORT: String(port), WORKSPACE_SEATS: '50' },
  })
})
afterAll(async () => {
  await parley?.stop()
  await mails?.close()
  await dns?.stop()
})

const signUp = () => signUpWith(parley.client, mails.codes)
const place = ({ workspaceId }: Person) => ({ params: { region: 'na', workspaceId } }) as const
const list = async (person: Person) => person.client.call('bounces.list', place(person))
const newAddress = (name: string) => `${name}${++nth}@example.com`
/** Invites an address; returns what invites it anew. */
async function invite(person: Person, email: string): Promise<() => Promise<void>> {
  const create = async () =>
    (await person.client.call('invites.create', { ...place(person), body: { email } })).inviteId
  let inviteId = await create()
  return async () => {
    await person.client.call('invites.revoke', { params: { ...place(person).params, inviteId } })
    inviteId = await create()
  }
}

/** The return path of the newest mail to an address, once there are as many. */
async function returnPathOf(email: string, count = 1): Promise<string> {
  await expect.poll(() => mails.rawTo(email).length, { timeout: 20_000 }).toBe(count)
  return mails.rawTo(email).at(-1)?.returnPath ?? ''
}

/** Waits until the mails that were asked for before have been sent or left out. */
async function mailsAreSent(person: Person) {
  const marker = newAddress('marker')
  await invite(person, marker)
  await returnPathOf(marker)
}

test('a mail that can not be delivered is listed once, and no other follows until a person says so', async () => {
  const owner = await signUp()
  const gone = newAddress('Gone')
  const resend = await invite(owner, gone)
  const returnPath = await returnPathOf(gone.toLowerCase())
  expect(returnPath).toMatch(/^bounces\+n[0-9a-z]{53}@bounces\.parley\.example$/)
  const came = notification({ to: gone })
  await deliver(port, returnPath.toUpperCase(), came)
  await deliver(port, returnPath, came)
  await deliver(port, returnPath, notification({ to: gone, id: 'dsn-2' }))
  const { items, counts } = await list(owner)
  expect(items).toEqual([
    {
      ...{ addressId: expect.stringMatching(/^[0-9a-f]{32}$/), email: gone.toLowerCase(), kind: 'hard' },
      ...{ status: '5.1.1', reason: 'There is no such address.', suppressed: true, times: 1 },
      ...{ advice: 'Check the spelling, or ask for another address.', at: expect.any(String) },
    },
  ])
  expect(counts).toEqual({ hard: 1, soft: 0, complaint: 0 })
  await resend()
  await mailsAreSent(owner)
  expect(mails.rawTo(gone.toLowerCase())).toHaveLength(1)

  const { addressId = '' } = items[0] ?? {}
  await owner.client.call('bounces.clear', { params: { ...place(owner).params, addressId } })
  expect((await list(owner)).items).toEqual([])
  await resend()
  await returnPathOf(gone.toLowerCase(), 2)
  await expect(
    owner.client.call('bounces.clear', { params: { ...place(owner).params, addressId } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('another workspace mails the address as before, and neither sees nor clears it', async () => {
  const [owner, other] = [await signUp(), await signUp()]
  const gone = newAddress('gone')
  await invite(owner, gone)
  await deliver(port, await returnPathOf(gone), notification({ to: gone }))
  const [{ addressId = '' } = {}] = (await list(owner)).items
  await invite(other, gone)
  await returnPathOf(gone, 2)
  expect((await list(other)).items).toEqual([])
  const params = { ...place(other).params, addressId }
  await expect(other.client.call('bounces.clear', { params })).rejects.toMatchObject({ status: 404 })
  expect((await list(owner)).items).toHaveLength(1)
})

test('a notification tells of the address alone that the mail went to, and of no made-up one', async () => {
  const owner = await signUp()
  const [own, victim] = [newAddress('eve'), newAddress('victim')]
  await invite(owner, own)
  await invite(owner, victim)
  const [returnPath, ofVictim] = [await returnPathOf(own), await returnPathOf(victim)]
  await deliver(port, returnPath, notification({ to: victim }))
  const mixed = returnPath.slice(0, 37) + ofVictim.slice(37, 46) + returnPath.slice(46)
  const forged = [
    mixed,
    returnPath.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0')),
    'bounces@bounces.parley.example',
    'postmaster@bounces.parley.example',
  ]
  for (const to of forged)
    await expect(deliver(port, to, notification({ to: victim })), to).rejects.toThrow(/550/)
  await deliver(port, 'complaints@bounces.parley.example', notification({ to: victim }))
  expect((await list(owner)).items).toEqual([])
})

test('what is not delivered for now is listed, and mails go on', async () => {
  const owner = await signUp()
  const full = newAddress('full')
  const resend = await invite(owner, full)
  await deliver(port, await returnPathOf(full), notification({ to: full, status: '4.2.2' }))
  expect((await list(owner)).items).toMatchObject([
    { kind: 'soft', suppressed: false, reason: 'The mailbox is full.' },
  ])
  await resend()
  await returnPathOf(full, 2)
})

test('nothing is sent where a mail was reported as spam; a made-up report is ignored', async () => {
  const owner = await signUp()
  const email = newAddress('angry')
  const resend = await invite(owner, email)
  const returnPath = await returnPathOf(email)
  const complaints = 'complaints@bounces.parley.example'
  const forged = returnPath.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'))
  await deliver(port, complaints, complaint({ to: email, returnPath: forged }))
  expect((await list(owner)).items).toEqual([])
  await deliver(port, complaints, complaint({ to: email, returnPath, id: 'fbl-2' }))
  expect((await list(owner)).items).toMatchObject([
    { kind: 'complaint', suppressed: true, reason: 'The recipient reported a mail as spam.' },
  ])
  await resend()
  await mailsAreSent(owner)
  expect(mails.rawTo(email)).toHaveLength(1)
})

test('from the sending domain of an agency mails are returned to it, and a code that a client asks for is sent nevertheless', async () => {
  const owner = await signUp()
  const domain = `agency${++nth}.example`
  await owner.client.call('agency.initialize', place(owner))
  await owner.client.call('agency.save', { ...place(owner), body: { name: 'Northwind' } })
  const { data } = await owner.client.call('emailDomains.add', { params: { region: 'na', domain }, body: {} })
  dns.setAll(data.records)
  const params = { region: 'na', emailDomainId: data.id } as const
  await owner.client.call('emailDomains.verify', { params })
  const status = async () => (await owner.client.call('emailDomains.status', { params })).data.status
  await expect.poll(status, { timeout: 20_000 }).toBe('verified')

  const email = newAddress('client')
  const { organisationId } = await owner.client.call('organisations.create', { ...place(owner), body: {} })
  await owner.client.call('clients.create', {
    ...place(owner),
    body: { orgId: organisationId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' },
  })
  const askForCode = () =>
    fetch(`${parley.url}/api/na/rpc/ssoClient`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, agencyId: owner.workspaceId }),
    })
  await askForCode()
  const returnPath = await returnPathOf(email)
  expect(returnPath).toMatch(new RegExp(`^bounces\\+n[0-9a-z]{53}@send\\.${domain}$`))
  await deliver(port, returnPath, notification({ to: email }))
  expect((await list(owner)).items).toMatchObject([{ email, suppressed: true }])
  await askForCode()
  await returnPathOf(email, 2)
})

test('the audit says what happened, and a client that is deleted takes its address along', async () => {
  const owner = await signUp()
  const email = newAddress('leaving')
  const { organisationId } = await owner.client.call('organisations.create', { ...place(owner), body: {} })
  const { clientId } = await owner.client.call('clients.create', {
    ...place(owner),
    body: { orgId: organisationId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' },
  })
  await invite(owner, email)
  await deliver(port, await returnPathOf(email), notification({ to: email }))
  expect((await list(owner)).items).toMatchObject([{ email }])
  const said = async () => JSON.stringify((await owner.client.call('audit.timeline', place(owner))).items)
  expect(await said()).toContain('could not deliver a mail to ')
  await owner.client.call('clients.delete', { params: { ...place(owner).params, clientId } })
  await expect
    .poll(async () => (await list(owner)).items, { timeout: 20_000 })
    .toMatchObject([{ email: '', suppressed: true }])
  expect(await said()).not.toContain(email)
})
