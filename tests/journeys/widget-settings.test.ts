/** The widget's settings in the dashboard, followed by the sketch beside them and, once published, by the widget. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, type Watch, watch } from './browser.ts'
import { type ShopPage, serveShopPage } from './shop-page.ts'

let started: TestPlatform
let browser: Browser
let page: Page
let shop: ShopPage
let watched: Watch
let address = ''

beforeAll(async () => {
  started = await startTestPlatform()
  const { client, token } = await started.signUp()
  const { agentCreated } = await client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Lamps', agentTemplate: 'customer-support' },
  })
  browser = await launchBrowser()
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(30_000)
  await context.addCookies([{ name: 'parley_session', value: token, url: started.url }])
  watched = await watch(context, [started.url])
  page = await context.newPage()
  address = `${started.url}/app/na/agents/${agentCreated.ID}/settings`
  shop = await serveShopPage(started.url, [{ agentId: agentCreated.ID }])
})

afterAll(async () => {
  await browser?.close()
  await shop?.close()
  await started?.stop()
})

test('what is set is sketched at once', async () => {
  await page.goto(`${address}?tab=ui`)
  await page.getByRole('textbox', { name: 'Primary colour' }).fill('#be123c')
  await page.getByRole('button', { name: 'Edit the palette' }).click()
  await page.getByRole('button', { name: /^Primary 900/ }).click()
  const hex = page.getByRole('textbox', { name: 'Primary 900' })
  await hex.fill('#12345')
  await page.getByText('Six hex digits').waitFor()
  await hex.fill('123456')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Primary 900: #123456' }).waitFor()
  const sketch = page.getByRole('figure', { name: 'Preview' })
  await page.getByText('Above the field', { exact: true }).click()
  await sketch.locator('[data-layout="in-footer"]').waitFor()
  await page.getByRole('textbox', { name: 'Proactive message' }).fill('Looking for a lamp?')
  await sketch.getByText('Looking for a lamp?').waitFor()
  await page.getByRole('switch', { name: 'Show a WhatsApp button' }).click()
  await page.getByLabel('Phone number').fill('+49 (151) 2345')
  await page.getByText('Leads to wa.me/491512345').waitFor()
  await page.getByRole('switch', { name: 'Accept files' }).click()
  await page.getByRole('textbox', { name: 'Custom CSS' }).fill('.header { border-bottom: 7px solid lime }')
})

test('a website that is none keeps the agent from being published, and says why', async () => {
  await page.getByRole('tab', { name: 'Security' }).click()
  const websites = page.getByPlaceholder('https://', { exact: true })
  await websites.fill('shop example')
  await websites.press('Enter')
  const told = page.getByText('An allowed website is written like https://shop.example')
  await told.waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  // Beside the field, and as a notice.
  await expect.poll(() => told.count()).toBe(2)
  await websites.press('Backspace')
  await websites.fill(new URL(shop.url).origin)
  await websites.press('Enter')
  // The notice stands over the button.
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
})

test('visitors see what was published', async () => {
  const visitor = await browser.newPage({ locale: 'en-GB' })
  visitor.setDefaultTimeout(30_000)
  await visitor.goto(shop.url)
  const launcher = visitor.locator('.launcher')
  await launcher.waitFor()
  expect(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
    'rgb(190, 18, 60)',
  )
  await visitor.getByText('Looking for a lamp?').waitFor()
  await expect
    .poll(() => visitor.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))
    .toBe('https://wa.me/491512345')
  await launcher.click()
  const chat = visitor.frameLocator('.panel iframe')
  await chat.getByRole('button', { name: 'Attach a file' }).waitFor()
  const header = chat.locator('.header')
  expect(await header.evaluate((one) => getComputedStyle(one).borderBottomWidth)).toBe('7px')
  await visitor.close()
})

test('nothing went wrong in the dashboard', () => {
  expect(watched.faults).toEqual([])
})
