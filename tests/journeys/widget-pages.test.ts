/** The widget on difficult pages and in limited browsers. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  answered,
  badge,
  chat,
  chatDocument,
  chatFrames,
  field,
  isExpanded,
  launcher,
  panel,
  picture,
  replies,
  say,
  visitorMessages,
  widgetVisits,
} from './widget-visit.ts'

const visits = widgetVisits()

const hugeBanner = {
  body: '<div class="banner">Cookies!</div>',
  styles:
    '.banner { position: fixed !important; inset: 0 0 auto 0; height: 400px; max-width: none !important; opacity: 1 !important; z-index: 2147483647 !important; background: gold } html { font-size: 30px } iframe { display: block !important; width: 700px !important }',
}

describe('the page', () => {
  it('can’t cover the open chat, whatever z-index it uses; the closed launcher covers none of it', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }], { shop: hugeBanner })
    await launcher(page).click()
    await replies(page).first().waitFor()
    // The upper part of the chat, which the banner overlaps.
    const header = chat(page).locator('.header')
    await expect.poll(async () => (await header.boundingBox())?.y).toBeLessThan(380)
    const box = await header.boundingBox()
    if (!box) throw new Error('The chat has no header')
    const at = { x: box.x + 100, y: box.y + 20 }
    await expect.poll(() => hit(page, at)).toBe('data-agent')
    await picture(page, 'under-a-banner')
    await chat(page).getByRole('button', { name: 'Close chat' }).click()
    await expect.poll(() => hit(page, at)).toBe('banner')
  })

  it('navigates by itself, and the agent gets the visitor’s address: whole, as a site only, or not at all', async () => {
    const { agents, client } = visits.site
    const seen: Record<string, string[]> = {}
    for (const name of ['following', 'discreet', 'plain'] as const) {
      const page = await visits.visit([{ agentId: agents[name] }])
      const start = page.url()
      await launcher(page).click()
      await say(page, 'How do repairs work?')
      await answered(page)
      const told = name === 'following' ? page.waitForResponse('**/page') : undefined
      await page.evaluate(() => history.pushState({}, '', '/lamps?colour=red#top'))
      await told
      const params = { region: 'na', agentId: agents[name] } as const
      await expect
        .poll(async () => {
          const { items } = await client.call('conversations.list', { params })
          const conversationId = items[0]?.conversationId ?? ''
          const found = await client.call('conversations.get', { params: { ...params, conversationId } })
          const origin = new URL(start).origin
          seen[name] = found.visitor.pages.map(({ url }) => url.replace(origin, ''))
          return seen[name].length
        })
        .toBe(name === 'following' ? 2 : 1)
    }
    expect(seen).toEqual({ following: ['/lamps?colour=red#top', '/'], discreet: ['/'], plain: ['/'] })
  })

  it('has its load counted once, in spite of its policy', async () => {
    const { agents } = visits.site
    const page = await visits.visit([{ agentId: agents.quiet }, { agentId: agents.quiet }])
    const address = page.url()
    await page.goto('about:blank')
    const counted: string[] = []
    visits.context.on('response', (answer) => {
      const { pathname, search } = new URL(answer.url())
      if (pathname.endsWith('/load.js'))
        counted.push(`${answer.status()} ${pathname}${search.replace(/=.*/, '')}`)
    })
    // The agent counts countries, and no proxy named this one.
    const load = `200 /api/na/v2/public/agents/${agents.quiet}/load.js`
    const once = [load, `${load}?timeZone`]
    await page.goto(address)
    await launcher(page).waitFor()
    await expect.poll(() => counted).toEqual(once)
    await page.reload()
    await expect.poll(() => counted).toEqual([...once, ...once])
  })

  it('embeds the chat by a frame, without any script', async () => {
    const { agents, origin } = visits.site
    const body = `<iframe id="own" title="Chat" referrerpolicy="origin" src="${origin}/app/na/render/${agents.plain}/iframe"></iframe>`
    const styles = '#own { width: 500px; height: 500px; max-width: none; opacity: 1; border: 0 }'
    const page = await visits.visit([], { shop: { body, styles } })
    const frame = page.frameLocator('#own')
    await frame.locator('.group .bubble').first().waitFor()
    await frame.locator('textarea').fill('How do repairs work?')
    await frame.locator('textarea').press('Enter')
    await frame
      .locator('.log-content')
      .getByText(/eight working days/)
      .waitFor()
    await expect.poll(() => frame.getByRole('button', { name: 'Close chat' }).count()).toBe(0)
    await picture(page, 'iframe')
  })
})

