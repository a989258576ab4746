/** Continue With Meta in a browser: to Meta and back, a number and a page are connected, and what goes wrong is said. */
import { appIdOf, type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser } from './browser.ts'
import { lookAt } from './look-at.ts'
import { type SignedIn, signIn } from './signed-in.ts'

const published = 'https://parley.example'
const secret = '0123456789abcdef0123456789abcdef'
const agentId = 'metachannels0001'
const [phoneNumberId, businessId] = ['106540352242922', '419561257915477']

let started: TestPlatform
let browser: Browser
let graph: GraphDouble
let owner: Person
let signedIn: SignedIn

beforeAll(async () => {
  graph = await startGraphDouble()
  started = await startTestPlatform({
    ...{ REGIONS: 'na', GRAPH_API_URL: graph.url, META_DIALOG_URL: graph.url, PUBLIC_URL: published },
    ...{ META_APP_ID: appIdOf(secret), META_APP_SECRET: secret },
  })
  graph.leadTo(started.url)
  browser = await launchBrowser()
  owner = await started.signUp()
  await owner.client.call('agents.save', { params: { region: 'na', agentId }, body: { title: 'Shop' } })
  signedIn = await signIn(browser, started, owner)
  // Meta sends the browser back to the published address, which is this server's.
  await signedIn.page.route(`${graph.url}/**`, async (route) => {
    const answered = await fetch(route.request().url(), { redirect: 'manual' })
    const { pathname, search } = new URL(answered.headers.get('location') ?? '')
    const back = JSON.stringify(`${started.url}${pathname}${search}`)
    return route.fulfill({ contentType: 'text/html', body: `<script>location.replace(${back})</script>` })
  })
})
afterAll(async () => {
  await signedIn?.context.close()
  await browser?.close()
  await graph?.stop()
  await started?.stop()
})

const desktop = { width: 1280, height: 900 }
async function look(page: Page, name: string) {
  await lookAt(page, name)
  await page.setViewportSize(desktop)
}

test('a number of WhatsApp is chosen at Meta, fails, and is connected', async () => {
  const { page } = signedIn
  graph.number(phoneNumberId, businessId, { display: '+1 555-078-3881' })
  await page.goto(`${started.url}/app/na/agents/${agentId}/channels?set=whatsapp`)
  const drawer = page.getByRole('dialog', { name: /WhatsApp/ })
  const go = () => drawer.getByRole('button', { name: 'Continue With Meta' }).click()
  await drawer.getByRole('button', { name: 'Continue With Meta' }).waitFor()
  await look(page, 'meta-new-method')
  graph.answerDialog({ error: 'access_denied', error_reason: 'user_denied' })
  await go()
  await page.getByText('Error: Access was not granted at Meta. Nothing was connected.').waitFor()
  await look(page, 'meta-cancelled')
  await page.getByRole('button', { name: 'Back' }).click()
  graph.signIn(secret, { businesses: [businessId] })
  await go()
  const card = drawer.getByRole('listitem', { name: '+1 555-078-3881' })
  await card.getByText('Pending').waitFor()
  // The address bar keeps nothing of what Meta answered.
  expect(new URL(page.url()).searchParams.has('code')).toBe(false)
  await card.getByRole('textbox', { name: 'Name' }).fill('Orders')
  graph.answer('GET phone_numbers', { status: 400, code: 100, message: 'It is not yours.' })
  await card.getByRole('button', { name: 'Connect +1 555-078-3881' }).click()
  await card.getByText('Connection Failed').waitFor()
  await page.getByText('Failed to connect +1 555-078-3881: It is not yours.').first().waitFor()
  await look(page, 'meta-number-failed')
  await card.getByRole('button', { name: 'Connect +1 555-078-3881' }).click()
  await page.getByText('Number is connected successfully').waitFor()
  await card.getByRole('button', { name: 'Send Test Message' }).waitFor()
  await drawer.getByText('Meta delivers to this agent.').waitFor()
  await look(page, 'meta-number-connected')
  await drawer.getByText('Legacy Method (Deprecated)').click()
  await drawer.getByText('Webhook URL').waitFor()
}, 300_000)

test('a page is chosen at Meta and connected', async () => {
  const { page } = signedIn
  const linked = {
    id: '104111111111111',
    name: 'Lamp Shop',
    instagram: { id: '17841400000000001', username: 'lamps' },
  }
  const pageTokens = [
    graph.page(secret, linked),
    graph.page(secret, { id: '104222222222222', name: 'Plain' }),
  ]
  await page.goto(`${started.url}/app/na/agents/${agentId}/channels?set=instagram`)
  const drawer = page.getByRole('dialog', { name: /Instagram/ })
  graph.signIn(secret, { pageTokens })
  await drawer.getByRole('button', { name: 'Continue With Meta' }).click()
  await drawer.getByRole('listitem', { name: 'Plain' }).getByText('No Instagram page is linked').waitFor()
  expect(await drawer.getByRole('button', { name: 'Connect Plain' }).isDisabled()).toBe(true)
  const card = drawer.getByRole('listitem', { name: 'Lamp Shop' })
  await card.getByText('@lamps').waitFor()
  await look(page, 'meta-pages-found')
  await card.getByRole('button', { name: 'Connect Lamp Shop' }).click()
  await page.getByText('Page connected successfully').waitFor()
  await card.getByText('Connected', { exact: true }).waitFor()
  const pages = drawer.getByRole('region', { name: 'Connected Pages' })
  await pages.getByText('Verified').waitFor()
}, 300_000)

test('the numbers and pages of all agents are listed, and removed there', async () => {
  const { page } = signedIn
  await page.goto(`${started.url}/app/na/whatsapp-numbers`)
  await page.getByRole('link', { name: 'Orders' }).waitFor()
  await page.getByText('No message yet').waitFor({ state: 'attached' })
  await look(page, 'whatsapp-numbers-listed')
  await page.getByRole('button', { name: 'Remove Orders' }).click()
  const asked = page.getByRole('dialog', { name: 'Remove Orders?' })
  await asked.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Number removed successfully').waitFor()
  await page.getByText('No numbers yet').waitFor()
  await page.getByRole('link', { name: 'Meta Pages' }).first().click()
  await page.getByRole('link', { name: 'Lamp Shop' }).waitFor()
  await look(page, 'meta-pages-listed')
  await page.getByRole('link', { name: 'Lamp Shop' }).click()
  await page.getByRole('dialog', { name: /Instagram/ }).waitFor()
}, 300_000)
