import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from './axe-findings.ts'
import { animationsOver, keepLook } from './browser.ts'
import { faintFields } from './field-borders.ts'

/**
 * Looks at the page in light and dark, wide and on a phone: nothing is wider than the screen, axe finds nothing, and the
 * borders of fields are seen.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Pages without the dashboard follow the media query alone.
    await page
      .locator(`html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme=${colorScheme}]`)
      .waitFor()
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await animationsOver(page)
      await keepLook(page, `${name}-${width}-${colorScheme}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const found = [
        ...(await axeFindings(page, colorScheme === 'light' ? 'all' : 'colours')),
        ...(await faintFields(page)),
      ]
      expect(found, `${name} at ${width} px, ${colorScheme}`).toEqual([])
    }
  }
}