describe('the browser', () => {
  it('may be a phone four times slower than this machine, with its keyboard open', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.greeting }], { phone: true })
    const session = await visits.context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.reload()
    await page.locator('.bubble').waitFor()
    await launcher(page).tap()
    await replies(page).first().waitFor()
    await expect.poll(() => panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    await page.evaluate(() => {
      Object.defineProperties(visualViewport ?? {}, { height: { value: 480 }, offsetTop: { value: 0 } })
      visualViewport?.dispatchEvent(new Event('resize'))
    })
    await expect.poll(async () => (await panel(page).boundingBox())?.height).toBe(480)
    await field(page).tap()
    await say(page, 'How do repairs work?')
    await answered(page)
    // Question and reply are both above the keyboard.
    const end = async () => {
      const box = await replies(page).last().boundingBox()
      return box && box.y + box.height
    }
    await expect.poll(end).toBeLessThan(480)
    await expect.poll(async () => (await field(page).boundingBox())?.y).toBeLessThan(480)
    await picture(page, 'phone-keyboard')
  })

  it('may have a connection like 3G', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }], { phone: true })
    const session = await visits.context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    const [latency, throughput] = [400, (400 * 1024) / 8]
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
    await page.reload()
    await launcher(page).tap()
    // While the chat is loading, there is a placeholder and a way to close it.
    await page.locator('.waiting').getByRole('button', { name: 'Close chat' }).waitFor()
    await replies(page).first().waitFor()
    await say(page, 'How do repairs work?')
    await answered(page)
    await expect.poll(() => visitorMessages(page).count()).toBe(1)
    await expect.poll(() => replies(page).last().innerText()).toMatch(/eight working days/)
  })

  it('may ask for less motion', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.greeting }], { calm: true })
    await page.locator('.bubble').waitFor()
    const longest = () =>
      Math.max(
        ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0)),
        0,
      )
    expect(await page.locator('.bubble').evaluate(longest)).toBeLessThanOrEqual(10)
    await launcher(page).click()
    await expect
      .poll(() => panel(page).evaluate((one) => getComputedStyle(one).transitionDuration))
      .toBe('0.01s')
    await say(page, 'How do repairs work?')
    expect(await chatDocument(page).evaluate(longest)).toBeLessThanOrEqual(10)
    await answered(page)
  })

  it('shows one chat in all its tabs if the agent is set so', async () => {
    const first = await visits.visit([{ agentId: visits.site.agents.synced }])
    const second = await visits.context.newPage()
    await second.goto(first.url())
    await launcher(second).waitFor()
    await launcher(first).click()
    await expect.poll(() => isExpanded(second)).toBe('true')
    await say(first, 'How do repairs work?')
    await answered(first)
    await visitorMessages(second).filter({ hasText: 'How do repairs work?' }).waitFor()
    await answered(second)
    await expect
      .poll(async () => (await replies(second).allInnerTexts()).join('|'))
      .toBe((await replies(first).allInnerTexts()).join('|'))
    await chat(second).getByRole('button', { name: 'Close chat' }).click()
    await expect.poll(() => isExpanded(first)).toBe('false')
    // The next page of the visit continues in the same state.
    await launcher(first).click()
    await expect.poll(() => isExpanded(second)).toBe('true')
    await second.reload()
    await expect.poll(() => isExpanded(second)).toBe('true')
    expect(await second.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  it('may reload the page in the middle of a chat: it is open again, in this tab alone, and nothing is unread', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.greeting }])
    await page.locator('.bubble').waitFor()
    await launcher(page).click()
    await say(page, 'How do repairs work?')
    await answered(page)
    const isGreeted = () => page.locator('.bubble').count()
    await page.clock.install()
    for (const isOpen of [true, false]) {
      if (!isOpen) {
        await chat(page).getByRole('button', { name: 'Close chat' }).click()
        await expect.poll(() => isExpanded(page)).toBe('false')
      }
      await page.reload()
      await expect.poll(() => isExpanded(page)).toBe(`${isOpen}`)
      await expect.poll(() => chatFrames(page).count()).toBe(1)
      await page.clock.fastForward(5_000)
      expect([await badge(page), await isGreeted()]).toEqual([null, 0])
    }
    const other = await visits.context.newPage()
    await other.goto(page.url())
    await other.locator('.bubble').waitFor()
    expect(await isExpanded(other)).toBe('false')
  })

  it('indicates unread replies: badge, title and a sound that can be turned off', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
    await launcher(page).click()
    await say(page, 'How do repairs work?')
    await answered(page)
    await chatDocument(page).evaluate(() => {
      const { start } = OscillatorNode.prototype
      Object.assign(window, { tones: 0 })
      OscillatorNode.prototype.start = function (...given) {
        Reflect.set(window, 'tones', Reflect.get(window, 'tones') + 1)
        return start.apply(this, given)
      }
    })
    const tones = () => chatDocument(page).evaluate(() => Reflect.get(window, 'tones'))
    await expect.poll(() => page.title()).toBe('Shop')
    await look(page, false)
    await ask(page, 'And how long do they take?')
    await expect.poll(() => page.title()).toBe('(1) Shop')
    await expect.poll(tones).toBe(2)
    await look(page, true)
    await expect.poll(() => page.title()).toBe('Shop')

    await chat(page).getByRole('button', { name: 'More' }).click()
    await chat(page).getByRole('menuitemcheckbox', { name: 'Sounds' }).click()
    await chat(page).getByRole('button', { name: 'Close chat' }).click()
    await ask(page, 'Who pays for cables?')
    await expect.poll(() => badge(page)).toBe('1')
    expect(await tones()).toBe(2)
    await launcher(page).click()
    await expect.poll(() => badge(page)).toBeNull()
    await chat(page).getByRole('button', { name: 'More' }).click()
    await chat(page).getByRole('menuitemcheckbox', { name: 'Sounds', checked: false }).waitFor()
    await picture(page, 'menu')
  })

  it('counts messages that arrived while the visitor was away', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.quiet }])
    await launcher(page).click()
    await say(page, 'How do repairs work?')
    await answered(page)
    await chat(page).getByRole('button', { name: 'Close chat' }).click()
    await expect.poll(() => isExpanded(page)).toBe('false')
    await page.reload()
    await launcher(page).waitFor()
    // The chat is loaded early only for visitors with a conversation.
    await expect.poll(() => chatFrames(page).count()).toBe(1)
    await ask(page, 'Who pays for cables?')
    await expect.poll(() => badge(page)).toBe('1')
    await page.reload()
    await expect.poll(() => badge(page)).toBe('1')
    const readUpTo = () =>
      chatDocument(page).evaluate(
        (id) => JSON.parse(localStorage.getItem(`parley_runtime_local_${id}`) ?? '').seen,
        visits.site.agents.quiet,
      )
    const before = await readUpTo()
    await launcher(page).click()
    await expect.poll(() => badge(page)).toBeNull()
    await expect.poll(readUpTo).toBeGreaterThan(before)
    await page.reload()
    await expect.poll(() => chatFrames(page).count()).toBe(1)
    await chat(page).locator('.bubble.own').first().waitFor({ state: 'attached' })
    await expect.poll(() => badge(page)).toBeNull()
  })
})

