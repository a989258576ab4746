/** The widget when the network fails, or when limits stop it. */
import { describe, expect, it } from 'vitest'
import {
  answered,
  chat,
  field,
  launcher,
  replies,
  say,
  visitorMessages,
  widgetVisits,
} from './widget-visit.ts'

const visits = widgetVisits()

describe('when the network fails', () => {
  it('keeps offline messages and sends them once when the network is back', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }], { expectFaults: true })
    await launcher(page).click()
    await replies(page).first().waitFor()
    await visits.context.setOffline(true)
    await say(page, 'How do repairs work?')
    await chat(page).getByText('Will be sent when you are back online.').waitFor()
    await visits.context.setOffline(false)
    await answered(page)
    await expect.poll(() => visitorMessages(page).count()).toBe(1)
    await page.reload()
    await launcher(page).click()
    await visitorMessages(page).first().waitFor()
    await expect.poll(() => visitorMessages(page).count()).toBe(1)
  })

  it('shows a message once although the answer to it was lost', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }], { expectFaults: true })
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
    // The reply also arrives through another request: before the message is sent again, or after.
    await expect.poll(() => ids.length).toBe(2)
    expect(new Set(ids).size).toBe(1)
    await page.unroute('**/messages')
    await page.reload()
    await launcher(page).click()
    await visitorMessages(page).first().waitFor()
    await expect.poll(() => visitorMessages(page).count()).toBe(1)
  })

  it('continues an interrupted reply, and shows it once', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }], { expectFaults: true })
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
    await expect.poll(() => replies(page).count()).toBe(before + 1)
    await expect.poll(() => visitorMessages(page).count()).toBe(1)
    await expect.poll(() => replies(page).last().innerText()).toMatch(/eight working days/)
  })

  it('sends what could not be sent once the server is back', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }], { expectFaults: true })
    const away = ['**/messages', '**/follow**']
    for (const calls of away) await page.route(calls, (route) => route.abort('connectionrefused'))
    await launcher(page).click()
    await replies(page).first().waitFor()
    await say(page, 'How do repairs work?')
    await chat(page).getByText('Not sent.').waitFor()
    for (const calls of away) await page.unroute(calls)
    await answered(page)
    await expect.poll(() => visitorMessages(page).count()).toBe(1)
  })

  it('offers to retry when a message can’t be sent, and when the chat can’t start', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }], { expectFaults: true })
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
    await expect.poll(() => visitorMessages(page).count()).toBe(1)
  })

  it('stops when credits or usage are exhausted, and starts nothing', async () => {
    const page = await visits.visit([{ agentId: visits.site.agents.plain }])
    let begun = 0
    await page.route('**/conversations', (route) => {
      begun++
      return route.fallback()
    })
    await page.route('**/check-credits*', (route) =>
      route.fulfill({ json: { continue: false, hasEverPaid: true } }),
    )
    await launcher(page).click()
    await chat(page).getByText('This chat can’t continue at the moment.').waitFor()
    await expect.poll(() => field(page).count()).toBe(0)
    expect(begun).toBe(0)
  })
})
