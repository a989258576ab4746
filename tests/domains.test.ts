/** The domains of agencies over HTTP, with a DNS server on the loopback interface. */
import { get } from 'node:http'
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import type { DomainType } from '@parley/contracts/agency/domain-names.ts'
import { WORKSPACE_HEADER } from '@parley/contracts/client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let dns: TestDns
let parley: TestPlatform
let owners = 0

beforeAll(async () => {
  dns = await startTestDns()
  dns.set('edge.parley.example', { A: ['203.0.113.7'] })
  parley = await startTestPlatform({
    DNS_SERVERS: dns.address,
    DOMAINS_CNAME: 'edge.parley.example',
    DOMAINS_IP: '203.0.113.7',
    SUBDOMAIN_ROOT: 'agents.example',
    WORKSPACE_SEATS: '3',
    RATE_LIMIT_FACTOR: '100',
  })
})
afterAll(async () => {
  await parley?.stop()
  await dns?.stop()
})

async function ownerOf(given?: 'na' | 'eu') {
  const person = await parley.signUp(given)
  const place = { params: { region: person.region, workspaceId: person.workspaceId } }
  await person.client.call('agency.initialize', place)
  return person
}
const add = (
  { client, region: home }: Person,
  customDomain: string,
  domainType: DomainType = 'customDomain',
) =>
  client.call('domains.add', {
    params: { region: home },
    body: {
      customDomain,
      ...(domainType === 'customDomain' ? { isCustomDomain: true } : { isVGSubdomain: true }),
    },
  })
const remove = ({ client, region: home }: Person, domain: string, domainType: DomainType = 'customDomain') =>
  client.call('domains.remove', { params: { region: home }, query: { domain, domainType } })
const read = ({ client, region: home, workspaceId }: Person) =>
  client.call('domains.get', { params: { region: home, workspaceId } })
const isVerified = async ({ client, region: home }: Person, domain: string) =>
  (
    await client.call('domains.isVerified', {
      params: { region: home },
      query: { domain, domainType: 'customDomain' },
    })
  ).isVerified
const ask = async (domain: string, headers: Record<string, string> = {}) =>
  (await fetch(`${parley.url}/api/tls/ask?domain=${encodeURIComponent(domain)}`, { headers })).status
/** The status of an answer at a host. */
const statusAt = (host: string) =>
  new Promise<number | undefined>((resolve, reject) =>
    get(`${parley.url}/healthz`, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject),
  )
const newDomain = () => `app.agency${++owners}.example`
const mails = async (to: string) => {
  const { items } = (await (await fetch(`${parley.url}/dev/mail.json`)).json()) as {
    items: { to: string; subject: string; text: string; html: string }[]
  }
  return items.filter((mail) => mail.to === to)
}