describe('appearance', () => {
  it.each([
    ['desktop', false],
    ['phone', true],
  ])('on a %s, light and dark', async (size, phone) => {
    for (const theme of ['autoStart', 'greeting', 'dark'] as const) {
      const page = await visits.visit([{ agentId: visits.site.agents[theme] }], { phone })
      if (theme === 'autoStart') await page.getByRole('link', { name: 'WhatsApp' }).waitFor()
      else await page.locator('.bubble').waitFor()
      await picture(page, `${theme}-closed-${size}`)
      await launcher(page).click()
      await say(page, 'How do repairs work?')
      await answered(page)
      await picture(page, `${theme}-open-${size}`)
      await visits.context.close()
    }
  })

  it('in every mode', async () => {
    const { agents } = visits.site
    for (const mode of ['modal', 'full-width', 'inline'] as const) {
      const attributes = mode === 'inline' ? 'defer data-container="#place"' : `data-mode="${mode}" data-open`
      for (const phone of [false, true]) {
        const page = await visits.visit([{ agentId: agents.quiet, attributes }], { phone })
        await replies(page).first().waitFor()
        await picture(page, `${mode}-${phone ? 'phone' : 'desktop'}`)
        await visits.context.close()
      }
    }
  })
})

/** The page sends a message for the visitor. */
const ask = (page: Page, text: string) => page.evaluate((said) => window.Parley?.send(said), text)

/** What a click there would reach: the widget, or something of the page. */
const hit = (page: Page, at: { x: number; y: number }) =>
  page.evaluate(({ x, y }) => {
    const found = document.elementFromPoint(x, y)
    return found?.hasAttribute('data-agent') ? 'data-agent' : found?.className
  }, at)

/** Simulates switching to another tab and back. */
async function look(page: Page, looked: boolean) {
  for (const frame of page.frames()) {
    await frame.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.hasFocus = () => !hidden
      document.dispatchEvent(new Event('visibilitychange'))
    }, !looked)
  }
}
