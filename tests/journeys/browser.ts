/** A browser that records in every page what must not happen there. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'

/** How long a journey waits for an expected change, in ms; long, for busy machines. */
export const patience = 60_000

/**
 * Pages of journeys move only in `npm run test:long`, and where a journey asks for it: without motion a renderer takes a
 * fifth less of the processor, and nothing is waited for.
 */
const usualMotion = process.env.WHOLE === 'true' ? 'no-preference' : 'reduce'

/**
 * `tour`: whether the guided tour may start, which would cover what a journey looks at in dark mode. `localHosts`: host
 * names that lead to this machine, such as `*.example`; with `localTlsPort`, their usual port for TLS leads to that one. `secureOrigin`: one that counts as secure without TLS.
 * `notifications`: whether it can show any.
 */
export async function launchBrowser({
  tour = false,
  localHosts,
  localTlsPort,
  secureOrigin,
  notifications = false,
}: {
  tour?: boolean
  localHosts?: string
  localTlsPort?: number
  secureOrigin?: string
  notifications?: boolean
} = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findChromium({ whole: notifications || secureOrigin !== undefined }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(localHosts === undefined
        ? []
        : [
            `--host-resolver-rules=MAP ${localHosts}${localTlsPort ? `:443 127.0.0.1:${localTlsPort}` : ' 127.0.0.1'}`,
          ]),
      ...(secureOrigin === undefined ? [] : [`--unsafely-treat-insecure-origin-as-secure=${secureOrigin}`]),
    ],
  })
  if (tour) return browser
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext({ reducedMotion: usualMotion, ...options })
    await context.addInitScript(skipTour)
    return context
  }
  return browser
}

function skipTour() {
  try {
    localStorage.setItem('parley_skip_tour_forever', 'true')
  } catch {
    // A sandboxed frame has no storage.
  }
}

export type Watch = {
  /** Console and uncaught errors, policy violations and requests to other origins, in every page so far. */
  faults: string[]
}

/** Watches all pages of a context, including their frames; only requests to these origins are allowed. */
export async function watch(context: BrowserContext, origins: readonly string[]): Promise<Watch> {
  const faults: string[] = []
  await context.exposeFunction('reportViolation', (text: string) => faults.push(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void }
      reportViolation(`policy: ${violatedDirective} ${blockedURI} ${sourceFile} in ${location.href}`)
    })
  })
  context.on('page', (page: Page) => {
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error' || isSignedOutAnswer(message.location().url, message.text())) return
      faults.push(`console: ${message.text()} ${message.location().url}`)
    })
  })
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (!origins.includes(origin) && !['data:', 'blob:', 'about:'].includes(protocol))
      faults.push(`third party: ${request.url()}`)
  })
  return { faults }
}

/** Chromium itself reports each 401, which is the normal answer when nobody is signed in. */
function isSignedOutAnswer(url: string, text: string): boolean {
  return /\/api\/auth\/(session|client\/refresh)$/.test(url) && text.includes('401')
}

/** Stores a screenshot for people to check, in test-results/looks; none where nobody does. */
export async function keepLook(page: Page, name: string): Promise<void> {
  if (!process.env.CI) await page.screenshot({ path: `test-results/looks/${name}.png` })
}

/** Waits until lists and fonts are loaded and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  await animationsOver(page)
}

/** Resolves when nothing changes its colour or place any more; what turns for ever, such as a spinner, may go on. */
export async function animationsOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
}
