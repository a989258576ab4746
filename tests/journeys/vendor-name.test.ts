/**
 * At the domain of an agency, no page without an account names the product. The screens of the agency's people are looked at
 * by `every-screen.ts`, and what the server sends otherwise is scanned by `../vendor-name.test.ts`.
 */
import { expect, test } from 'vitest'
import { namesShown } from './names-shown.ts'
import { screens, sizes, stageForTests } from './screens.ts'

const stage = stageForTests({ domain: 'app.studio.localhost' })

test.for(screens.filter(({ who }) => who === 'nobody'))('$name', async (screen, { onTestFinished }) => {
  const context = await stage.contextOf('nobody', sizes.desktop)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  // The product's own pages are not there; what is there instead is looked at as well.
  await page.goto(`${stage.atDomain()}${screen.path(stage.ids())}`)
  await page.locator('h1, form, iframe').first().waitFor()
  expect(await namesShown(page, stage.atDomain())).toEqual([])
})
