/** An agent of the third-party platform, from New Agent to a visitor in its dialog. */
import { mkdir } from 'node:fs/promises'
import {
  DIALOG_KEY,
  type DialogDouble,
  startDialogDouble,
} from '@parley/conversation/dialog/dialog-double.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'
import { passOnboarding } from './signed-in.ts'

const pictures = 'test-results/dialog-platform'

let started: TestPlatform
let double: DialogDouble
let browser: Browser
let page: Page
let person: Person
let agentId = ''
const watches: Watch[] = []

beforeAll(async () => {
  double = await startDialogDouble()
  const host = '127.0.0.1'
  started = await startTestPlatform({ DIALOG_API_URL: double.url, PLATFORM_CHOICE_HOST: host, REGIONS: 'na' })
  person = await started.signUp()
  await passOnboarding(person)
  browser = await launchBrowser()
  page = await (await open()).newPage()
  await mkdir(pictures, { recursive: true })
})

afterAll(async () => {
  await browser?.close()
  await started?.stop()
  await double?.stop()
})

/** The address with the host that offers the platform. */
const address = () => Object.assign(new URL(started.url), { hostname: '127.0.0.1' }).origin

test('New Agent offers the platform at one host only, and hides the templates for it', async () => {
  await page.goto(`${address()}/app/na/agents?newAgent=true`)
  const drawer = page.getByRole('dialog', { name: 'New Agent' })
  await drawer.getByText('Choose Platform').waitFor()
  await drawer.getByText('To integrate third parties go to Settings, then Integrations.').waitFor()
  await drawer.getByRole('tab', { name: 'Utility' }).waitFor()
  await drawer.getByRole('radio', { name: /Third-party agent/ }).click()
  await drawer.getByRole('tab', { name: 'Utility' }).waitFor({ state: 'detached' })
  await page.screenshot({ path: `${pictures}/new-agent.png` })

  await drawer.getByLabel('Agent Name').fill('Bakery')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Replies are not set up').waitFor()
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toMatch(/^\/app\/na\/agents\/[A-Za-z0-9]{16}\/overview$/)
  expect(searchParams.get('showDebugger')).toBe('true')
  agentId = pathname.split('/')[4] ?? ''
})

test('without a key the test panel says what is missing', async () => {
  const log = page.getByRole('log', { name: 'Conversation' })
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await page.getByRole('button', { name: 'Send' }).click()
  await log.getByText('The dialog API has no key yet.').waitFor()
  expect(double.asked).toEqual([])
})

test('its key is entered in Settings, Integrations, tested, published and never shown again', async () => {
  await page.getByRole('link', { name: 'Open settings' }).click()
  const section = page.getByRole('region', { name: 'Dialog platform' })
  await section.getByRole('textbox', { name: 'API key' }).fill(DIALOG_KEY)
  await section.getByLabel('Version').fill('development')
  await page.screenshot({ path: `${pictures}/integrations.png` })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
  await section.getByText(/never shown\. Enter a new one/).waitFor()
  await page.reload()
  await section.getByText(/never shown\. Enter a new one/).waitFor()
  await expect.poll(() => section.getByLabel('Version').inputValue()).toBe('development')
  const told = await person.client.call('agents.get', { params: { region: 'na', agentId } })
  expect(JSON.stringify(told)).not.toContain(DIALOG_KEY)
})

test('the test panel talks to the dialog and shows its traces', async () => {
  const log = page.getByRole('log', { name: 'Conversation' })
  await page.goto(`${address()}/app/na/agents/${agentId}/overview?showDebugger=true`)
  await log.getByText('Welcome to the bakery!').waitFor()
  await log.getByRole('button', { name: 'Order bread' }).click()
  await log.getByText('What may it be?').waitFor()
  await log.getByRole('button', { name: 'How this reply was generated' }).click()
  await log.getByRole('button', { name: /Dialog API: text, carousel/ }).click()
  await log.getByText('path-order').waitFor()
  await page.screenshot({ path: `${pictures}/trace.png` })
  expect(double.asked.at(-1)).toMatchObject({ key: DIALOG_KEY, versionID: 'development' })
})

test('a visitor goes through the dialog in the chat', async () => {
  const visitor = await (await open('visitor')).newPage()
  await visitor.goto(`${started.url}/widget/na/${agentId}/frame`)
  const log = visitor.getByRole('log')
  await log.getByText('Welcome to the bakery!').waitFor()
  await visitor.getByRole('button', { name: 'Order bread' }).click()
  await log.getByText('Rye loaf, fresh').waitFor()
  await visitor.screenshot({ path: `${pictures}/chat.png` })
  await visitor.getByRole('button', { name: 'Choose' }).first().click()
  await log.getByText('Rye loaf: it is baked for you.').waitFor()
  await visitor.getByRole('textbox').fill('Is there cake?')
  await visitor.getByRole('textbox').press('Enter')
  await log.getByText('You said: Is there cake?.').waitFor()
  await visitor.context().close()
})

test('no page had errors', () => {
  const faults = watches.flatMap((one) => one.faults)
  expect(faults.filter((fault) => !fault.includes('bakery.example'))).toEqual([])
})

async function open(who: 'owner' | 'visitor' = 'owner'): Promise<BrowserContext> {
  const viewport = who === 'owner' ? { width: 1440, height: 900 } : { width: 420, height: 720 }
  const context = await browser.newContext({ locale: 'en-GB', viewport })
  context.setDefaultTimeout(patience)
  watches.push(await watch(context, [started.url, address()]))
  // The dialog's pictures don't exist: requests for them are answered here.
  await context.route('https://bakery.example/**', (route) => route.abort())
  if (who === 'owner')
    await context.addCookies([{ name: 'parley_session', value: person.token, url: address() }])
  return context
}
