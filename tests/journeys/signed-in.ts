/** A browser in which a person is signed in to the dashboard. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'

export type SignedIn = { context: BrowserContext; page: Page; watched: Watch }

/** As after the onboarding, to which the dashboard would lead instead. */
export async function passOnboarding({ client, region, workspaceId }: Person): Promise<void> {
  const internal = { isAgentOnboardingDone: true }
  await client.call('workspaces.save', { params: { region, workspaceId }, body: { internal } })
}

/** An empty page of somebody who has a session. */
export async function pageOf(
  browser: Browser,
  started: TestPlatform,
  person: Person,
  viewport = { width: 1440, height: 900 },
): Promise<SignedIn> {
  const context = await browser.newContext({ locale: 'en-GB', viewport })
  context.setDefaultTimeout(patience)
  const watched = await watch(context, [started.url])
  await context.addCookies([{ name: 'parley_session', value: person.token, url: started.url }])
  return { context, page: await context.newPage(), watched }
}

export async function signIn(browser: Browser, started: TestPlatform, person: Person): Promise<SignedIn> {
  await passOnboarding(person)
  const { context, page, watched } = await pageOf(browser, started, person, { width: 1280, height: 900 })
  await page.goto(`${started.url}/app/`)
  await page.getByRole('link', { name: 'New Agent' }).first().waitFor()
  return { context, page, watched }
}

/**
 * For all tests of a file: a platform, and for each test a new person who is signed in to it. A test fails if its pages
 * reported faults, except those that match `expected`. `env`: the platform's configuration. `tour`: as of `launchBrowser`.
 */
export function eachSignedIn(
  receive: (given: { started: TestPlatform; person: Person; page: Page }) => void,
  { expected, env, tour }: { expected?: RegExp; env?: () => Record<string, string>; tour?: boolean } = {},
): void {
  let started: TestPlatform
  let browser: Browser
  let signedIn: SignedIn
  beforeAll(async () => {
    started = await startTestPlatform(env?.())
    browser = await launchBrowser({ tour: tour ?? false })
  })
  beforeEach(async () => {
    const person = await started.signUp()
    signedIn = await signIn(browser, started, person)
    receive({ started, person, page: signedIn.page })
  })
  afterEach(async () => {
    await signedIn?.context.close()
    expect(signedIn.watched.faults.filter((fault) => !expected?.test(fault))).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await started?.stop()
  })
}