test('a custom domain is claimed, proven by its records, and then served', async () => {
  const owner = await ownerOf()
  const domain = newDomain()
  const added = await add(owner, ` ${domain.toUpperCase()}. `)
  const zone = domain.slice('app.'.length)
  expect(added).toEqual({
    success: true,
    message: 'Domain added successfully! Please add the DNS records.',
    data: {
      domain,
      verification: [
        {
          type: 'TXT',
          domain: `_domain-verification.${domain}`,
          name: '_domain-verification.app',
          value: expect.stringMatching(/^domain-verification=[A-Za-z0-9]{32}$/),
        },
      ],
    },
  })
  const [proof] = added.data.verification
  expect(await read(owner)).toMatchObject({
    rootDomain: 'agents.example',
    customDomain: domain,
    isVerifiedCustomDomain: false,
    customDomainConfig: proof,
    custom: {
      isVerified: false,
      isLive: false,
      records: [
        {
          type: 'TXT',
          name: '_domain-verification.app',
          value: proof?.value,
          ttl: 'Auto',
          status: 'pending',
        },
        { type: 'CNAME', name: 'app', value: 'edge.parley.example', ttl: 'Auto', status: 'pending' },
      ],
    },
  })
  expect(await ask(domain)).toBe(404)
  expect(await isVerified(owner, domain)).toBe(false)
  const liveness = () => owner.client.call('domains.liveness', { params: { region }, query: { domain } })
  await expect(liveness()).rejects.toMatchObject({ status: 404, code: 'not-live' })

  dns.set(domain, { CNAME: 'edge.parley.example' })
  await expect
    .poll(async () => (await read(owner)).custom?.records.map(({ status }) => status))
    .toEqual(['pending', 'verified'])
  expect(await ask(domain)).toBe(404)
  dns.set(`_domain-verification.${domain}`, { TXT: ['something else', proof?.value ?? ''] })
  await expect.poll(() => isVerified(owner, domain)).toBe(true)
  expect(await read(owner)).toMatchObject({ isVerifiedCustomDomain: true, custom: { isChecked: true } })
  await expect.poll(() => ask(domain)).toBe(200)
  expect(await statusAt(domain)).toBe(200)
  expect(await ask(zone)).toBe(404)
  expect(await ask(`x.${domain}`)).toBe(404)
  expect(await ask(domain, { 'x-forwarded-for': '192.0.2.9' })).toBe(403)

  expect(await remove(owner, domain)).toEqual({ success: true, message: 'Domain deleted successfully..' })
  expect(await read(owner)).toEqual({
    rootDomain: 'agents.example',
    VGsubDomain: '',
    isVerifiedSubDomain: false,
    customDomain: '',
    isVerifiedCustomDomain: false,
  })
  await expect.poll(() => ask(domain)).toBe(404)
  await parley.settled()
  await expect.poll(() => statusAt(domain)).toBe(421)
  expect(await statusAt('elsewhere.example')).toBe(200)
  await expect(remove(owner, domain)).rejects.toMatchObject({ code: 'not-found' })

  // Another agency gets it, and has to prove it anew.
  const next = await ownerOf('eu')
  await parley.settled()
  const again = await add(next, domain)
  expect(again.data.verification[0]?.value).not.toBe(proof?.value)
  await expect.poll(async () => (await read(next)).custom?.isChecked).toBe(true)
  expect(await isVerified(next, domain)).toBe(false)
  expect(await ask(domain)).toBe(404)
})

test('a root domain gets an A record', async () => {
  const owner = await ownerOf()
  const zone = `agency${++owners}.example`
  await add(owner, zone)
  const { custom } = await read(owner)
  expect(custom?.records.map(({ type, name, value }) => [type, name, value])).toEqual([
    ['TXT', '_domain-verification', expect.any(String)],
    ['A', '@', '203.0.113.7'],
  ])
})

test('a subdomain of the operator’s needs no proof, only to lead here', async () => {
  const owner = await ownerOf()
  const name = `north${++owners}`
  expect(await add(owner, ` ${name.toUpperCase()}.agents.example`, 'vgSubdomain')).toMatchObject({
    data: { domain: `${name}.agents.example`, verification: [] },
  })
  dns.set(`${name}.agents.example`, { A: ['203.0.113.7'] })
  await expect.poll(async () => (await read(owner)).isVerifiedSubDomain).toBe(true)
  await expect.poll(() => ask(`${name}.agents.example`)).toBe(200)
  await expect(add(await ownerOf(), name, 'vgSubdomain')).rejects.toMatchObject({
    code: 'domain-taken',
    message: 'This domain already exists on another account.',
  })
})

test('of agencies in both regions that claim a domain at once, one gets it', async () => {
  const agencies = await Promise.all([ownerOf('na'), ownerOf('eu'), ownerOf('na'), ownerOf('eu')])
  const domain = newDomain()
  const claims = await Promise.allSettled(agencies.map((one) => add(one, domain)))
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const claim of claims)
    if (claim.status === 'rejected')
      expect(claim.reason).toMatchObject({
        status: 409,
        message: 'This domain already exists on another account.',
      })
})

test.each([
  ['', 'Please enter a custom domain'],
  ['co.uk', 'Please input a subdomain: "app.example.co.uk"'],
  ['intranet', 'Please input a subdomain: "app.intranet.com"'],
  ['169.254.169.254', 'Please enter a custom domain'],
])('%j is refused', async (entered, message) => {
  await expect(add(await ownerOf(), entered)).rejects.toMatchObject({ status: 422, message })
})

