/** What is shown while the dashboard opens (part 2 §4): how far it is, and what a refusal of the workspaces leads to. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestPlatform } from '../src/test-platform.ts'
import { eachSignedIn } from './signed-in.ts'

let started: TestPlatform
let page: Page
eachSignedIn(
  (given) => {
    ;({ started, page } = given)
  },
  // Pages that are left, and the refusal of a test.
  { expected: /403|ERR_ABORTED|net::/ },
)

/** Holds back answers to an address until they are let go. */
async function hold(address: string | RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = async (route: Route) => {
    await promise
    await route.continue()
  }
  await page.route(address, waiting)
  return async () => resolve()
}

test('the progress stays below 85 percent, and is 100 once the user is known', async () => {
  const letSession = await hold('**/api/auth/session')
  const letPage = await hold(/\/assets\/agents-page-[^/]+\.js/)
  await page.goto(`${started.url}/app/na/agents`)
  await page.getByText('Loading Your Workspace').waitFor()
  const bar = page.getByRole('progressbar', { name: 'Loading' })
  await bar.waitFor()
  const value = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(value, { timeout: 20_000 }).toBeGreaterThan(80)
  expect(await value()).toBeLessThanOrEqual(85)
  await letSession()
  await expect.poll(value, { timeout: 20_000 }).toBe(100)
  await letPage()
  await page.getByRole('link', { name: 'New Agent' }).first().waitFor()
})

test('whoever is refused their workspaces is signed out', async () => {
  await page.route('**/api/auth/session', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'x', title: 'No', status: 403, code: 'not-allowed', message: 'No' }),
    }),
  )
  await page.goto(`${started.url}/app/na/agents`)
  await page.waitForURL(/\/login/)
  await page.getByRole('heading', { name: 'Sign In' }).waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'parley_session')?.value ?? '').toBe('')
})
