/** A browser in which a person is signed in to the dashboard. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { patience, type Watch, watch } from './browser.ts'

export type SignedIn = { context: BrowserContext; page: Page; watched: Watch }

export async function signIn(browser: Browser, started: TestPlatform, person: Person): Promise<SignedIn> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(patience)
  const watched = await watch(context, [started.url])
  await context.addCookies([{ name: 'parley_session', value: person.token, url: started.url }])
  const page = await context.newPage()
  await page.goto(`${started.url}/app/`)
  await page.getByRole('link', { name: 'New Agent' }).first().waitFor()
  return { context, page, watched }
}
