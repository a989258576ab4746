/** How the widget greets and opens: the proactive bubble, on a phone, and in each of its modes. */
import { describe, expect, it } from 'vitest'
import {
  badge,
  chat,
  field,
  isExpanded,
  launcher,
  replies,
  storedInPage,
  widgetVisits,
} from './widget-visit.ts'

const visits = widgetVisits()

describe('the proactive bubble', () => {
  it('appears with the badge 1, then 2, opens the chat, and stays away for a day once dismissed', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.greeting }])
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.reload()
    const soonAfter = async () => {
      await page.clock.runFor(10)
      return badge(page)
    }
    await expect.poll(soonAfter).toBe('1')
    expect(await page.locator('.bubble').count()).toBe(0)
    await page.clock.runFor(1_000)
    await page.locator('.bubble').waitFor()
    await expect.poll(() => badge(page)).toBe('2')
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    await expect.poll(() => storedInPage(page, 'parley_never_show_proactive')).toContain('"value":true')

    await page.clock.resume()
    await page.reload()
    await launcher(page).waitFor()
    await page.clock.fastForward(5_000)
    await expect.poll(() => page.locator('.bubble').count()).toBe(0)
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
    await expect.poll(() => page.locator('.bubble').count()).toBe(0)
  })

  it('does not appear with the message none, nor once the chat is open', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.quiet }])
    await page.clock.install()
    await page.reload()
    await launcher(page).waitFor()
    await page.clock.fastForward(5_000)
    await expect.poll(() => page.locator('.bubble').count()).toBe(0)
    await expect.poll(() => badge(page)).toBeNull()
  })
})

describe('on a phone', () => {
  it('fills the screen above the keyboard, locks the page, and releases it', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }], { phone: true })
    await launcher(page).tap()
    await replies(page).first().waitFor()
    const panel = page.locator('.panel')
    await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden')
    await expect.poll(() => launcher(page).isVisible()).toBe(false)

    // The on-screen keyboard: the visual viewport shrinks and moves while the layout viewport stays.
    await page.evaluate(() => {
      Object.defineProperties(visualViewport ?? {}, { height: { value: 500 }, offsetTop: { value: 40 } })
      visualViewport?.dispatchEvent(new Event('resize'))
    })
    await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 40, width: 390, height: 500 })
    await expect.poll(async () => (await field(page).boundingBox())?.y).toBeLessThan(540)

    await chat(page).getByRole('button', { name: 'Close chat' }).tap()
    await expect.poll(() => launcher(page).isVisible()).toBe(true)
    await expect.poll(() => page.evaluate(() => document.documentElement.style.overflow)).toBe('')
  })
})

describe('modes', () => {
  it('modal: the backdrop closes, the page behind is inert', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain, attributes: 'data-mode="modal"' }])
    await launcher(page).click()
    await field(page).waitFor()
    expect(await page.evaluate(() => document.body.inert)).toBe(true)
    await page.mouse.click(40, 400)
    await expect.poll(() => isExpanded(page)).toBe('false')
    await expect.poll(() => page.evaluate(() => document.body.inert)).toBe(false)
  })

  it('inline: is shown in its container, without a launcher', async () => {
    const page = await visits.visit([
      { agentId: visits.site.agents.plain, attributes: 'defer data-mode="inline" data-container="#place"' },
    ])
    await replies(page).first().waitFor()
    await expect.poll(() => launcher(page).count()).toBe(0)
    const place = await page.locator('#place').boundingBox()
    expect(place).not.toBeNull()
    await expect.poll(() => page.locator('#place [data-agent]').boundingBox()).toEqual(place)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  it('inherit: has the font of its container, and may use the microphone where visitors may speak', async () => {
    const page = await visits.visit(
      [{ agentId: visits.site.agents.inheriting, attributes: 'defer data-container="#place"' }],
      { shop: { styles: '#place { font-family: "Courier New", monospace; }' } },
    )
    await replies(page).first().waitFor()
    const font = await replies(page)
      .first()
      .evaluate((it) => getComputedStyle(it).fontFamily)
    expect(font).toMatch(/^"?Courier New"?, monospace/)
    expect(await page.locator('iframe').getAttribute('allow')).toContain('microphone')
  })

  it('inline: waits for a container further down a page whose script runs early', async () => {
    const page = await visits.visit([
      { agentId: visits.site.agents.plain, attributes: 'data-container="#place"' },
    ])
    await replies(page).first().waitFor()
    await page.reload()
    await replies(page).first().waitFor()
    await expect.poll(() => page.locator('#place [data-agent]').count()).toBe(1)
  })

  it('autostart: starts hidden, without a bubble, and counts messages; WhatsApp is shown beside it', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.autoStart }])
    await expect.poll(() => badge(page)).toBe('2')
    await expect.poll(() => isExpanded(page)).toBe('false')
    await expect.poll(() => page.locator('.bubble').count()).toBe(0)
    await expect
      .poll(() => page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))
      .toBe('https://wa.me/491512345')
    await launcher(page).click()
    await expect.poll(() => badge(page)).toBeNull()
    await expect.poll(() => replies(page).count()).toBe(2)
  })

  it('autoopen: opens by itself and leaves the focus unchanged', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.autoOpen }])
    await replies(page).first().waitFor()
    await expect.poll(() => isExpanded(page)).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  it('full-width: fills the window', async () => {
    const page = await visits.visit([
      { agentId: visits.site.agents.plain, attributes: 'data-mode="full-width" data-open' },
    ])
    await replies(page).first().waitFor()
    await expect
      .poll(() => page.locator('.panel').boundingBox())
      .toEqual({ x: 0, y: 0, width: 1440, height: 900 })
  })
})