test('an agency has one domain of a type, members only look, and others see nothing', async () => {
  const owner = await ownerOf()
  const domain = newDomain()
  await add(owner, domain)
  expect(await add(owner, domain)).toMatchObject({ success: true })
  await expect(add(owner, newDomain())).rejects.toMatchObject({ code: 'domain-exists' })
  const member = await parley.signUp()
  await joinWorkspace(parley, owner, member)
  expect(await read({ ...member, workspaceId: owner.workspaceId })).toMatchObject({ customDomain: domain })
  await expect(
    fetch(`${parley.url}/api/na/vercel-api/custom-domain?domain=${domain}&domainType=customDomain`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${member.token}`, [WORKSPACE_HEADER]: owner.workspaceId },
    }).then(({ status }) => status),
  ).resolves.toBe(403)
  const stranger = await ownerOf()
  await expect(read({ ...stranger, workspaceId: owner.workspaceId })).rejects.toMatchObject({ status: 404 })
  await expect(remove(stranger, domain)).rejects.toMatchObject({ code: 'not-found' })
  expect(await isVerified(stranger, domain)).toBe(false)
})

test('DNS instructions are mailed as text under the agency’s name, and a reminder is kept sealed', async () => {
  const owner = await ownerOf()
  const { client, workspaceId, email } = owner
  await client.call('agency.save', { params: { region, workspaceId }, body: { name: 'Northwind' } })
  const send = (to: string) =>
    client.call('domains.sendInstructions', {
      params: { region, workspaceId },
      body: {
        to,
        subject: 'DNS records of Northwind',
        htmlContent:
          '<p>Please add:</p><script>alert(1)</script><p>Type: TXT<br>Name: app <a href="https://evil.example">here</a></p><img src=x onerror=alert(1)>',
        fromDisplayName: '',
      },
    })
  await expect(send('dev@agency.example')).rejects.toMatchObject({ code: 'not-found' })
  const domain = newDomain()
  await add(owner, domain)
  for (const wrong of ['dev', 'dev@agency', 'dev @agency.example'])
    await expect(send(wrong)).rejects.toMatchObject({
      problem: { errors: [{ field: 'to', message: 'Please enter a valid recipient email.' }] },
    })
  const to = `dev${owners}@agency.example`
  expect(await send(to)).toMatchObject({ success: true })
  const [mail] = await mails(to)
  expect(mail).toMatchObject({
    subject: 'DNS records of Northwind',
    text: 'Please add:\n\nType: TXT\nName: app here',
  })
  expect(mail?.html).toContain('Northwind')
  expect(mail?.html).not.toMatch(/script|evil|onerror|parley/i)
  await parley.settled()
  const { eventStore } = parley.platform.regions.get('na')!.engines
  const events = await eventStore.readStream(`agencydomain-${workspaceId}`)
  const reminder = events.find(({ type }) => type === 'DnsReminderCreated')
  expect(JSON.parse(String(reminder?.data))).toMatchObject({
    ...{ domain, agencyId: workspaceId, agencyName: 'Northwind', bucket: 'na' },
    userEmail: expect.stringMatching(/^sealed/),
  })
  expect(String(reminder?.data)).not.toContain(email)
})

test('DNS instructions are mailed by the four fields of the specification', async () => {
  const [owner, other] = [await ownerOf(), await ownerOf()]
  await add(owner, newDomain())
  const fields = {
    subject: 'DNS records',
    htmlContent: '<p>Please add them.</p>',
    fromDisplayName: 'Northwind',
  }
  const send = async (to: string, more: object = {}, headers: Record<string, string> = {}) => {
    const sent = await fetch(`${parley.url}/api/mail/send-dns-instructions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ to, ...fields, ...more }),
    })
    return [sent.status, (await sent.json()).message]
  }
  const session = { authorization: `Bearer ${owner.token}` }
  const to = `four${owners}@agency.example`
  expect(await send(to, {}, session)).toEqual([200, `The instructions were sent to ${to}.`])
  expect(await mails(to)).toHaveLength(1)
  const theirs = { agencyId: other.workspaceId, bucket: 'na' }
  expect(await send(to, theirs, session)).toEqual([404, 'Not found.'])
  const wanted = { ...session, [WORKSPACE_HEADER]: other.workspaceId }
  expect((await send(to, {}, wanted))[0]).toBe(404)
  expect(await send(to)).toEqual([401, 'Please sign in first.'])
})
