/** Browsers of the clients of an agency, beside that of its owner. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import type { Person, TestPlatform } from '../src/test-platform.ts'
import { patience, type Watch, watch } from './browser.ts'
import { eachSignedIn } from './signed-in.ts'

export type AtAgency = {
  started: TestPlatform
  owner: Person
  /** The owner's page. */
  team: Page
  /** Opens a page in a browser of its own, in British English by default, at the agency's sign-in page. */
  open(locale?: string): Promise<Page>
}

/**
 * As `eachSignedIn`, for the owner of an agency with 20 seats for clients. A test fails if a page that it opened reported
 * faults, except those that match `expected`.
 */
export function eachAtAgency(receive: (given: AtAgency) => void, { expected }: { expected: RegExp }): void {
  let contexts: BrowserContext[] = []
  let watched: Watch[] = []
  eachSignedIn(
    ({ started, person: owner, page: team }) => {
      async function open(locale = 'en-GB'): Promise<Page> {
        const browser = team.context().browser()
        if (!browser) throw new Error('no browser')
        const context = await browser.newContext({ locale, viewport: { width: 1280, height: 900 } })
        context.setDefaultTimeout(patience)
        contexts.push(context)
        watched.push(await watch(context, [started.url]))
        const page = await context.newPage()
        await page.goto(`${started.url}/client/login?agency=${owner.workspaceId}`)
        await page.locator('input[name=email]').waitFor()
        return page
      }
      receive({ started, owner, team, open })
    },
    { env: () => ({ CLIENT_SEATS: '20' }) },
  )
  afterEach(async () => {
    for (const context of contexts) await context.close()
    const faults = watched.flatMap(({ faults }) => faults)
    ;[contexts, watched] = [[], []]
    expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
  })
}
