/**
 * Nothing moves on any screen while it loads, even if the server's answers and the parts of the page arrive late and in
 * any order: the browser's own measure of layout shift is zero at two sizes.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { patience, settled } from './browser.ts'
import { screens, sizes, stageForTests } from './screens.ts'

/** The longest delay of an answer, in ms. */
const LATEST = 400

const stage = stageForTests()

/** What somebody does there may move something. */
const loaded = screens.filter(({ arrive }) => arrive === undefined)

describe.each(Object.entries(sizes))('on a %s', (_, options) => {
  test.for(loaded)('$name', async ({ who, path, ready }, { onTestFinished }) => {
    const context = await stage.contextOf(who, options)
    onTestFinished(() => context.close())
    const pending = await delayAnswers(context)
    const page = await context.newPage()
    await recordShifts(page)
    await page.goto(stage.addressOf({ path }))
    await ready(page).first().waitFor()
    await settled(page)
    await expect.poll(pending, { timeout: patience }).toBe(0)
    await settled(page)
    expect(await page.evaluate(() => window.layoutShifts)).toEqual([])
  })
})

declare global {
  interface Window {
    /** What moved, and by how much of the screen. */
    layoutShifts: string[]
  }
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
      }[])
        window.layoutShifts.push(
          `${entry.value.toFixed(4)}: ${entry.sources.map((source) => `${nameOf(source.node)} (${placeOf(source.previousRect)} → ${placeOf(source.currentRect)})`).join(', ')}`,
        )
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
