/** The widget's API for a page's own script. */
import type {} from '@parley/widget/page-api.ts'
import { describe, expect, it } from 'vitest'
import {
  answered,
  badge,
  chat,
  field,
  isExpanded,
  launcher,
  say,
  visitorMessages,
  widgetVisits,
} from './widget-visit.ts'

const visits = widgetVisits()

describe('for the page’s own script', () => {
  it('provides open, close, toggle, on, destroy', async () => {
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

  it('lets it set data of its visitor: invalid data blocks nothing, valid data applies to a new conversation too', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await launcher(page).waitFor()
    await page.evaluate(() => {
      window.Parley?.setVariables({ 'no name': 'x', long: 'x'.repeat(2001), plan: 'pro' })
      window.Parley?.setVariables({ visits: 3 })
      window.Parley?.identify({ name: 'Ada Byron', email: 'ada@example.com' })
      window.Parley?.send('  ')
      window.Parley?.send('x'.repeat(8001))
      window.Parley?.send('Hello from the page')
      window.Parley?.open()
    })
    await answered(page)
    expect(await visitorMessages(page).allInnerTexts()).toEqual(['Hello from the page'])
    await expect.poll(() => new Set(warnings).size).toBe(2)

    await chat(page).getByRole('button', { name: 'More' }).click()
    await chat(page).getByRole('menuitem', { name: 'New conversation' }).click()
    await expect.poll(() => visitorMessages(page).count()).toBe(0)
    await say(page, 'Hello again')
    await answered(page)

    const place = { region: 'na', agentId: visits.site.agents.plain } as const
    const { client } = visits.site
    const known = async () => {
      const { items } = await client.call('conversations.list', { params: place })
      const found = await Promise.all(
        items.map(({ conversationId }) =>
          client.call('conversations.get', { params: { ...place, conversationId } }),
        ),
      )
      return found
        .filter(({ visitor }) => visitor.name === 'Ada Byron')
        .map(({ pageUrl, visitor }) => ({ pageUrl, variables: visitor.variables }))
    }
    const told = { pageUrl: page.url(), variables: { plan: 'pro', visits: '3' } }
    await expect.poll(known, { timeout: 20_000 }).toEqual([told, told])
  })

  it('ignores messages of other windows and origins', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
    await launcher(page).click()
    await field(page).waitFor()
    await page.evaluate(() => window.postMessage({ type: 'close' }, '*'))
    await page.evaluate(() => window.postMessage({ type: 'unread', count: 9 }, '*'))
    await expect.poll(() => isExpanded(page)).toBe('true')
    await expect.poll(() => badge(page)).toBeNull()
  })
})
