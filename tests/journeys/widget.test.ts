/** The widget in a real browser, on pages of other origins, with the whole platform. */
import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isCounted } from './axe-findings.ts'
import {
  answered,
  chat,
  chatDocument,
  chatFrames,
  field,
  isExpanded,
  launcher,
  picture,
  replies,
  say,
  visitorMessages,
  widgetVisits,
} from './widget-visit.ts'

const visits = widgetVisits()

describe('the widget on a page of another origin', () => {
  it('talks, under a strict policy and Trusted Types, without a violation or third-party request', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
    await launcher(page).click()
    await replies(page).first().waitFor()
    await say(page, 'How do repairs work?')
    await answered(page)
    await expect.poll(() => replies(page).last().innerText()).toMatch(/eight working days/)
    await expect.poll(() => chat(page).locator('.disclosure').innerText()).toContain('AI')
  })

  it('looks the same on a page with CSS resets', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
    await expect
      .poll(() => launcher(page).boundingBox())
      .toMatchObject({ width: 56, height: 56, x: 1440 - 20 - 56, y: 900 - 20 - 56 })
    await launcher(page).click()
    await field(page).waitFor()
    const panel = page.locator('.panel')
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(400)
    expect(await page.locator('[data-agent]').evaluate((host) => getComputedStyle(host).zIndex)).toBe(
      '2147483000',
    )
    await expect.poll(() => panel.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  })

  it('stays hidden if the agent is not found', async () => {
    const page = await visits.visit([{ agentId: 'nobody' }])
    await page.waitForFunction(() => 'Parley' in window)
    await expect.poll(() => page.locator('[data-agent]').count()).toBe(0)
    expect(await page.evaluate(() => window.Parley?.open())).toBeUndefined()
  })

  it('is one widget when included twice, and two for two agents', async () => {
    const page = await visits.visit([
      { agentId: visits.site.agents.plain },
      { agentId: visits.site.agents.plain },
      { agentId: visits.site.agents.quiet },
    ])
    await expect.poll(() => page.locator('[data-agent]').count()).toBe(2)
    const [one, other] = [
      page.locator(`[data-agent="${visits.site.agents.plain}"]`),
      page.locator(`[data-agent="${visits.site.agents.quiet}"]`),
    ]
    const apart = async () => {
      const left = async (widget: Locator) =>
        (await widget.locator('.launcher').boundingBox())?.x ?? Number.NaN
      return Math.abs((await left(one)) - (await left(other)))
    }
    await expect.poll(apart).toBe(72)
    await one.locator('.launcher').click()
    await one.frameLocator('.panel iframe').locator('textarea').waitFor()
    await other.locator('.launcher').click()
    await other.frameLocator('.panel iframe').locator('textarea').waitFor()
    await expect.poll(() => one.locator('.launcher').getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => other.locator('.launcher').getAttribute('aria-expanded')).toBe('true')
  })

  it.each([false, true])('overlaps nothing of other widgets (phone: %s)', async (phone) => {
    const { greeting, dark, quiet } = visits.site.agents
    const scripts = [greeting, dark, quiet].map((agentId) => ({ agentId }))
    // The bubble of the third has the least place.
    const page = await visits.visit(scripts, { phone, dark: phone, third: greeting })
    const shown = page.locator('.launcher, .whatsapp, .bubble')
    const overlaps = async () => {
      const boxes = await shown.evaluateAll((elements) =>
        elements.map((each) => each.getBoundingClientRect().toJSON()),
      )
      const pairs = boxes.flatMap((one, nth) => boxes.slice(nth + 1).map((other) => [one, other]))
      const outside = boxes.filter(({ left, top }) => left < 0 || top < 0)
      const hit = pairs.filter(
        ([one, other]) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      )
      return [boxes.length, outside.length, hit.length]
    }
    // Three launchers, two bubbles, one WhatsApp button.
    await expect.poll(overlaps).toEqual([6, 0, 0])
    await picture(page, `several-widgets-${phone ? 'phone' : 'desktop'}`)
    // A place that became free is taken by the next widget.
    await page.evaluate((agentId) => window.Parley?.destroy(agentId), greeting)
    await expect.poll(overlaps).toEqual([4, 0, 0])
    // Widgets take their places in the order in which their configurations arrive.
    const edge = () =>
      page
        .locator('.launcher')
        .evaluateAll((launchers) =>
          Math.min(...launchers.map((one) => innerWidth - one.getBoundingClientRect().right)),
        )
    await expect.poll(edge).toBe(20)
  })

  it('keeps the chat through client-side navigation and a replaced body', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
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
    await expect.poll(() => visitorMessages(page).count()).toBe(1)
    await expect.poll(() => isExpanded(page)).toBe('true')
    await page.evaluate(() => document.querySelector('[data-agent]')?.remove())
    await expect.poll(() => page.locator('[data-agent]').count()).toBe(1)
  })

  it('continues the conversation on return, and starts a new one when its token has expired', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }], { expectFaults: true })
    await launcher(page).click()
    await replies(page).first().waitFor()
    await say(page, 'How do repairs work?')
    await answered(page)
    const before = await replies(page).allInnerTexts()
    await page.reload()
    await launcher(page).click()
    await visitorMessages(page).first().waitFor()
    await expect.poll(() => replies(page).allInnerTexts()).toEqual(before)

    await chatDocument(page).evaluate((id) => {
      const key = `parley_runtime_local_${id}`
      localStorage.setItem(
        key,
        JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), visitorToken: 'old' }),
      )
    }, visits.site.agents.plain)
    await page.reload()
    await launcher(page).click()
    await replies(page).first().waitFor()
    await expect.poll(() => visitorMessages(page).count()).toBe(0)
  })

  it('works if storage is blocked', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.greeting }], { storageBlocked: true })
    await page.locator('.bubble').waitFor()
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    await expect.poll(() => page.locator('.bubble').count()).toBe(0)
    await launcher(page).click()
    await say(page, 'How do repairs work?')
    await answered(page)
  })

  it('loads the chat when the visitor is about to open it, not before', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
    await launcher(page).waitFor()
    await expect.poll(() => chatFrames(page).count()).toBe(0)
    await launcher(page).hover()
    await expect.poll(() => chatFrames(page).count()).toBe(1)
    await chat(page).locator('.header').waitFor({ state: 'attached' })
    const started = await chatDocument(page).evaluate(
      (id) => localStorage.getItem(`parley_runtime_local_${id}`),
      visits.site.agents.plain,
    )
    expect(started).toBeNull()
  })
})

