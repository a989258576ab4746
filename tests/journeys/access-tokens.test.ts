/** Access tokens in a browser: one is made, copied, used by a server, and revoked. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { type SignedIn, signIn } from './signed-in.ts'

let started: TestPlatform
let browser: Browser
let owner: Person
let signedIn: SignedIn

beforeAll(async () => {
  started = await startTestPlatform({ REGIONS: 'na' })
  browser = await launchBrowser()
  owner = await started.signUp()
  const params = { region: 'na', agentId: 'tokens000001' } as const
  await owner.client.call('agents.save', { params, body: { title: 'Shop assistant' } })
  signedIn = await signIn(browser, started, owner)
})
afterAll(async () => {
  await signedIn?.context.close()
  await browser?.close()
  await started?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const wide = (page: Page) => page.setViewportSize({ width: 1280, height: 900 })

test('a token is made with a search and a preset, copied, used, and revoked', async () => {
  const { page } = signedIn
  page.setDefaultTimeout(patience)
  await page.goto(`${started.url}/app/na/workspace`)
  await page.getByText('No access tokens yet').scrollIntoViewIfNeeded()
  await lookAt(page, 'access-tokens-none')
  await wide(page)

  await press(page, 'New token')
  await press(page, 'Create token')
  await page.getByText('Please enter a name for the token.').waitFor()
  await page.getByText('Please choose at least one permission.').waitFor()
  await lookAt(page, 'access-token-new')
  await wide(page)
  const drawer = page.getByRole('dialog', { name: 'New access token' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('n8n')
  await drawer.getByRole('searchbox', { name: 'Search permissions' }).fill('webhooks read')
  await expect.poll(() => drawer.getByRole('checkbox').count()).toBe(1)
  await drawer.getByRole('checkbox').check()
  // What it needs comes with it.
  await drawer.getByText(/^2 of \d+ chosen/).waitFor()
  await drawer.getByRole('searchbox', { name: 'Search permissions' }).fill('no such words')
  await drawer.getByText('No permission has these words.').waitFor()
  await drawer.getByRole('searchbox', { name: 'Search permissions' }).fill('')
  await press(page, 'Read only')
  await drawer.getByRole('combobox', { name: 'Agents' }).click()
  await page.getByRole('option', { name: 'Shop assistant' }).click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('combobox', { name: 'Expires' }).selectOption('30 days')
  await press(page, 'Create token')
  const shown = page.getByRole('dialog', { name: 'Your access token' })
  const text = (await shown.getByLabel('access token', { exact: true }).textContent()) ?? ''
  expect(text).toMatch(/^pat_/)
  await lookAt(page, 'access-token-shown')
  await wide(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Copy access token' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await press(page, 'Done')

  await page.getByText('never used').waitFor()
  const answer = await started.client(text).call('agents.list', { params: { region: 'na' } })
  expect(answer.items.map(({ title }) => title)).toEqual(['Shop assistant'])
  await started.client(text).call('agents.list', { params: { region: 'na' } })
  await page.reload()
  await page.getByText(/ · 1 agent · created by .* · used just now/).waitFor()
  expect(await page.content()).not.toContain(text)
  await page.getByRole('link', { name: 'n8n' }).scrollIntoViewIfNeeded()
  await lookAt(page, 'access-tokens')
  await wide(page)

  await page.getByRole('link', { name: 'n8n' }).click()
  const opened = page.getByRole('dialog', { name: 'n8n' })
  await opened.getByText('List the agents of the workspace.').waitFor()
  await opened.getByText('Shop assistant').waitFor()
  await lookAt(page, 'access-token')
  await wide(page)
  await press(page, 'Revoke')
  const question = page.getByRole('dialog', { name: 'Revoke n8n?' })
  await question.getByText('refused at once').waitFor()
  await lookAt(page, 'access-token-revoke')
  await wide(page)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('n8n was revoked').waitFor()
  await page.getByText('No access tokens yet').waitFor()
  const refused = started.client(text).call('agents.list', { params: { region: 'na' } })
  await expect(refused).rejects.toMatchObject({ status: 401 })

  await page.goto(`${started.url}/app/na/audit`)
  await page.getByText(/revoked the access token/).waitFor()
})
