/** The serious and critical axe findings of a page, with their places. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { animationsOver } from './browser.ts'

export const seriousFindings = (page: Page): Promise<string[]> => findings(page, ['serious', 'critical'])

/** Those that are moderate too. */
export const moderateFindings = (page: Page): Promise<string[]> =>
  findings(page, ['moderate', 'serious', 'critical'])

async function findings(page: Page, impacts: readonly string[]): Promise<string[]> {
  await animationsOver(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      iframes: false,
      resultTypes: ['violations'],
    }),
  )
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? ''))
    .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