describe('by keyboard alone', () => {
  it('opens, talks, closes with Escape and returns the focus', async () => {
    // Another agent's bubble may appear in between, before the launcher.
    const page = await visits.visit([{ agentId: visits.site.agents.quiet }])
    await launcher(page).waitFor()
    await page.locator('#link').focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe('launcher')
    await page.keyboard.press('Enter')
    await replies(page).first().waitFor()
    // Typing reaches the frame only once the page knows, too, that the focus is there.
    await expect
      .poll(() => chatDocument(page).evaluate(() => document.hasFocus() && document.activeElement?.tagName))
      .toBe('TEXTAREA')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName))
      .toBe('IFRAME')
    await page.keyboard.type('How do repairs work?')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Please say.')
    await page.keyboard.press('Enter')
    await answered(page)
    await expect.poll(() => visitorMessages(page).innerText()).toBe('How do repairs work?\nPlease say.')
    await page.keyboard.press('Escape')
    await expect.poll(() => isExpanded(page)).toBe('false')
    await expect.poll(() => focused(page)).toBe('launcher')
  })

  const focused = (page: Page) =>
    page.evaluate(
      () => document.activeElement?.shadowRoot?.activeElement?.className ?? document.activeElement?.id,
    )
})

describe('language and theme', () => {
  it('uses the visitor’s language, right to left if it is written so', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.automatic }], { locale: 'ar' })
    await page.getByRole('button', { name: 'فتح الدردشة' }).click()
    await chat(page).getByPlaceholder('اكتب رسالة…').waitFor()
    await expect.poll(() => chatDocument(page).evaluate(() => document.documentElement.dir)).toBe('rtl')
  })

  it('applies the agent’s theme, primary colour and styles in the frame only', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.themed }])
    await launcher(page).click()
    const header = chat(page).locator('.header')
    await header.waitFor()
    const style = () =>
      header.evaluate((element) => {
        const { backgroundColor, color, borderBottomWidth } = getComputedStyle(element)
        return { backgroundColor, color, borderBottomWidth, scheme: document.documentElement.dataset.scheme }
      })
    await expect.poll(style).toEqual({
      backgroundColor: 'rgb(255, 222, 0)',
      color: 'rgb(0, 0, 0)',
      borderBottomWidth: '7px',
      scheme: 'dark',
    })
    expect(await launcher(page).evaluate((element) => getComputedStyle(element).borderBottomWidth)).toBe(
      '0px',
    )
  })
})

describe('for assistive technology', () => {
  it('has no axe findings, open and closed', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.greeting }])
    await page.locator('.bubble').waitFor()
    expect(await findings(page)).toEqual([])
    await launcher(page).click()
    await say(page, 'How do repairs work?')
    await answered(page)
    expect(await findings(page)).toEqual([])
  })

  it('announces whole replies, not pieces', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
    await launcher(page).click()
    await say(page, 'How do repairs work?')
    await answered(page)
    const spoken = chat(page).locator('[aria-live="polite"]')
    await expect.poll(() => spoken.innerText()).toMatch(/Fernhill Help: .*eight working days/s)
    await expect.poll(() => chat(page).getByRole('log').getAttribute('aria-live')).toBe('off')
  })

  async function findings(page: Page): Promise<string[]> {
    const found: string[] = []
    for (const frame of page.frames()) {
      // Elements that are fading in don't have their final colours yet.
      await frame.waitForFunction(() =>
        [document, ...[...document.querySelectorAll('[data-agent]')].map(({ shadowRoot }) => shadowRoot)]
          .flatMap((root) => root?.getAnimations() ?? [])
          .every(
            ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
          ),
      )
      await frame.evaluate(axe.source)
      const { violations } = await frame.evaluate(() =>
        (window as unknown as { axe: typeof axe }).axe.run(document, { iframes: false }),
      )
      for (const { id, impact, nodes } of violations) {
        // The test's own shop page is deliberately minimal.
        const ours = frame.parentFrame() ? nodes : nodes.filter(({ target }) => Array.isArray(target[0]))
        if (ours.length > 0 && isCounted(impact)) found.push(`${id} ${ours[0]?.html}`)
      }
    }
    return found
  }
})

describe('the demo page', () => {
  it('shows the agent on another origin, with its own navigation', async () => {
    const page = await visits.open(visits.site.demo(visits.site.agents.plain))
    await launcher(page).click()
    await replies(page).first().waitFor()
    await page.getByRole('link', { name: 'Repairs', exact: true }).click()
    await page.getByText('Send any Fernhill lamp back').waitFor()
    await expect.poll(() => isExpanded(page)).toBe('true')
  })

  it('asks for an agent id if it has none', async () => {
    const page = await visits.open(visits.site.demo(''))
    await page.getByLabel('Agent id').fill(visits.site.agents.plain)
    await page.getByRole('button', { name: 'Show it' }).click()
    await launcher(page).waitFor()
  })
})
