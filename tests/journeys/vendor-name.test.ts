/**
 * At the domain of an agency, no screen names the product: not in its text, its attributes, its inline scripts and styles,
 * nor in what its requests and answers are called. What the server sends otherwise is scanned by `../vendor-name.test.ts`.
 */
import type { Frame } from 'playwright-core'
import { expect, test } from 'vitest'
import { namesIn } from '../src/vendor-name.ts'
import { settled } from './browser.ts'
import { screens, sizes, stageForTests } from './screens.ts'

const stage = stageForTests({ domain: 'app.studio.example' })

/** Everybody else has no account there: nobody signs up at the domain of an agency. */
const there = screens.filter(({ who }) => who === 'agency' || who === 'client' || who === 'nobody')

/** The demo has an agent that is called after the product, and knows about it. */
const ofDemo = /Parley Guide|Answers what Parley does|Which customers use Parley/g

test.for(there)('$name', async (screen, { onTestFinished }) => {
  const context = await stage.contextOf(screen.who, sizes.desktop)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  // The product's own pages are not there; what is there instead is looked at as well.
  if (screen.who === 'nobody') {
    await page.goto(stage.addressOf(screen))
    await page.locator('h1, form, iframe').first().waitFor()
  } else await stage.open(page, screen)
  await settled(page)
  const found = (await Promise.all(page.frames().map(sourceOf))).flat()
  expect([...new Set(found.flatMap((text) => namesIn(text.replace(ofDemo, ''))))]).toEqual([])
})

/** All that a frame shows and that its source says, within shadow trees too. */
async function sourceOf(frame: Frame): Promise<string[]> {
  // Of another website, which says what it likes.
  if (!frame.url().startsWith(stage.url())) return []
  return frame.evaluate(() => {
    const sourceIn = (root: Document | ShadowRoot): string[] => [
      root instanceof Document ? root.documentElement.outerHTML : root.innerHTML,
      ...[...root.querySelectorAll('input, textarea')].map((field) => Object(field).value),
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
        shadowRoot ? sourceIn(shadowRoot) : [],
      ),
    ]
    return [document.title, location.href, ...sourceIn(document)]
  })
}
