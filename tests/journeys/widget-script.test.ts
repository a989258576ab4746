/** What a page's own script says to the widget and hears of it. */
import type {} from '@parley/widget/page-api.ts'
import { describe, expect, it } from 'vitest'
import { badge, field, isExpanded, launcher, widgetVisits } from './widget-visit.ts'

const visits = widgetVisits()

describe('to the page’s own script', () => {
  it('answers the page: open, close, toggle, on, destroy', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
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
    const id = visits.site.agents.plain
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard.toSorted()))
      .toEqual([`close ${id}`, `open ${id}`, `open ${id}`, `ready ${id}`])
    await page.evaluate(() => window.Parley?.destroy())
    await expect.poll(() => page.locator('[data-agent]').count()).toBe(0)
    expect(await page.evaluate(() => window.Parley?.open())).toBeUndefined()
  })

  it('hears no stranger: a message of another window or origin changes nothing', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
    await launcher(page).click()
    await field(page).waitFor()
    await page.evaluate(() => window.postMessage({ type: 'close' }, '*'))
    await page.evaluate(() => window.postMessage({ type: 'unread', count: 9 }, '*'))
    await expect.poll(() => isExpanded(page)).toBe('true')
    await expect.poll(() => badge(page)).toBeNull()
  })
})
