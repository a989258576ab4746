/** All pages of the dashboard have one left edge, and their titles one place. */
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'

/** In px from where the content begins, beside or below the navigation of an agent. */
export type TitlePlace = { left: number; top: number }

/** Screens without a title of a page: a canvas, an inbox of panes, and what has no navigation. */
const without = [
  'canvas',
  'canvas-node',
  'canvas-search',
  'connected',
  'conversations',
  'custom-tab',
  'share',
  'transcript',
  'website-preview',
]

/** Whether a screen is a page with a title: those of the team. */
export const isTitled = ({ who, name, arrive }: Screen): boolean =>
  who === 'agency' && !arrive && !without.includes(name)

/** Where the title is; undefined if the page has none. */
export function titlePlace(page: Page): Promise<TitlePlace | undefined> {
  return page.evaluate(() => {
    const main = document.querySelector('#main')
    const title = main?.querySelector('h1')
    if (!main || !title) return undefined
    const { x, y } = title.getBoundingClientRect()
    const beside = document.querySelector('nav[aria-label=Agent]')?.getBoundingClientRect()
    const isRow = beside !== undefined && beside.width > 300
    return {
      left: x - Number.parseFloat(getComputedStyle(main).paddingLeft) - (beside && !isRow ? beside.width : 0),
      top: y - (beside && isRow ? beside.height : 0),
    }
  })
}
