/**
 * Every screen at two sizes in light and dark: no axe findings, fields whose borders are seen, nothing wider than the
 * screen, no error in the console. Screens that show all uses of the brand's colour, with brands that are hard to see on one of the schemes.
 * Screenshots for people to check are in test-results/looks.
 */
import type { BrowserContext } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { brandVariables } from '../../web/src/design/theme.ts'
import { axeFindings } from './axe-findings.ts'
import { settled, type Watch, watch } from './browser.ts'
import { faintFields } from './field-borders.ts'
import { screens, sizes, stageForTests, type Who } from './screens.ts'

const stage = stageForTests()

describe.each(Object.entries(sizes))('on a %s', (size, options) => {
  const contexts = new Map<Who, BrowserContext>()
  const watches: Watch[] = []

  afterAll(() => Promise.all([...contexts.values()].map((context) => context.close())))

  test.for(screens)('$name', async (screen, { onTestFinished }) => {
    const { name, who } = screen
    const page = await (await contextOf(who)).newPage()
    onTestFinished(() => page.close())
    await stage.open(page, screen)
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The public site follows the media query alone.
      await page
        .locator(`html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme=${colorScheme}]`)
        .waitFor()
      await settled(page)
      await page.screenshot({ path: `test-results/looks/${name}-${size}-${colorScheme}.png` })
      const here = [...(await axeFindings(page)), ...(await faintFields(page))]
      found.push(...here.map((finding) => `${colorScheme}: ${finding}`))
    }
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(found).toEqual([])
    expect(wider, 'pixels wider than the screen').toBeLessThanOrEqual(0)
    expect(watches.flatMap(({ faults }) => faults.splice(0))).toEqual([])
  })

  async function contextOf(who: Who): Promise<BrowserContext> {
    const known = contexts.get(who)
    if (known) return known
    const context = await stage.contextOf(who, options)
    contexts.set(who, context)
    watches.push(await watch(context, stage.origins()))
    return context
  }
})

const brands = { black: '#111111', white: '#ffffff', yellow: '#f5d90a', red: '#e5484d', gray: '#808080' }
const branded = ['agents', 'knowledge', 'transcript', 'analytics', 'settings-core', 'workspace']

describe.each(Object.entries(brands))('with %s as the brand’s colour', (brand, primary) => {
  test.for(screens.filter(({ name }) => branded.includes(name)))('$name', async (screen) => {
    const { name } = screen
    const context = await stage.contextOf('agency', sizes.desktop)
    const page = await context.newPage()
    await stage.open(page, screen)
    const found: string[] = []
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
      const variables = Object.entries(brandVariables(primary, scheme))
      await page.evaluate((all) => {
        for (const [variable, value] of all) document.documentElement.style.setProperty(variable, value)
      }, variables)
      await settled(page)
      await page.screenshot({ path: `test-results/looks/brand-${brand}-${name}-${scheme}.png` })
      const here = [...(await axeFindings(page)), ...(await faintFields(page))]
      found.push(...here.map((finding) => `${scheme}: ${finding}`))
    }
    await context.close()
    expect(found).toEqual([])
  })
})
