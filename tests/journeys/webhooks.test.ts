/** Webhooks in a browser: one is added, tried, looked into, paused, and sent what it missed. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { startWebhookDouble, type WebhookDouble } from '../src/webhook-double.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { type SignedIn, signIn } from './signed-in.ts'

let started: TestPlatform
let browser: Browser
let server: WebhookDouble
let owner: Person
let signedIn: SignedIn
const agentId = 'webhookjourney01'
const place = { region: 'na', agentId } as const

beforeAll(async () => {
  started = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: 'true' })
  browser = await launchBrowser()
  server = await startWebhookDouble()
  owner = await started.signUp()
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner.client.call('agents.save', { params: place, body: { title: 'Shop', ...silentAtFirst } })
  signedIn = await signIn(browser, started, owner)
})
afterAll(async () => {
  await signedIn?.context.close()
  await browser?.close()
  await server?.stop()
  await started?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const entry = (page: Page, words: RegExp) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('button', { name: words })

async function talk(text: string) {
  const client = started.client()
  const { conversationId, visitorToken } = await client.call('conversations.start', { params: place })
  const own = { params: { ...place, conversationId } }
  await started.client(visitorToken).call('conversations.send', { ...own, body: { id: 'm1', text } })
}

test('a webhook is added, tried, paused and sent what it missed', async () => {
  const { page } = signedIn
  page.setDefaultTimeout(patience)
  await page.goto(`${started.url}/app/na/agents`)
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByText('No webhooks yet').waitFor()
  await lookAt(page, 'webhooks-empty')
  await page.setViewportSize({ width: 1280, height: 900 })

  await press(page, 'Add webhook')
  await press(page, 'Create')
  await page.getByText('Please enter a valid URL.').waitFor()
  await page.getByText('Choose at least one event.').waitFor()
  await page.getByLabel('URL').fill(server.url)
  await page.getByLabel('Description').fill('Orders')
  await page.getByRole('checkbox', { name: 'Messages', exact: true }).check()
  expect(await page.getByRole('checkbox', { name: 'message_sent' }).isChecked()).toBe(true)
  await lookAt(page, 'webhook-new')
  await page.setViewportSize({ width: 1280, height: 900 })
  await press(page, 'Create')
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = (await shown.getByLabel('signing secret', { exact: true }).first().textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  server.secrets.push(secret)
  await press(page, 'Done')

  // What happens appears while the drawer is open.
  await page.getByText('Nothing sent yet').waitFor()
  await press(page, 'Send test event')
  await entry(page, /webhook_test/).waitFor()
  await entry(page, /Delivered/).waitFor()
  server.answer({ status: 200, body: '{"taken":true}' })
  await talk('When are you open?')
  await entry(page, /message_received/).click()
  await page.getByText('"text": "When are you open?"').waitFor()
  await page.getByText('"taken": true').waitFor()
  await lookAt(page, 'webhook-deliveries')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('tab', { name: 'Settings' }).click()
  await press(page, 'Pause')
  await page.getByText('Somebody of the team paused it.').waitFor()
  await lookAt(page, 'webhook-settings')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  const before = server.requests.length
  await talk('Are you there?')
  await entry(page, /Skipped.*message_sent/).waitFor()
  expect(server.requests).toHaveLength(before)
  await press(page, 'Resume')
  await page.getByText('Somebody of the team paused it.').waitFor({ state: 'detached' })
  await press(page, 'Send again')
  await page.getByRole('dialog', { name: 'Send again' }).getByRole('button', { name: 'Send again' }).click()
  await page.getByText('2 sent again').waitFor()
  await entry(page, /Delivered.*message_sent.*sent again/).waitFor()
  await press(page, 'Skipped')
  await page.waitForURL(/deliveryState=skipped/)

  // A deep link opens the same, and Esc closes it.
  await page.reload()
  await entry(page, /message_sent/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Orders/ }).waitFor()
  await lookAt(page, 'webhooks')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('tab', { name: 'Catalogue' }).click()
  await page.getByRole('button', { name: /lead_captured/ }).click()
  await page.getByText('"email": "ada@example.com"').waitFor()
  await lookAt(page, 'webhook-catalogue')
  // The empty form was refused.
  expect(signedIn.watched.faults.filter((fault) => !/status of 400.*\/webhooks$/.test(fault))).toEqual([])
}, 300_000)
