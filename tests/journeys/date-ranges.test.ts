/** Ranges of days and moments are chosen from presets and calendars, by pointer and by keyboard. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFindings } from './axe-findings.ts'
import { lookAt } from './look-at.ts'
import { eachSignedIn } from './signed-in.ts'

let page: Page
let url: string
eachSignedIn((given) => {
  page = given.page
  url = given.started.url
})

const chosen = () => {
  const { searchParams } = new URL(page.url())
  return [searchParams.get('from'), searchParams.get('to')]
}
const range = () => page.getByRole('button', { name: /^Days:/ })

it('a preset, and two days of a calendar by keyboard', async () => {
  await page.goto(`${url}/app/na/audit`)
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  await range().click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByRole('button', { name: 'Days: Today' }).waitFor()
  expect(chosen()).toEqual([today, today])

  await range().click()
  await page.getByRole('button', { name: 'Previous month' }).press('Enter')
  // The month before is over, so that each of its days can be chosen.
  await page.locator('[role=dialog] table button:visible').first().press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => chosen()[0]).not.toBe(today)
  const [from = '', to = ''] = chosen()
  expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000).toBe(7)
  await expect.poll(() => range().evaluate((button) => button === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Clear days' }).click()
  await page.getByRole('button', { name: 'Days: Any time' }).waitFor()
  expect(chosen()).toEqual([null, null])
})

it('the calendar of figures offers no month from before the first of what they count', async () => {
  await page.goto(`${url}/app/na/metrics`)
  await page.getByRole('button', { name: /^Custom range/ }).click()
  const before = page.getByRole('button', { name: 'Previous month' })
  await before.waitFor()
  await expect.poll(() => before.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Today', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Last month' }).count()).toBe(0)
})

it.for([
  [1440, 900],
  [390, 844],
] as const)(
  'an open calendar fits a screen of %i by %i and has no moderate finding',
  async ([width, height]) => {
    await page.setViewportSize({ width, height })
    await page.goto(`${url}/app/na/audit`)
    if (width < 500) {
      await page.getByRole('button', { name: 'Filters' }).click()
      const top = (name: string) =>
        page.getByRole('combobox', { name }).evaluate((field) => field.getBoundingClientRect().top)
      // Below each other without gaps.
      await expect.poll(async () => (await top('Agent')) - (await top('Person'))).toBeLessThan(72)
    }
    await range().click()
    await page.getByRole('button', { name: 'Previous month' }).waitFor()
    const bottom = () => page.getByText(/Days of /).evaluate((note) => note.getBoundingClientRect().bottom)
    await expect.poll(bottom).toBeLessThanOrEqual(height)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
      await page.screenshot({ path: `test-results/looks/date-range-${width}-${colorScheme}.png` })
      expect(await axeFindings(page)).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  },
)

it('the moment of a past state', async () => {
  await page.goto(`${url}/app/na/audit`)
  await page.locator('a[href*="event="]').first().click()
  await page.getByRole('tab', { name: 'State at' }).click()
  const at = page.getByRole('button', { name: 'State at' })
  await at.click()
  await page.getByRole('button', { name: 'Previous month' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await lookAt(page, 'moment')

  const seconds = page.getByRole('spinbutton', { name: 'Seconds' })
  // Not before the event, where the stream has no state.
  await seconds.fill('59')
  await seconds.press('Enter')
  await seconds.waitFor({ state: 'detached' })
  expect(await at.textContent()).toMatch(/:59$/)
  await expect.poll(() => at.evaluate((button) => button === document.activeElement)).toBe(true)

  await at.click()
  await seconds.waitFor()
  await page.keyboard.press('Escape')
  await seconds.waitFor({ state: 'detached' })
  await expect.poll(() => at.evaluate((button) => button === document.activeElement)).toBe(true)
})
