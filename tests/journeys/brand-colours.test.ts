/** Screens that show all uses of the brand's colour, with brands that are hard to see on one of the schemes. */
import { describe, expect, test } from 'vitest'
import { brandVariables } from '../../web/src/design/theme/theme.ts'
import { partOfList } from '../src/part-of-list.ts'
import { axeFindings } from './axe-findings.ts'
import { keepLook, settled } from './browser.ts'
import { faintFields } from './field-borders.ts'
import { screens, sizes, stageForTests } from './screens.ts'

const stage = stageForTests()
const brands = { black: '#111111', white: '#ffffff', yellow: '#f5d90a', red: '#e5484d', gray: '#808080' }
const branded = ['agents', 'knowledge', 'transcript', 'analytics', 'settings-core', 'workspace']

describe.each(
  partOfList(
    screens.filter(({ name }) => branded.includes(name)),
    { of: 3, nameOf: ({ name }) => name },
  ),
)('$name', (screen) => {
  const { name } = screen
  test('is seen in every brand’s colour', async ({ onTestFinished }) => {
    const context = await stage.contextOf('agency', sizes.desktop)
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await stage.open(page, screen)
    const found: string[] = []
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor()
      for (const [brand, primary] of Object.entries(brands)) {
        const variables = Object.entries(brandVariables(primary, scheme))
        await page.evaluate((all) => {
          for (const [variable, value] of all) document.documentElement.style.setProperty(variable, value)
        }, variables)
        await settled(page)
        await keepLook(page, `brand-${brand}-${name}-${scheme}`)
        const here = [...(await axeFindings(page, 'colours')), ...(await faintFields(page))]
        found.push(...here.map((finding) => `${brand}, ${scheme}: ${finding}`))
      }
    }
    expect(found).toEqual([])
  })
})
