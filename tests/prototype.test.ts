/** The pages that show an agent to others: who may see them, what is fetched for whom, and in which sandbox it is shown. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let hits: string[] = []
const answers: Record<string, Record<string, string>> = {
  '/open': {},
  '/closed': { 'x-frame-options': 'DENY' },
  '/picture': { 'content-type': 'image/png' },
}
const site = createServer((request, response) => {
  const path = request.url ?? ''
  hits.push(path)
  if (path === '/away') return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  response.writeHead(path in answers ? 200 : 404, { 'content-type': 'text/html', ...answers[path] })
  response.end('<!doctype html><h1>Lamps</h1><script>steal()</script><img src="/a.png" onerror="steal()">')
})
let port = 0
let parley: TestPlatform
let person: Person
let stranger: Person
let agentId: string
const at = (path: string) => `http://localhost:${port}${path}`
const open = (path: string, who?: Person) =>
  fetch(parley.url + path, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(who ? { cookie: `parley_session=${who.token}` } : {}) },
  })
const preview = (website: string, key?: string, agent = agentId) =>
  `/app/na/prototype?${new URLSearchParams({ vg_id: agent, website_url: website, ...(key === undefined ? {} : { key }) })}`
const keyOf = async (website: string, who = person, agent = agentId) => {
  const answer = await open(preview(website, undefined, agent), who)
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '', parley.url).searchParams.get('key') ?? ''
}
const newAgent = async (of: Person, title: string) =>
  (
    await of.client.call('agents.save', {
      params: { region: 'na', agentId: `${title.toLowerCase()}-agent-0001` },
      body: { title, description: 'Answers <b>about</b> lamps.' },
    })
  ).data.ID

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  port = (site.address() as AddressInfo).port
  parley = await startTestPlatform({ ALLOW_PRIVATE_ADDRESSES: `localhost:${port}` })
  person = await parley.signUp()
  stranger = await parley.signUp()
  agentId = await newAgent(person, 'Lamps')
  await parley.settled()
})
afterAll(async () => {
  site.close()
  site.closeAllConnections()
  await parley?.stop()
})

describe('the standard demo', () => {
  test.each([
    () => `/app/na/prototype?vg_id=${agentId}`,
    () => `/prototype?vg_id=${agentId}`,
    () => `/prototype?region=na&vg_id=${agentId}`,
    () => `/na/prototype/${agentId}`,
  ])('%s shows the agent and its widget to anybody', async (path) => {
    const answer = await open(path())
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('<title>Lamps</title>')
    expect(page).toContain('Answers &lt;b&gt;about&lt;/b&gt; lamps.')
    expect(page).toContain(`<script async src="/widget/na/${agentId}.js?ours"></script>`)
    expect(page).not.toContain('Parley')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  test.each([
    '/app/na/prototype?vg_id=nobody',
    '/app/eu/prototype?vg_id=LAMPS',
    '/app/xx/prototype?vg_id=LAMPS',
    '/app/na/prototype',
    '/prototype?vg_id=%3Cscript%3E',
    '/na/prototype/nobody',
    '/share/na/nobody',
  ])('%s is not found', async (path) => {
    const answer = await open(path.replace('LAMPS', agentId))
    expect(answer.status).toBe(404)
  })

  test('works for an agent that is limited to certain websites', async () => {
    const limited = await newAgent(person, 'Limited')
    const params = { region: 'na' as const, agentId: limited }
    await person.client.call('agents.save', { params, body: { allowedOrigins: ['https://shop.example'] } })
    await parley.settled()
    const script = async (query: string) => (await open(`/widget/na/${limited}.js${query}`)).text()
    expect(await script('')).toContain('https://shop.example')
    expect(await script('?ours')).not.toContain('https://shop.example')
    const frame = (referer: string) =>
      fetch(`${parley.url}/widget/na/${limited}/frame`, { headers: { referer } })
    expect((await frame(`${parley.url}/`)).status).toBe(200)
    expect((await frame('https://evil.example/')).status).toBe(403)
  })
})

test('the share page has the chat in the page', async () => {
  const answer = await open(`/share/na/${agentId}`)
  const page = await answer.text()
  expect(answer.status).toBe(200)
  expect(page).toContain(`src="/app/na/render/${agentId}/iframe"`)
  expect(page).toContain('<meta property="og:title" content="Lamps">')
  expect((await open(`/app/na/render/${agentId}/iframe`)).status).toBe(200)
})

describe('the website preview', () => {
  test('is refused to strangers, for whom nothing is fetched', async () => {
    hits = []
    for (const who of [undefined, stranger]) {
      for (const key of [undefined, '', 'pp1.forged.forged']) {
        const answer = await open(preview(at('/open'), key), who)
        expect(answer.status).toBe(403)
        expect(await answer.text()).toContain('Sign in to see this preview')
        expect(
          (await open(preview(at('/open'), key).replace('prototype?', 'prototype/snapshot?'), who)).status,
        ).toBe(404)
      }
    }
    expect(hits).toEqual([])
  })

  test('opens for anybody with the address that a member got, for that agent and website alone', async () => {
    const key = await keyOf(at('/closed'))
    const shown = await open(preview(at('/closed'), key))
    expect(shown.status).toBe(200)
    expect(await shown.text()).not.toContain('preview-bar"')
    expect(await (await open(preview(at('/closed'), key), person)).text()).toContain('preview-bar"')
    expect((await open(preview(at('/open'), key))).status).toBe(403)
    const other = await newAgent(stranger, 'Other')
    await parley.settled()
    expect((await open(preview(at('/closed'), key, other))).status).toBe(403)
    expect((await open(preview(at('/closed'), undefined, other), person)).status).toBe(403)
  })

  test('shows a website that lets itself be framed, in a sandbox that it can’t leave', async () => {
    const page = await (await open(preview(at('/open'), await keyOf(at('/open'))))).text()
    expect(page).toContain(`src="${at('/open')}" sandbox="allow-scripts allow-same-origin allow-forms"`)
  })

  test('shows a snapshot of one that does not, without scripts and without an origin', async () => {
    const key = await keyOf(at('/closed'))
    const page = await (await open(preview(at('/closed'), key))).text()
    const [, address = ''] = /<iframe class="website" [^>]* src="([^"]+)" sandbox="">/.exec(page) ?? []
    expect(address).not.toBe('')
    const snapshot = await open(address.replaceAll('&amp;', '&'))
    expect(snapshot.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/)
    expect(snapshot.headers.get('content-security-policy')).not.toMatch(/script-src|allow-/)
    expect(await snapshot.text()).toBe(`<!doctype html><h1>Lamps</h1><img src="${at('/a.png')}">`)
  })

  test('never shows a page of this server as itself', async () => {
    const own = `${parley.url.replace('127.0.0.1', 'localhost')}/`
    const page = await (await open(preview(own, await keyOf(own)))).text()
    expect(page).not.toContain('allow-same-origin')
  })

  test.each([
    ['/nothing', 'The site answers with an error (404).'],
    ['/picture', 'The address answers with image/png.'],
    ['/away', '127.0.0.1 is not an address on the public internet.'],
  ])('says why %s could not be shown', async (path, reason) => {
    const page = await (await open(preview(at(path), await keyOf(at(path))), person)).text()
    expect(page).toContain('This website could not be shown')
    expect(page).toContain(reason)
    expect(page).toContain(`/widget/na/${agentId}.js?ours`)
  })

  test('says what is wrong with an address', async () => {
    for (const given of [
      'lamps',
      '<script>alert(1)</script>',
      `http://${'a'.repeat(2_000)}.example`,
      'http://[',
    ]) {
      const page = await (await open(preview(given), person)).text()
      expect(page).toContain('Please enter a valid website URL or domain')
      expect(page).not.toContain('<script>alert')
    }
  })

  test('is read once for two at a time, and from memory afterwards', async () => {
    const website = at('/open?once')
    answers['/open?once'] = {}
    const key = await keyOf(website)
    hits = []
    await Promise.all([1, 2].map(async () => (await open(preview(website, key))).text()))
    await (await open(preview(website, key))).text()
    expect(hits).toEqual(['/open?once'])
  })
})
