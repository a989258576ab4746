/** All pages of the dashboard have one left edge, and their titles one place. */
import { afterAll, describe, expect, test } from 'vitest'
import { settled } from './browser.ts'
import { screens, sizes, stageForTests } from './screens.ts'

const stage = stageForTests()

/** Screens without a title of a page: a canvas, an inbox of panes, and what has no navigation. */
const without = [
  'canvas',
  'canvas-node',
  'canvas-search',
  'conversations',
  'custom-tab',
  'share',
  'transcript',
  'website-preview',
]
const pages = screens.filter(
  ({ who, name, arrive }) => who === 'agency' && !arrive && !without.includes(name),
)

type Place = { name: string; ofAgent: boolean; left: number; top: number }
const places: Place[] = []

describe.each(Object.entries(sizes))('on a %s', (size, options) => {
  test.for(pages)('the title of $name is found', async (screen, { onTestFinished }) => {
    const context = await stage.contextOf('agency', options)
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await stage.open(page, screen)
    await settled(page)
    const found = await page.evaluate(() => {
      const title = document.querySelector('#main h1')
      const nav = document.querySelector('nav[aria-label=Agent]')
      if (!title || !nav?.checkVisibility === undefined) return undefined
      const { x, y } = title.getBoundingClientRect()
      const main = document.querySelector('#main')
      const inside = main ? Number.parseFloat(getComputedStyle(main).paddingLeft) : 0
      const beside = nav?.getBoundingClientRect()
      const isRow = beside !== undefined && beside.width > 300
      return {
        ofAgent: nav !== null,
        left: x - inside - (beside && !isRow ? beside.width : 0),
        top: y - (beside && isRow ? beside.height : 0),
      }
    })
    expect(found).toBeDefined()
    if (found) places.push({ name: `${screen.name} on a ${size}`, ...found })
  })

  test('they are in one place', () => {
    const own = places.filter(({ name }) => name.endsWith(`on a ${size}`))
    const [first] = own
    const elsewhere = own.filter(({ left, top }) => left !== first?.left || top !== first?.top)
    expect(elsewhere).toEqual([])
  })
})

afterAll(() => {
  places.length = 0
})
