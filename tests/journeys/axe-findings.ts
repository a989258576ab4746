/** What axe finds on a page that is moderate, serious or critical, with its places. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { animationsOver } from './browser.ts'

/** Whether findings of this impact fail a test. */
export const isCounted = (impact: unknown): boolean =>
  impact === 'moderate' || impact === 'serious' || impact === 'critical'

/** What axe leaves out itself, and menus, listboxes and tooltips: those that open over the page are in no landmark, and need none. */
const popups = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=listbox], [role=tooltip]'

/** The rules that depend on the colours of a scheme; the others see what is there in each. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** `colours`: only what differs between light and dark. */
export async function axeFindings(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  await animationsOver(page)
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source)
    await page.evaluate(
      (regionMatcher) =>
        (window as unknown as { axe: typeof axe }).axe.configure({
          checks: [{ id: 'region', options: { regionMatcher } }],
        }),
      popups,
    )
  }
  const { violations } = await page.evaluate(
    (only) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        iframes: false,
        resultTypes: ['violations'],
        ...(only && { runOnly: only }),
      }),
    rules === 'colours' ? ofColours : undefined,
  )
  return violations
    .filter(({ impact }) => isCounted(impact))
    .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
