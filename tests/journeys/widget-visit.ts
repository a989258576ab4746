/**
 * Visits to pages that show the widget. Errors, policy violations and requests to third parties in them fail the test.
 */
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { patience } from './browser.ts'
import { type ShopOptions, type ShopPage, type ShopScript, serveShopPage } from './shop-page.ts'
import { startWidgetSite, type WidgetSite } from './widget-site.ts'

export type Visit = {
  phone?: boolean
  storageBlocked?: boolean
  /** Network errors are part of the test. */
  expectFaults?: boolean
  locale?: string
  calm?: boolean
  dark?: boolean
  /** An agent whose script arrives when there are two widgets. */
  third?: string
  /** Properties of the page itself. */
  shop?: ShopOptions
}

/** Starts a platform for the tests of one file. */
export function widgetVisits() {
  let site: WidgetSite
  let context: BrowserContext | undefined
  const shops: ShopPage[] = []
  const faults: string[] = []

  beforeAll(async () => {
    site = await startWidgetSite()
  })
  afterEach(async () => {
    await context?.close()
    await Promise.all(shops.splice(0).map((shop) => shop.close()))
    expect(faults.splice(0)).toEqual([])
  })
  afterAll(() => site?.close())

  /** Opens a page of a shop that includes the scripts. */
  async function visit(scripts: ShopScript[], options: Visit = {}): Promise<Page> {
    const shop = await serveShopPage(site.origin, scripts, options.shop)
    shops.push(shop)
    return open(shop.url, options)
  }

  async function open(url: string, options: Visit = {}): Promise<Page> {
    const {
      phone = false,
      storageBlocked = false,
      expectFaults,
      locale = 'en-GB',
      calm,
      dark,
      third,
    } = options
    context = await site.browser.newContext({
      viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      hasTouch: phone,
      isMobile: phone,
      locale,
      reducedMotion: calm ? 'reduce' : null,
      colorScheme: dark ? 'dark' : 'light',
    })
    context.setDefaultTimeout(patience)
    await context.exposeFunction('reportViolation', (text: string) => faults.push(text))
    await context.addInitScript(watchPolicies)
    if (storageBlocked) await context.addInitScript(blockStorage)
    context.on('page', (page) => {
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !expectFaults) faults.push(message.text())
      })
      page.on('request', (request) => {
        const { origin } = new URL(request.url())
        if (origin !== site.origin && origin !== new URL(url).origin && origin !== 'null')
          faults.push(`third party: ${request.url()}`)
      })
    })
    const page = await context.newPage()
    if (third)
      await page.route(`**/${third}.js`, async (route) => {
        await page.locator('[data-agent]').nth(1).waitFor({ state: 'attached' })
        await route.continue()
      })
    await page.goto(url)
    return page
  }

  return {
    visit,
    open,
    get site() {
      return site
    },
    /** The visitor's browser: cookies, storage and network of the last visit. */
    get context() {
      if (!context) throw new Error('Nobody has visited yet')
      return context
    },
  }
}

function watchPolicies() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    const { reportViolation } = window as unknown as { reportViolation(text: string): void }
    reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile} in ${location.href}`)
  })
}

function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  }
}

export const widgets = (page: Page) => page.locator('[data-agent]')
export const launcher = (page: Page) => page.locator('.launcher')
export const badge = (page: Page) => launcher(page).getAttribute('data-count')
export const panel = (page: Page) => page.locator('.panel')
export const chatFrames = (page: Page) => page.locator('.panel iframe')
export const chat = (page: Page) => page.frameLocator('.panel iframe')
export const field = (page: Page) => chat(page).locator('textarea')
export const replies = (page: Page) => chat(page).locator('.group:not(.own):not(.typing) .bubble')
export const visitorMessages = (page: Page) => chat(page).locator('.bubble.own')
export const storedInPage = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key)

/** The document of the chat itself, to run code in. */
export function chatDocument(page: Page): Frame {
  const found = page.frames().find((frame) => new URL(frame.url()).pathname.endsWith('/frame'))
  if (!found) throw new Error('The chat has no document yet')
  return found
}

export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await visitorMessages(page).filter({ hasText: text }).waitFor()
}

/** Waits until every message has its reply: no reply in progress, and the last message not the visitor's. */
export async function answered(page: Page): Promise<void> {
  await chat(page).locator('.log-content > .group:last-child:not(.own):not(.typing) time').waitFor()
}

/** The launcher's aria-expanded, which says whether the chat is open. */
export const isExpanded = (page: Page) => launcher(page).getAttribute('aria-expanded')

/** Saves a screenshot for people to check. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/widget/${name}.png` })
}
