import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { oneFor } from '../src/part-of-list.ts'
import { axeFindings } from './axe-findings.ts'
import { animationsOver, keepLook } from './browser.ts'
import { faintFields } from './field-borders.ts'

type Look = { width: number; colorScheme: 'light' | 'dark' }

const looks: Look[] = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
]

/**
 * Looks at the page in light and dark, wide and on a phone: nothing is wider than the screen, axe finds nothing, and the
 * borders of fields are seen. `npm test` sees each page in one of these four, `npm run test:long` in all.
 * Leaves the page wide and dark.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  const seen = oneFor(name, looks)
  for (const { width, colorScheme } of seen) {
    await show(page, { width, colorScheme })
    await keepLook(page, `${name}-${width}-${colorScheme}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const found = [
      ...(await axeFindings(page, colorScheme === 'light' || seen.length === 1 ? 'all' : 'colours')),
      ...(await faintFields(page)),
    ]
    expect(found, `${name} at ${width} px, ${colorScheme}`).toEqual([])
  }
  await show(page, { width: 1280, colorScheme: 'dark' })
}

async function show(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Pages without the dashboard follow the media query alone.
  await page
    .locator(`html:not([data-mantine-color-scheme]), html[data-mantine-color-scheme=${colorScheme}]`)
    .waitFor()
  await page.setViewportSize({ width, height: 900 })
  await animationsOver(page)
}
