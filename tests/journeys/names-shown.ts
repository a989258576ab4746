import type { Frame, Page } from 'playwright-core'
import { namesIn } from '../src/vendor-name.ts'
import { settled } from './browser.ts'

/** The demo has an agent that is called after the product, and knows about it. */
const ofDemo = /Parley Guide|Answers what Parley does|Which customers use Parley/g

/**
 * Where a page names the product: in its text, its attributes, its inline scripts and styles, and in the same of those of
 * its frames that come from `url`; other websites say what they like.
 */
export async function namesShown(page: Page, url: string): Promise<string[]> {
  await settled(page)
  const own = page.frames().filter((frame) => frame.url().startsWith(url))
  const texts = (await Promise.all(own.map(sourceOf))).flat()
  return [...new Set(texts.flatMap((text) => namesIn(text.replace(ofDemo, ''))))]
}

/** All that a frame shows and that its source says, within shadow trees too. */
function sourceOf(frame: Frame): Promise<string[]> {
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
