/** The widget's settings in the dashboard, applied in the preview beside them and, once published, in the widget. */
import { randomBytes } from 'node:crypto'
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, type Watch } from './browser.ts'
import { type ShopPage, serveShopPage } from './shop-page.ts'
import { pageOf } from './signed-in.ts'

const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What follows the end of a PNG is shown by nobody: as large as a photo may be. */
const photo = Buffer.concat([logo, randomBytes(400_000)])

let started: TestPlatform
let browser: Browser
let page: Page
let preview: FrameLocator
/** Requests of the preview's frames to the server. */
const asked: string[] = []
let shop: ShopPage
let watched: Watch
let address = ''
let owner: Person
let params: { region: 'na'; agentId: string }

beforeAll(async () => {
  started = await startTestPlatform()
  owner = await started.signUp()
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'na' },
    body: { agentName: 'Lamps', agentTemplate: 'customer-support' },
  })
  params = { region: 'na', agentId: agentCreated.ID }
  browser = await launchBrowser()
  ;({ page, watched } = await pageOf(browser, started, owner))
  preview = page.frameLocator('iframe[title="Preview of the widget"]')
  page.on('request', (request) => {
    if (!request.isNavigationRequest() && request.frame() !== page.mainFrame()) asked.push(request.url())
  })
  address = `${started.url}/app/na/agents/${agentCreated.ID}/settings`
  shop = await serveShopPage(started.url, [{ agentId: agentCreated.ID }])
})

afterAll(async () => {
  await browser?.close()
  await shop?.close()
  await started?.stop()
})

const group = (name: string) =>
  page.getByRole('navigation', { name: 'Groups of settings' }).getByRole('link', { name })

test('settings are applied in the preview at once, unpublished', async () => {
  await page.goto(`${address}?tab=ui`)
  await preview.locator('.panel.open').waitFor()
  await page.getByRole('textbox', { name: 'Primary colour' }).fill('#be123c')
  await page.getByRole('button', { name: /^Primary 900/ }).click()
  const hex = page.getByRole('textbox', { name: 'Primary 900' })
  await hex.fill('#12345')
  await page.getByText('Six hex digits').waitFor()
  await hex.fill('123456')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Primary 900: #123456' }).waitFor()
  const launcher = preview.locator('.launcher')
  const colour = () => launcher.evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect.poll(colour).toBe('rgb(190, 18, 60)')
  await page.getByText('Above the field', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Proactive message' }).fill('Looking for a lamp?')
  await page.getByRole('switch', { name: 'Show a WhatsApp button' }).click()
  await page.getByLabel('Phone number').fill('+49 (151) 2345')
  await page.getByText('Leads to wa.me/491512345').waitFor()
  await page.getByRole('switch', { name: 'Accept files' }).click()
  await preview.frameLocator('.panel iframe').getByRole('button', { name: 'Attach a file' }).waitFor()
  await page.getByRole('textbox', { name: 'Custom CSS' }).fill('.header { border-bottom: 7px solid lime }')
  const header = preview.frameLocator('.panel iframe').locator('.header')
  const line = () => header.evaluate((one) => getComputedStyle(one).borderBottomWidth)
  await expect.poll(line).toBe('7px')
  // As on a website where nothing is open yet.
  await launcher.click()
  await preview.getByText('Looking for a lamp?').waitFor()
  await preview.getByRole('link', { name: 'WhatsApp' }).waitFor()
})

test('the editor of the custom CSS completes, undoes, searches and lets Tab leave it', async () => {
  const editor = page.getByRole('textbox', { name: 'Custom CSS' })
  const written = () => editor.innerText()
  const before = await written()
  await editor.press('Control+End')
  await page.keyboard.type('.footer { border-top-left-r')
  await page.getByRole('option', { name: 'border-top-left-radius', exact: true }).click()
  await expect.poll(written).toContain('.footer { border-top-left-radius')
  while ((await written()) !== before) await page.keyboard.press('Control+z')

  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('7px')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('7px')

  await page.keyboard.press('Tab')
  await expect.poll(() => editor.evaluate((one) => one.contains(document.activeElement))).toBe(false)
})

test('a plain field is used for the custom CSS if its editor can’t be loaded', async () => {
  const other = await page.context().browser()?.newContext({ locale: 'en-GB' })
  if (!other) throw new Error('The browser is gone')
  other.setDefaultTimeout(patience)
  await other.addCookies([{ name: 'parley_session', value: owner.token, url: started.url }])
  await other.route(/css-code/, (route) => route.abort())
  const plain = await other.newPage()
  await plain.goto(`${address}?tab=ui`)
  await plain.getByText('Failed to load code editor extensions').waitFor()
  await plain.getByRole('textbox', { name: 'Custom CSS' }).fill('.header { color: red }')
  await expect
    .poll(() => plain.getByRole('textbox', { name: 'Custom CSS' }).inputValue())
    .toBe('.header { color: red }')
  await plain.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  await other.close()
})

test('messages written in the preview are sent nowhere', async () => {
  await preview.locator('.launcher').click()
  const chat = preview.frameLocator('.panel iframe')
  await chat.getByRole('textbox').fill('Hello?')
  await page.keyboard.press('Enter')
  await chat.getByText('nobody answers here').first().waitFor()
  const { client } = owner
  expect((await client.call('conversations.counts', { params })).all).toBe(0)
  expect(asked.length).toBeGreaterThan(0)
  const files = new RegExp(`^${started.url}/widget/(preview/page.js$|assets/)`)
  expect(asked.filter((url) => !files.test(url))).toEqual([])
  await page.getByText('Phone', { exact: true }).click()
  await preview.locator('.panel.fill').waitFor()
})

const files = /^\/api\/na\/public\/files\//
const pictureIn = (label: string) => page.getByRole('group', { name: label, exact: true })
const upload = (label: string, buffer: Buffer) =>
  pictureIn(label)
    .locator('input[type=file]')
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer })
/** Whether a picture was fetched and is one. */
const isShown = (picture: Locator) =>
  picture.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0)

