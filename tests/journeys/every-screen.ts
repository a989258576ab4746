/**
 * What holds for every screen. While it loads, even if the server's answers and the parts of the page arrive late and in
 * any order, nothing moves: the browser's own measure of layout shift is zero. Then, in light and in dark: no axe
 * findings, fields whose borders are seen, nothing wider than the screen, and no error in the console. The titles of pages
 * are in one place. On a desktop, the agency's people are at its domain, where nothing names the product. Screenshots for
 * people to check are in test-results/looks. `npm test` checks a third of the screens, each at one of the two sizes,
 * `npm run test:long` all at both.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { describe, type ExpectStatic, expect, test } from 'vitest'
import { partOfList } from '../src/part-of-list.ts'
import { axeFindings } from './axe-findings.ts'
import { keepLook, patience, settled, watch } from './browser.ts'
import { faintFields } from './field-borders.ts'
import { namesShown } from './names-shown.ts'
import { isOfAgency, screens, sizes, stageForTests } from './screens.ts'
import { isTitled, type TitlePlace, titlePlace } from './title-place.ts'

/** The longest delay of an answer, in ms. */
const LATEST = 400

/** Checks every screen at one size. */
export function checkEveryScreen(size: keyof typeof sizes): void {
  const isAtDomain = size === 'desktop'
  const stage = stageForTests(isAtDomain ? { domain: 'app.studio.localhost' } : {})
  const titles: ({ name: string } & TitlePlace)[] = []
  const checked = partOfList(screens, {
    of: 6,
    nth: Object.keys(sizes).indexOf(size),
    nameOf: ({ name }) => name,
  })

  describe(`on a ${size}`, () => {
    // Each waits most of the time, for answers that arrive late.
    test.concurrent.for(checked)('$name', async (screen, { expect, onTestFinished }) => {
      const context = await stage.contextOf(screen.who, sizes[size])
      onTestFinished(() => context.close())
      const { faults } = await watch(context, stage.originsOf(screen.who))
      const page = await context.newPage()
      // What somebody does there may move something.
      const shifts = screen.arrive ? [] : await shiftsWhile(page, () => stage.open(page, screen), expect)
      if (screen.arrive) await stage.open(page, screen)

      expect(shifts, 'what moved while it loaded').toEqual([])
      if (isTitled(screen)) {
        const place = await titlePlace(page)
        expect(place, 'the title of the page').toBeDefined()
        if (place) titles.push({ name: screen.name, ...place })
      }
      if (isAtDomain && isOfAgency(screen.who))
        expect(await namesShown(page, stage.atDomain()), 'names of the product').toEqual([])
      expect(await findingsIn(page, `${screen.name}-${size}`)).toEqual([])
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wider, 'pixels wider than the screen').toBeLessThanOrEqual(0)
      expect(faults).toEqual([])
    })

    test('the titles of all pages are in one place', () => {
      const [first] = titles
      expect(titles.filter(({ left, top }) => left !== first?.left || top !== first?.top)).toEqual([])
    })
  })
}

/** What is found in light and in dark, with a screenshot of each. */
async function findingsIn(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The public site follows the media query alone.
    await page
      .locator(`html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme=${colorScheme}]`)
      .waitFor()
    await settled(page)
    await keepLook(page, `${name}-${colorScheme}`)
    const here = [
      ...(await axeFindings(page, colorScheme === 'light' ? 'all' : 'colours')),
      ...(await faintFields(page)),
    ]
    found.push(...here.map((finding) => `${colorScheme}: ${finding}`))
  }
  return found
}

declare global {
  interface Window {
    /** What moved, and by how much of the screen. */
    layoutShifts: string[]
  }
}

/** What moves on a page until it is there and all answers have arrived, each of them late. */
async function shiftsWhile(page: Page, open: () => Promise<void>, expect: ExpectStatic): Promise<string[]> {
  const pending = await delayAnswers(page.context())
  await recordShifts(page)
  await open()
  await settled(page)
  await expect.poll(pending, { timeout: patience }).toBe(0)
  await settled(page)
  const shifts = await page.evaluate(() => window.layoutShifts)
  await page.context().unroute('**/*')
  return shifts
}

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const nameOf = (node: Node | null | undefined) =>
      node instanceof Element
        ? `${node.tagName.toLowerCase()} ${node.getAttribute('aria-label') ?? node.textContent?.slice(0, 40)}`
        : 'something that is gone'
    const placeOf = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`
    window.layoutShifts = []
    new PerformanceObserver((list) => {
      // TypeScript's DOM has no type of these entries.
      for (const entry of list.getEntries() as unknown as {
        value: number
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
      }[]) {
        // A notice grows into view above the page, and CodeMirror numbers its lines when it has measured them.
        const within = entry.sources.filter(
          ({ node }) => !node?.parentElement?.closest('.mantine-Notifications-root, .cm-gutters'),
        )
        if (within.length === 0) continue
        window.layoutShifts.push(
          `${entry.value.toFixed(4)}: ${within.map((source) => `${nameOf(source.node)} (${placeOf(source.previousRect)} → ${placeOf(source.currentRect)})`).join(', ')}`,
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Delays scripts and answers, each by a time that follows from its address. Returns how many are still awaited. */
async function delayAnswers(context: BrowserContext): Promise<() => number> {
  let pending = 0
  await context.route('**/*', async (route) => {
    const request = route.request()
    const isStream = request.headers().accept === 'text/event-stream'
    if (isStream || request.resourceType() === 'document') return route.continue()
    pending++
    await new Promise((resolve) => setTimeout(resolve, delayOf(request.url())))
    await route.continue().catch(() => {})
    await request.response().catch(() => {})
    pending--
  })
  return () => pending
}

function delayOf(address: string): number {
  let sum = 0
  for (const char of address) sum = (sum * 31 + char.charCodeAt(0)) % 1_000_003
  return sum % LATEST
}
