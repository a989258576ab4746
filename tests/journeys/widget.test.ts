/** The widget in a real browser, on pages of other origins, against the whole platform. */

import type {} from '@parley/widget/page-api.ts'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ShopPage, serveShopPage } from './shop-page.ts'
import { startWidgetSite, type WidgetSite } from './widget-site.ts'

let site: WidgetSite
let browser: Browser
let context: BrowserContext | undefined
const shops: ShopPage[] = []
const faults: string[] = []

beforeAll(async () => {
  site = await startWidgetSite()
  browser = site.browser
})
afterEach(async () => {
  await context?.close()
  await Promise.all(shops.splice(0).map((shop) => shop.close()))
  expect(faults.splice(0)).toEqual([])
})
afterAll(() => site?.close())

type Scripts = Parameters<typeof serveShopPage>[1]
type Visit = { phone?: boolean; storageBlocked?: boolean; expectFaults?: boolean; locale?: string }

/** Opens a shop page that includes the scripts. Errors and policy violations in page or frame fail the test. */
async function visit(scripts: Scripts, options: Visit = {}): Promise<Page> {
  const shop = await serveShopPage(site.origin, scripts)
  shops.push(shop)
  return open(shop.url, options)
}

async function open(url: string, { phone, storageBlocked, expectFaults, locale = 'en-GB' }: Visit = {}) {
  context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone ?? false,
    isMobile: phone ?? false,
    locale,
  })
  const page = await context.newPage()
  await page.exposeFunction('reportViolation', (text: string) => faults.push(text))
  await page.addInitScript((blocked) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void }
      reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile} in ${location.href}`)
    })
    if (!blocked) return
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    }
  }, storageBlocked ?? false)
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expectFaults) faults.push(message.text())
  })
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== site.origin && origin !== new URL(url).origin && origin !== 'null')
      faults.push(`third party: ${request.url()}`)
  })
  await page.goto(url)
  return page
}

const launcher = (page: Page) => page.locator('.launcher')
const badge = (page: Page) => launcher(page).getAttribute('data-count')
const chat = (page: Page) => page.frameLocator('iframe')
const field = (page: Page) => chat(page).locator('textarea')
const replies = (page: Page) => chat(page).locator('.group:not(.own):not(.typing) .bubble')
const visitorMessages = (page: Page) => chat(page).locator('.bubble.own')
const storedInPage = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

async function say(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
  await visitorMessages(page).filter({ hasText: text }).waitFor()
}

/** Waits until everything said has its reply: nothing typing, nothing streaming, the last word not the visitor's. */
async function answered(page: Page) {
  await chat(page).locator('.log-content > .group:last-child:not(.own):not(.typing) time').waitFor()
}

describe('the widget on a page of another origin', () => {
  it('talks, under a strict policy and Trusted Types, without one violation or third party', async () => {
    const page = await visit([{ agentId: site.agents.plain }])
    await launcher(page).click()
    await replies(page).first().waitFor()
    await say(page, 'How do repairs work?')
    await answered(page)
    expect(await replies(page).last().innerText()).toMatch(/eight working days/)
    await expect.poll(() => chat(page).locator('.disclosure').innerText()).toContain('AI')
  })

  it('looks the same under a page’s resets', async () => {
    const page = await visit([{ agentId: site.agents.plain }])
    const box = await launcher(page).boundingBox()
    expect(box).toMatchObject({ width: 56, height: 56, x: 1440 - 20 - 56, y: 900 - 20 - 56 })
    await launcher(page).click()
    await field(page).waitFor()
    const panel = page.locator('.panel')
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(400)
    expect(await page.locator('[data-agent]').evaluate((host) => getComputedStyle(host).zIndex)).toBe(
      '2147483000',
    )
    expect(await panel.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  })

  it('stays hidden when the agent is not found', async () => {
    const page = await visit([{ agentId: 'nobody' }])
    await page.waitForFunction(() => 'Parley' in window)
    expect(await page.locator('[data-agent]').count()).toBe(0)
    expect(await page.evaluate(() => window.Parley?.open())).toBeUndefined()
  })

  it('is one widget when included twice, and two when two agents are', async () => {
    const page = await visit([
      { agentId: site.agents.plain },
      { agentId: site.agents.plain },
      { agentId: site.agents.quiet },
    ])
    await expect.poll(() => page.locator('[data-agent]').count()).toBe(2)
    const [one, other] = [
      page.locator(`[data-agent="${site.agents.plain}"]`),
      page.locator(`[data-agent="${site.agents.quiet}"]`),
    ]
    const boxes = [
      await one.locator('.launcher').boundingBox(),
      await other.locator('.launcher').boundingBox(),
    ]
    expect(Math.abs((boxes[0]?.x ?? 0) - (boxes[1]?.x ?? 0))).toBe(72)
    await one.locator('.launcher').click()
    await one.frameLocator('iframe').locator('textarea').waitFor()
    await other.locator('.launcher').click()
    await other.frameLocator('iframe').locator('textarea').waitFor()
    expect(await one.locator('.launcher').getAttribute('aria-expanded')).toBe('false')
    expect(await other.locator('.launcher').getAttribute('aria-expanded')).toBe('true')
  })

  it('keeps the chat through client-side navigation and a swapped body', async () => {
    const page = await visit([{ agentId: site.agents.plain }])
    await launcher(page).click()
    await replies(page).first().waitFor()
    await say(page, 'How do repairs work?')
    await answered(page)
    await page.evaluate(() => {
      history.pushState({}, '', '/other')
      const body = document.createElement('body')
      body.append('Another page')
      document.documentElement.replaceChild(body, document.body)
    })
    expect(await visitorMessages(page).count()).toBe(1)
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('true')
    await page.evaluate(() => document.querySelector('[data-agent]')?.remove())
    await expect.poll(() => page.locator('[data-agent]').count()).toBe(1)
  })

  it('remembers the conversation on return, and begins a new one when its token has expired', async () => {
    const page = await visit([{ agentId: site.agents.plain }], { expectFaults: true })
    await launcher(page).click()
    await replies(page).first().waitFor()
    await say(page, 'How do repairs work?')
    await answered(page)
    const before = await replies(page).allInnerTexts()
    await page.reload()
    await launcher(page).click()
    await visitorMessages(page).first().waitFor()
    expect(await replies(page).allInnerTexts()).toEqual(before)

    await page
      .frames()
      .at(-1)
      ?.evaluate((id) => {
        const key = `parley_runtime_local_${id}`
        localStorage.setItem(
          key,
          JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), visitorToken: 'old' }),
        )
      }, site.agents.plain)
    await page.reload()
    await launcher(page).click()
    await replies(page).first().waitFor()
    expect(await visitorMessages(page).count()).toBe(0)
  })

  it('works where storage is blocked', async () => {
    const page = await visit([{ agentId: site.agents.greeting }], { storageBlocked: true })
    await page.locator('.bubble').waitFor()
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    expect(await page.locator('.bubble').count()).toBe(0)
    await launcher(page).click()
    await say(page, 'How do repairs work?')
    await answered(page)
  })

  it('fetches the chat on intent, not before', async () => {
    const page = await visit([{ agentId: site.agents.plain }])
    await launcher(page).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    await launcher(page).hover()
    await expect.poll(() => page.locator('iframe').count()).toBe(1)
    await chat(page).locator('.header').waitFor({ state: 'attached' })
    const started = await page
      .frames()
      .at(-1)
      ?.evaluate((id) => localStorage.getItem(`parley_runtime_local_${id}`), site.agents.plain)
    expect(started).toBeNull()
  })
})

describe('the proactive bubble', () => {
  it('comes with the badge 1, then 2, opens the chat, and stays away for a day once dismissed', async () => {
    const page = await visit([{ agentId: site.agents.greeting }])
    await expect.poll(() => badge(page)).toBe('1')
    expect(await page.locator('.bubble').count()).toBe(0)
    await page.locator('.bubble').waitFor()
    expect(await badge(page)).toBe('2')
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    expect(JSON.parse((await storedInPage(page, 'parley_never_show_proactive')) ?? '')).toMatchObject({
      value: true,
    })

    await page.clock.install()
    await page.reload()
    await launcher(page).waitFor()
    await page.clock.fastForward(5_000)
    expect(await page.locator('.bubble').count()).toBe(0)
    await page.evaluate(() =>
      localStorage.setItem(
        'parley_never_show_proactive',
        JSON.stringify({ value: true, ts: Date.now() - 86_400_001 }),
      ),
    )
    await page.reload()
    await launcher(page).waitFor()
    await page.clock.fastForward(5_000)
    await page.locator('.bubble button').first().click()
    await field(page).waitFor()
    expect(await page.locator('.bubble').count()).toBe(0)
  })

  it('does not come with the message none, nor once the chat is open', async () => {
    const page = await visit([{ agentId: site.agents.quiet }])
    await page.clock.install()
    await page.reload()
    await launcher(page).waitFor()
    await page.clock.fastForward(5_000)
    expect(await page.locator('.bubble').count()).toBe(0)
    expect(await badge(page)).toBeNull()
  })
})

describe('by keyboard alone', () => {
  it('opens, talks, closes with Escape and returns the focus', async () => {
    const page = await visit([{ agentId: site.agents.plain }])
    await launcher(page).waitFor()
    await page.locator('#link').focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('launcher')
    await page.keyboard.press('Enter')
    await replies(page).first().waitFor()
    await expect
      .poll(() =>
        page
          .frames()
          .at(-1)
          ?.evaluate(() => document.activeElement?.tagName),
      )
      .toBe('TEXTAREA')
    await page.keyboard.type('How do repairs work?')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Please say.')
    await page.keyboard.press('Enter')
    await answered(page)
    expect(await visitorMessages(page).innerText()).toBe('How do repairs work?\nPlease say.')
    await page.keyboard.press('Escape')
    await expect.poll(() => launcher(page).getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => focused(page)).toBe('launcher')
  })

  const focused = (page: Page) =>
    page.evaluate(
      () => document.activeElement?.shadowRoot?.activeElement?.className ?? document.activeElement?.id,
    )
})

describe('on a phone', () => {
  it('fills the screen above the keyboard, holds the page still, and gives it back', async () => {
    const page = await visit([{ agentId: site.agents.plain }], { phone: true })
    await launcher(page).tap()
    await replies(page).first().waitFor()
    const panel = page.locator('.panel')
    await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden')
    expect(await launcher(page).isVisible()).toBe(false)

    // The on-screen keyboard: the visual viewport shrinks and moves while the layout viewport stays.
    await page.evaluate(() => {
      Object.defineProperties(visualViewport ?? {}, { height: { value: 500 }, offsetTop: { value: 40 } })
      visualViewport?.dispatchEvent(new Event('resize'))
    })
    await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 40, width: 390, height: 500 })
    expect((await field(page).boundingBox())?.y).toBeLessThan(540)

    await chat(page).getByRole('button', { name: 'Close chat' }).tap()
    await expect.poll(() => launcher(page).isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('')
  })
})

describe('modes', () => {
  it('modal: the backdrop closes, the page behind is inert', async () => {
    const page = await visit([{ agentId: site.agents.plain, attributes: 'data-mode="modal"' }])
    await launcher(page).click()
    await field(page).waitFor()
    expect(await page.evaluate(() => document.body.inert)).toBe(true)
    await page.mouse.click(40, 400)
    await expect.poll(() => launcher(page).getAttribute('aria-expanded')).toBe('false')
    expect(await page.evaluate(() => document.body.inert)).toBe(false)
  })

  it('inline: stands in its container, without a launcher', async () => {
    const page = await visit([
      { agentId: site.agents.plain, attributes: 'defer data-mode="inline" data-container="#place"' },
    ])
    await replies(page).first().waitFor()
    expect(await launcher(page).count()).toBe(0)
    const [box, place] = [
      await page.locator('#place [data-agent]').boundingBox(),
      await page.locator('#place').boundingBox(),
    ]
    expect(box).toEqual(place)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  it('inline: waits for a container further down a page whose script is there at once', async () => {
    const page = await visit([{ agentId: site.agents.plain, attributes: 'data-container="#place"' }])
    await replies(page).first().waitFor()
    await page.reload()
    await replies(page).first().waitFor()
    expect(await page.locator('#place [data-agent]').count()).toBe(1)
  })

  it('autostart: begins unseen, without a bubble, and counts what was said; WhatsApp stands beside', async () => {
    const page = await visit([{ agentId: site.agents.autoStart }])
    await expect.poll(() => badge(page)).toBe('2')
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('false')
    expect(await page.locator('.bubble').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(
      'https://wa.me/491512345',
    )
    await launcher(page).click()
    await expect.poll(() => badge(page)).toBeNull()
    expect(await replies(page).count()).toBe(2)
  })

  it('autoopen: opens by itself and leaves the focus where it was', async () => {
    const page = await visit([{ agentId: site.agents.autoOpen }])
    await replies(page).first().waitFor()
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  it('full-width: fills the window', async () => {
    const page = await visit([{ agentId: site.agents.plain, attributes: 'data-mode="full-width" data-open' }])
    await replies(page).first().waitFor()
    await expect
      .poll(() => page.locator('.panel').boundingBox())
      .toEqual({ x: 0, y: 0, width: 1440, height: 900 })
  })
})

describe('when the network fails', () => {
  it('keeps what was said offline and sends it once when the network is back', async () => {
    const page = await visit([{ agentId: site.agents.plain }], { expectFaults: true })
    await launcher(page).click()
    await replies(page).first().waitFor()
    await context?.setOffline(true)
    await say(page, 'How do repairs work?')
    await chat(page).getByText('Will be sent when you are back online.').waitFor()
    await context?.setOffline(false)
    await answered(page)
    expect(await visitorMessages(page).count()).toBe(1)
    await page.reload()
    await launcher(page).click()
    await visitorMessages(page).first().waitFor()
    expect(await visitorMessages(page).count()).toBe(1)
  })

  it('says a message once though the answer to it was lost on the way', async () => {
    const page = await visit([{ agentId: site.agents.plain }], { expectFaults: true })
    await launcher(page).click()
    await replies(page).first().waitFor()
    const ids: string[] = []
    let lost = 0
    await page.route('**/messages', async (route) => {
      const body = route.request().postDataJSON()
      if (route.request().method() !== 'POST') return route.fallback()
      ids.push(body.id)
      if (lost++ > 0) return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await say(page, 'How do repairs work?')
    await answered(page)
    expect(ids.length).toBe(2)
    expect(new Set(ids).size).toBe(1)
    await page.unroute('**/messages')
    await page.reload()
    await launcher(page).click()
    await visitorMessages(page).first().waitFor()
    expect(await visitorMessages(page).count()).toBe(1)
  })

  it('goes on where a reply broke off, and shows it once', async () => {
    const page = await visit([{ agentId: site.agents.plain }], { expectFaults: true })
    await launcher(page).click()
    await replies(page).first().waitFor()
    const before = await replies(page).count()
    let cut = false
    await page.route('**/messages', async (route) => {
      if (cut || route.request().method() !== 'POST') return route.fallback()
      cut = true
      const answer = await route.fetch()
      const [first = ''] = (await answer.text()).split('\n\n')
      await route.fulfill({ response: answer, body: `${first}\n\n` })
    })
    await say(page, 'How do repairs work?')
    await answered(page)
    expect(cut).toBe(true)
    expect(await replies(page).count()).toBe(before + 1)
    expect(await visitorMessages(page).count()).toBe(1)
    expect(await replies(page).last().innerText()).toMatch(/eight working days/)
  })

  it('offers to try again when a message can’t be sent, and when the chat can’t begin', async () => {
    const page = await visit([{ agentId: site.agents.plain }], { expectFaults: true })
    await page.route('**/conversations', (route) => route.abort())
    await launcher(page).click()
    await chat(page).getByText('Something went wrong:').waitFor()
    await page.unroute('**/conversations')
    await chat(page).getByRole('button', { name: 'Try again' }).click()
    await replies(page).first().waitFor()

    await page.route('**/messages', (route) =>
      route.fulfill({ status: 429, json: { code: 'too-many-requests', message: 'Slow down.' } }),
    )
    await say(page, 'How do repairs work?')
    await chat(page).getByText('Not sent.').waitFor()
    await page.unroute('**/messages')
    await chat(page).getByRole('button', { name: 'Try again' }).click()
    await answered(page)
    expect(await visitorMessages(page).count()).toBe(1)
  })

  it('stops when credits or usage say stop, and begins nothing', async () => {
    const page = await visit([{ agentId: site.agents.plain }])
    let begun = 0
    await page.route('**/conversations', (route) => {
      begun++
      return route.fallback()
    })
    await page.route('**/check-credits', (route) =>
      route.fulfill({ json: { continue: false, hasEverPaid: true } }),
    )
    await launcher(page).click()
    await chat(page).getByText('This chat can’t continue at the moment.').waitFor()
    expect(await field(page).count()).toBe(0)
    expect(begun).toBe(0)
  })
})

describe('language, theme and the page’s own script', () => {
  it('speaks the visitor’s language, right to left where it is written so', async () => {
    const page = await visit([{ agentId: site.agents.automatic }], { locale: 'ar' })
    await page.getByRole('button', { name: 'فتح الدردشة' }).click()
    await chat(page).getByPlaceholder('اكتب رسالة…').waitFor()
    expect(
      await page
        .frames()
        .at(-1)
        ?.evaluate(() => document.documentElement.dir),
    ).toBe('rtl')
  })

  it('takes theme, primary and own styles from the agent, in the frame alone', async () => {
    const page = await visit([{ agentId: site.agents.themed }])
    await launcher(page).click()
    const header = chat(page).locator('.header')
    await header.waitFor()
    const style = await header.evaluate((element) => {
      const { backgroundColor, color, borderBottomWidth } = getComputedStyle(element)
      return { backgroundColor, color, borderBottomWidth, scheme: document.documentElement.dataset.scheme }
    })
    expect(style).toEqual({
      backgroundColor: 'rgb(255, 222, 0)',
      color: 'rgb(0, 0, 0)',
      borderBottomWidth: '7px',
      scheme: 'dark',
    })
    expect(await launcher(page).evaluate((element) => getComputedStyle(element).borderBottomWidth)).toBe(
      '0px',
    )
  })

  it('answers the page: open, close, toggle, on, destroy', async () => {
    const page = await visit([{ agentId: site.agents.plain }])
    await launcher(page).waitFor()
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(window, { heard })
      for (const event of ['ready', 'open', 'close'] as const)
        window.Parley?.on(event, ({ agentId }) => heard.push(`${event} ${agentId}`))
      window.Parley?.open()
    })
    await field(page).waitFor()
    await page.evaluate(() => window.Parley?.close())
    await page.evaluate(() => window.Parley?.toggle())
    const id = site.agents.plain
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard.toSorted()))
      .toEqual([`close ${id}`, `open ${id}`, `open ${id}`, `ready ${id}`])
    await page.evaluate(() => window.Parley?.destroy())
    expect(await page.locator('[data-agent]').count()).toBe(0)
    expect(await page.evaluate(() => window.Parley?.open())).toBeUndefined()
  })

  it('hears no stranger: a message of another window or origin changes nothing', async () => {
    const page = await visit([{ agentId: site.agents.plain }])
    await launcher(page).click()
    await field(page).waitFor()
    await page.evaluate(() => window.postMessage({ type: 'close' }, '*'))
    await page.evaluate(() => window.postMessage({ type: 'unread', count: 9 }, '*'))
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('true')
    expect(await badge(page)).toBeNull()
  })
})

describe('to assistive technology', () => {
  it('has nothing serious for axe to find, open and closed', async () => {
    const page = await visit([{ agentId: site.agents.greeting }])
    await page.locator('.bubble').waitFor()
    expect(await findings(page)).toEqual([])
    await launcher(page).click()
    await say(page, 'How do repairs work?')
    await answered(page)
    expect(await findings(page)).toEqual([])
  })

  it('says whole replies, not pieces', async () => {
    const page = await visit([{ agentId: site.agents.plain }])
    await launcher(page).click()
    await say(page, 'How do repairs work?')
    await answered(page)
    const spoken = chat(page).locator('[aria-live="polite"]')
    await expect.poll(() => spoken.innerText()).toMatch(/Fernhill Help: .*eight working days/s)
    expect(await chat(page).getByRole('log').getAttribute('aria-live')).toBe('off')
  })

  async function findings(page: Page): Promise<string[]> {
    const found: string[] = []
    for (const frame of page.frames()) {
      await frame.evaluate(axe.source)
      const { violations } = await frame.evaluate(() =>
        (window as unknown as { axe: typeof axe }).axe.run(document, { iframes: false }),
      )
      for (const { id, impact, nodes } of violations) {
        // The test's own shop page is bare on purpose.
        const ours = frame.parentFrame() ? nodes : nodes.filter(({ target }) => Array.isArray(target[0]))
        if (ours.length > 0 && (impact === 'serious' || impact === 'critical'))
          found.push(`${id} ${ours[0]?.html}`)
      }
    }
    return found
  }
})

describe('the demo page', () => {
  it('shows the agent on another origin, through its own navigation', async () => {
    const page = await open(site.demo(site.agents.plain))
    await launcher(page).click()
    await replies(page).first().waitFor()
    await page.getByRole('link', { name: 'Repairs', exact: true }).click()
    await page.getByText('Send any Fernhill lamp back').waitFor()
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('true')
  })

  it('asks for an agent id when it is given none', async () => {
    const page = await open(site.demo(''))
    await page.getByLabel('Agent id').fill(site.agents.plain)
    await page.getByRole('button', { name: 'Show it' }).click()
    await launcher(page).waitFor()
  })
})
