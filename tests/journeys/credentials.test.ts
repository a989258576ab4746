/** Credentials in a browser: one is added, chosen in a function, rotated, and deleted when nothing uses it. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSecuredServer } from '../src/secured-server.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { type SignedIn, signIn } from './signed-in.ts'

let started: TestPlatform
let browser: Browser
let server: Awaited<ReturnType<typeof startSecuredServer>>
let owner: Person
let signedIn: SignedIn

beforeAll(async () => {
  server = await startSecuredServer()
  started = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: 'true' })
  browser = await launchBrowser()
  owner = await started.signUp()
  const params = { region: 'na', agentId: 'credentials01' } as const
  await owner.client.call('agents.save', { params, body: { title: 'Shop assistant' } })
  signedIn = await signIn(browser, started, owner)
})
afterAll(async () => {
  await signedIn?.context.close()
  await browser?.close()
  await started?.stop()
  await server?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 900 })
/** Chooses the day in so many days in the calendar. */
async function expiresIn(page: Page, days: number): Promise<void> {
  const at = new Date(Date.now() + days * 86_400_000)
  await page.getByRole('button', { name: 'Expires: Never' }).click()
  const month = at.toLocaleDateString('en', { month: 'long' })
  const day = page.getByRole('button', { name: `${at.getDate()} ${month} ${at.getFullYear()}`, exact: true })
  await page.getByRole('button', { name: 'Next month' }).waitFor()
  if (at.getMonth() !== new Date().getMonth()) await page.getByRole('button', { name: 'Next month' }).click()
  await day.click()
}

test('a credential is added, chosen in a function, rotated and deleted', async () => {
  const { page } = signedIn
  page.setDefaultTimeout(patience)
  await page.goto(`${started.url}/app/na/agents`)
  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByText('No credentials yet').waitFor()
  await lookAt(page, 'credentials-none')
  await wide(page)

  await press(page, 'Add credential')
  await press(page, 'Create')
  for (const problem of [
    'Please provide a name for the credential.',
    'The secret needs at least 4 characters.',
    'Please enter at least one host.',
  ])
    await page.getByText(problem).waitFor()
  await lookAt(page, 'credential-new')
  await wide(page)
  await page.getByLabel('Name').fill('Shop API')
  await page.getByLabel('Kind').selectOption('Header')
  await page.getByLabel('Header', { exact: false }).last().fill('X-Api-Key')
  await page.getByLabel('Value').fill('key-of-the-shop-1234')
  await page.getByRole('combobox', { name: 'Sent to' }).fill(server.host)
  await page.keyboard.press('Enter')
  await expiresIn(page, 5)
  await press(page, 'Create')
  await page.getByText('Shop API was saved').waitFor()
  await page.getByText('••••1234').waitFor()
  await page.getByText('Never used').waitFor()
  await page.getByText('No function').waitFor()

  // A function sends it.
  await page.goto(`${started.url}/app/na/integrations?tool=new`)
  await page.getByLabel('Name').fill('Orders')
  await page.getByLabel('Description').first().fill('Finds an order.')
  await page.getByPlaceholder('https://api.example.com/orders').fill('https://elsewhere.example/')
  await page.getByRole('combobox', { name: 'Credential' }).click()
  await page.getByRole('option', { name: `Shop API (for ${server.host})` }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByPlaceholder('https://api.example.com/orders').fill(`${server.url}/orders`)
  await page.getByRole('combobox', { name: 'Credential' }).click()
  await page.getByRole('option', { name: 'Shop API', exact: true }).click()
  await press(page, 'Create')
  await page.getByText('Orders was saved').waitFor()
  await press(page, 'Test')
  await page.getByText('OK 200').waitFor()
  await page.getByText('x-api-key: ••••••').waitFor()
  expect(server.got.at(-1)?.headers['x-api-key']).toBe('key-of-the-shop-1234')
  await lookAt(page, 'credential-in-function')
  await wide(page)

  await page.getByRole('dialog').getByRole('link', { name: 'Credentials' }).click()
  await page.getByText('1 function').waitFor()
  await page.getByRole('link', { name: 'Shop API' }).click()
  await page.getByText('Rotate it before that.').waitFor()
  await page.getByRole('link', { name: 'Orders' }).waitFor()
  await lookAt(page, 'credential')
  await wide(page)
  await press(page, 'Delete')
  await page.getByRole('dialog', { name: 'Delete Shop API?' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('A function uses this credential: Orders.').waitFor()
  await press(page, 'Cancel')

  // Another host asks for the secret again.
  await page.getByRole('combobox', { name: 'Sent to' }).fill('api.example.com')
  await page.keyboard.press('Enter')
  await page.getByText('Enter it again to send it anywhere else').waitFor()
  await press(page, 'Save')
  await page.getByText('Enter the secret again to send it anywhere else.').waitFor()

  await page.reload()
  await press(page, 'Rotate')
  await page.getByLabel('New value').fill('key-of-the-shop-5678')
  await lookAt(page, 'credential-rotate')
  await wide(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click()
  await page.getByText('Shop API was rotated').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('••••5678').waitFor()
  await lookAt(page, 'credentials')
  await wide(page)

  // A deep link without a region opens the same page, and what nothing uses is deleted.
  const [tool] = (await owner.client.call('tools.list', { params: { region: 'na' } })).items
  await owner.client.call('tools.delete', { params: { region: 'na', toolId: tool?.id ?? '' } })
  await page.goto(`${started.url}/credentials`)
  await page.waitForURL(/\/app\/na\/credentials/)
  await page.getByRole('link', { name: 'Shop API' }).press('Enter')
  await press(page, 'Delete')
  await page.getByRole('dialog', { name: 'Delete Shop API?' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No credentials yet').waitFor()
  expect(await page.content()).not.toContain('key-of-the-shop')
  // The forms that were refused.
  const expected = /status of (400|409|422).*\/credentials/
  expect(signedIn.watched.faults.filter((fault) => !expected.test(fault))).toEqual([])
}, 300_000)
