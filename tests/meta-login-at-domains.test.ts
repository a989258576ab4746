/** Continue With Meta at domains of agencies: over the product and back, and what others make of its addresses. */
import { startTestDns, type TestDns } from '@parley/agency/domains/test-dns.ts'
import { appIdOf, type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { WORKSPACE_HEADER } from '@parley/contracts/client.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { domainsIn, signUpAgency } from './src/agency-domain.ts'
import { callAtHost, forwarded } from './src/call-at-host.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const product = 'parley.example'
const [north, evil] = ['app.north.example', 'app.evil.example']
const secret = '0123456789abcdef0123456789abcdef'
const [phoneNumberId, businessId] = ['106540352242922', '419561257915477']
const agents: Record<string, string> = { [north]: 'metanorth0000001', [evil]: 'metaevil00000001' }

let parley: TestPlatform
let graph: GraphDouble
let dns: TestDns
const people: Record<string, Person> = {}
const cookies: Record<string, string> = {}

beforeAll(async () => {
  graph = await startGraphDouble()
  dns = await startTestDns()
  parley = await startTestPlatform({
    ...domainsIn(dns),
    ...{ REGIONS: 'na', PUBLIC_URL: `https://${product}`, TRUST_PROXY: 'true', RATE_LIMIT_FACTOR: '1000' },
    ...{ GRAPH_API_URL: graph.url, META_DIALOG_URL: graph.url },
    ...{ META_APP_ID: appIdOf(secret), META_APP_SECRET: secret },
  })
  graph.leadTo(parley.url)
  graph.number(phoneNumberId, businessId)
  for (const domain of [north, evil]) {
    const person = await signUpAgency(domain, { parley, dns })
    people[domain] = person
    await person.client.call('agents.save', {
      params: { region: 'na', agentId: agents[domain]! },
      body: { title: 'Shop' },
    })
    cookies[domain] = await signedIn(domain, person)
  }
})
afterAll(async () => {
  await parley?.stop()
  await graph?.stop()
  await dns?.stop()
})
beforeEach(() => void graph.signIn(secret, { businesses: [businessId] }))

async function signedIn(host: string, { email, password }: Person): Promise<string> {
  const body = JSON.stringify({ email, password })
  const got = await callAtHost(parley.url, host, 'POST', '/api/auth/sign-in', { headers: forwarded, body })
  return got.cookies.find((one) => one.startsWith('parley_session='))?.split(';')[0] ?? ''
}

type Of = { domain?: string; cookie?: string; owner?: string }
async function call(step: 'start' | 'finish', body: object, { domain = north, ...of }: Of = {}) {
  const { cookie = cookies[domain], owner = domain } = of
  const headers = { ...forwarded, cookie: cookie ?? '', [WORKSPACE_HEADER]: people[owner]!.workspaceId }
  const path = `/api/na/v2/agents/${agents[owner]}/meta/${step}`
  const got = await callAtHost(parley.url, domain, 'POST', path, { headers, body: JSON.stringify(body) })
  return { status: got.status, said: JSON.parse(got.text) }
}

/** Opens an address at its host, as a browser with these cookies does. */
async function open(address: string, cookie = '') {
  const { host, pathname, search } = new URL(address)
  const headers = { ...forwarded, cookie, accept: 'text/html' }
  const got = await callAtHost(parley.url, host, 'GET', pathname + search, { headers })
  const links = [...got.text.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replace(/&amp;/g, '&'))
  return {
    ...got,
    links,
    browser: got.cookies[0]?.split(';')[0] ?? '',
    to: /location\n(.*)/i.exec(got.headers)?.[1] ?? '',
  }
}

async function begin(of: Of = {}): Promise<string> {
  const { status, said } = await call('start', { kind: 'whatsapp' }, of)
  expect(status).toBe(200)
  return said.address
}

/** From the question to Meta and back to the product; returns where Meta sends the browser. */
async function throughMeta(address: string): Promise<{ back: string; browser: string }> {
  const question = await open(address)
  const answered = await fetch(question.links[0] ?? '', { redirect: 'manual' })
  return { back: answered.headers.get('location') ?? '', browser: question.browser }
}
const answerAt = (address: string) => new URL(address).search.slice(1)

test('leads over a question of the product’s host, which names the domain alone, and back', async () => {
  const address = await begin()
  expect(new URL(address).host).toBe(product)
  const question = await open(address)
  expect(question.status).toBe(200)
  expect(question.text).toContain(north)
  expect(question.text.replaceAll(/href="[^"]*"/g, '')).not.toMatch(/parley/i)
  expect(question.cookies[0]).toMatch(/^__Host-connecting=.*Path=\/; HttpOnly; Secure; SameSite=Lax/)
  const { back, browser } = await throughMeta(address)
  expect(new URL(back).origin + new URL(back).pathname).toBe(`https://${product}/app/connected`)
  const code = new URL(back).searchParams.get('code') ?? ''
  const { status, to } = await open(back, browser)
  expect(status).toBe(302)
  expect(new URL(to).origin + new URL(to).pathname).toBe(`https://${north}/app/connected`)
  expect(code).not.toBe('')
  expect(to).not.toContain(code)
  const finished = await call('finish', { answer: answerAt(to) })
  expect(finished).toMatchObject({ status: 200, said: { numbers: [{ phoneNumberId, businessId }] } })
  // It counts once.
  expect(await call('finish', { answer: answerAt(to) })).toMatchObject({ status: 410 })
})

test('of a person who cancels, here or at Meta, connects nothing', async () => {
  const [, cancel = ''] = (await open(await begin())).links
  expect(new URL(cancel).host).toBe(north)
  expect(await call('finish', { answer: answerAt(cancel) })).toMatchObject({
    ...{ status: 403, said: { message: 'Access was not granted at Meta. Nothing was connected.' } },
  })
  graph.answerDialog({ error: 'access_denied' })
  const { back, browser } = await throughMeta(await begin())
  const { to } = await open(back, browser)
  expect(await call('finish', { answer: answerAt(to) })).toMatchObject({ status: 403 })
})

test('gives nothing to a browser that did not see the question, and no readable code to any domain', async () => {
  // Somebody sends a victim the way to Meta that they began themselves: the victim's browser was asked nothing.
  const { back } = await throughMeta(await begin({ domain: evil }))
  for (const browser of ['', '__Host-connecting=x', `__Host-connecting=${'A'.repeat(43)}`]) {
    const got = await open(back, browser)
    expect([got.status, got.to]).toEqual([400, ''])
    expect(got.text).not.toMatch(/parley/i)
  }
})

test('counts for the session, workspace and domain that began alone', async () => {
  const { back, browser } = await throughMeta(await begin())
  const { to } = await open(back, browser)
  const answer = answerAt(to)
  // Another session of the same person, another agency, and the product.
  const second = await signedIn(north, people[north]!)
  const atProduct = await signedIn(product, people[north]!)
  expect(await call('finish', { answer }, { cookie: second })).toMatchObject({ status: 410 })
  expect(await call('finish', { answer }, { domain: evil })).toMatchObject({ status: 410 })
  expect(
    await call('finish', { answer }, { domain: product, cookie: atProduct, owner: north }),
  ).toMatchObject({ status: 410 })
  // The answer of one begun at another place, under its own state.
  const other = new URLSearchParams(answer)
  other.set('state', new URL((await open(await begin())).links[1] ?? '').searchParams.get('state') ?? '')
  expect(await call('finish', { answer: other.toString() })).toMatchObject({ status: 410 })
  // A code that did not come over the product.
  const plain = new URLSearchParams({
    ...{ state: new URLSearchParams(answer).get('state') ?? '', code: 'of-somebody-else' },
  })
  expect(await call('finish', { answer: plain.toString() })).toMatchObject({ status: 410 })
  expect(await call('finish', { answer })).toMatchObject({ status: 200 })
})

test('begins at no domain of another agency, and no address of others leads anywhere', async () => {
  const at = { domain: evil, owner: north, cookie: await signedIn(evil, people[north]!) }
  expect((await call('start', { kind: 'whatsapp' }, at)).status).toBeGreaterThanOrEqual(401)
  const address = await begin()
  for (const wrong of [
    `https://${product}/app/connect/meta`,
    `${address.slice(0, -3)}AAA`,
    address.replace(product, north),
  ])
    expect((await open(wrong)).status).toBe(400)
  const { back, browser } = await throughMeta(address)
  const state = new URL(back).searchParams.get('state') ?? ''
  const changed = back.replace(state, `${state.slice(0, -3)}AAA`)
  expect([(await open(changed, browser)).status, (await open(changed, browser)).to]).toEqual([400, ''])
})