test('a square picture is shown beside the round one, and an agent may wait for further messages', async () => {
  await page.getByLabel('Delay before answering').fill('2500')
  await group('Core').click()
  await upload('Square picture', logo)
  const shown = pictureIn('Square picture').locator('img')
  await expect.poll(() => shown.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  const corners = await shown.evaluate((one) => getComputedStyle(one.parentElement ?? one).borderRadius)
  expect(Number.parseFloat(corners)).toBeLessThan(32)
  await upload('Picture', photo)
  await group('UI').click()
  await upload('Background picture', photo)
})

test('an invalid website prevents publishing the agent, with the reason', async () => {
  await group('Security').click()
  const websites = page.getByPlaceholder('https://', { exact: true })
  await websites.fill('shop example')
  await websites.press('Enter')
  const told = page.getByText('An allowed website is written like https://shop.example')
  await told.waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  // At the field, and as a notice.
  await expect.poll(() => told.count()).toBe(2)
  await websites.press('Backspace')
  await websites.fill(new URL(shop.url).origin)
  await websites.press('Enter')
  // The notice covers the button.
  await page.keyboard.press('Control+s')
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
})

test('a picture that was published is shown from its address, which is nobody’s to edit', async () => {
  expect(await page.getByText('You both changed').count()).toBe(0)
  for (const [tab, label] of [
    ['Core', 'Picture'],
    ['Core', 'Square picture'],
    ['UI', 'Background picture'],
  ] as const) {
    await group(tab).click()
    const shown = pictureIn(label).locator('img')
    await expect.poll(() => shown.getAttribute('src')).toMatch(files)
    await expect.poll(() => isShown(shown)).toBe(true)
    expect(await pictureIn(label).getByRole('textbox').inputValue()).toBe('')
  }
})

test('visitors see what was published', async () => {
  const { data: published } = await owner.client.call('agents.get', { params })
  expect(published).toMatchObject({
    delayBeforeSubmit: 2500,
    squareImageURL: expect.stringMatching(files),
  })
  const visitor = await browser.newPage({ locale: 'en-GB' })
  visitor.setDefaultTimeout(patience)
  await visitor.goto(shop.url)
  const launcher = visitor.locator('.launcher')
  await launcher.waitFor()
  await expect
    .poll(() => launcher.evaluate((button) => getComputedStyle(button).backgroundColor))
    .toBe('rgb(190, 18, 60)')
  await visitor.getByText('Looking for a lamp?').waitFor()
  await expect
    .poll(() => visitor.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))
    .toBe('https://wa.me/491512345')
  await launcher.click()
  const chat = visitor.frameLocator('.panel iframe')
  await chat.getByRole('button', { name: 'Attach a file' }).waitFor()
  const header = chat.locator('.header')
  await expect.poll(() => header.evaluate((one) => getComputedStyle(one).borderBottomWidth)).toBe('7px')
  await expect.poll(() => isShown(chat.locator('.header .avatar img'))).toBe(true)
  const background = await chat
    .locator('.log')
    .evaluate((log) => /url\("(.+)"\)/.exec(getComputedStyle(log).backgroundImage)?.[1])
  expect(new URL(background ?? '').pathname).toMatch(files)
  await visitor.close()
})

test('the search in the navigation finds settings and opens their tab', async () => {
  await page.goto(`${address}?tab=core`)
  const search = page.getByRole('combobox', { name: 'Search settings' })
  await search.fill('gdpr')
  await page.getByRole('option', { name: /Erase after days\s*Good/ }).click()
  await page.getByRole('switch', { name: 'Erase after' }).waitFor()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('security')

  await search.fill('zebra crossing')
  await page.getByText('No results found').waitFor()

  await search.fill('geo analytics')
  await page.getByRole('switch', { name: 'Geo analytics' }).waitFor()
  await page.getByRole('option', { name: /Geo analytics\s*Strong/ }).waitFor()
})

test('the dashboard had no errors', () => {
  expect(watched.faults).toEqual([])
})
