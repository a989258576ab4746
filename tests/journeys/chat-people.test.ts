/** People in the chat: requested, joining, writing, handing back; and the conversation in two tabs. */

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answered, type ChatStage, picture, replies, say, startChatStage } from './chat-stage.ts'

let stage: ChatStage
let agentId: string
beforeAll(async () => {
  stage = await startChatStage()
  agentId = await stage.agent({
    enableHumanHandoff: true,
    alwaysShowHandoff: true,
    showHandoffEvenIfOffline: true,
    fixedHandoffPopup: true,
    UIhandoffTitle: 'A lamp expert?',
    UIhandoffSubtitle: 'We know every bulb.',
  })
  // While a member has the dashboard open, the agent falls silent for the person who is asked for.
  const params = { region: 'na' as const, workspaceId: stage.workspaceId }
  const changes = await stage.client.open('live.changes', { params }, { signal: leaving.signal })
  // Read to its end: a response that nobody holds is collected as garbage, and its connection closed.
  dashboard = changes.text().catch(() => '')
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(async () => {
  leaving.abort()
  await dashboard
  await stage?.close()
})

const leaving = new AbortController()
let dashboard: Promise<string> | undefined

const conversationOf = (page: Page) =>
  page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}').conversationId as string,
    `parley_runtime_local_${agentId}`,
  )

describe('people in the chat', () => {
  it('asks for a person, gets their messages, and returns to the agent', async () => {
    const page = await stage.visit(agentId)
    const offer = page.locator('.handoff')
    await offer.waitFor()
    await expect.poll(() => offer.innerText()).toMatch(/A lamp expert\?[\s\S]*We know every bulb\./)
    await picture(page, 'handoff-offered')
    // As at 400 % zoom: the offer covers no messages, and the field below it is reachable.
    const usual = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 256 })
    await expect.poll(async () => (await page.locator('.log').boundingBox())?.height).toBeGreaterThan(128)
    await page.locator('.composer textarea').scrollIntoViewIfNeeded()
    await picture(page, 'handoff-offered-magnified')
    if (usual) await page.setViewportSize(usual)
    await offer.getByRole('button', { name: 'Talk to a person' }).click()
    await page.locator('.handoff.waiting').waitFor()
    await page.locator('.event', { hasText: 'A person was asked for.' }).waitFor()
    await say(page, 'Which bulb fits the Arc?')
    await picture(page, 'handoff-waiting')

    const params = { region: 'na' as const, agentId, conversationId: await conversationOf(page) }
    await stage.client.call('conversations.takeOver', { params })
    await page.locator('.event', { hasText: 'Ada joined.' }).waitFor()
    await expect.poll(() => page.locator('.header h1').innerText()).toBe('Ada')
    await stage.client.call('conversations.typing', { params, body: { typing: true } })
    await page.getByRole('img', { name: 'Ada is typing' }).waitFor()
    await stage.client.call('conversations.reply', { params, body: { id: 'r1', text: 'The **E27**.' } })
    await expect.poll(() => replies(page).last().innerText()).toBe('The E27.')
    await expect.poll(() => page.locator('.author').last().innerText()).toBe('Ada')
    await expect.poll(() => page.locator('.dots').count()).toBe(0)
    await picture(page, 'handoff-person')

    await stage.client.call('conversations.handBack', { params })
    await page.locator('.event', { hasText: 'The assistant answers again.' }).waitFor()
    await expect.poll(() => page.locator('.header h1').innerText()).toBe('Fernhill Help')
    await say(page, 'Thanks')
    await answered(page)
    await page.context().close()
  })

  it('does not say who joins and leaves where the team wants that', async () => {
    const params = { region: 'na' as const, workspaceId: stage.workspaceId }
    await stage.client.call('inbox.save', { params, body: { disableHandoffMessages: true } })
    try {
      const page = await stage.visit(agentId)
      await page.locator('.handoff').getByRole('button', { name: 'Talk to a person' }).click()
      await page.locator('.event', { hasText: 'A person was asked for.' }).waitFor()
      const of = { region: 'na' as const, agentId, conversationId: await conversationOf(page) }
      await stage.client.call('conversations.takeOver', { params: of })
      await stage.client.call('conversations.reply', { params: of, body: { id: 'r1', text: 'Here I am.' } })
      await expect.poll(() => replies(page).last().innerText()).toBe('Here I am.')
      await stage.client.call('conversations.handBack', { params: of })
      await expect.poll(() => page.locator('.header h1').innerText()).toBe('Fernhill Help')
      expect(await page.locator('.event').allInnerTexts()).toEqual(['A person was asked for.'])
      await page.reload()
      await expect.poll(() => replies(page).last().innerText()).toBe('Here I am.')
      expect(await page.locator('.event').allInnerTexts()).toEqual(['A person was asked for.'])
      await page.context().close()
    } finally {
      await stage.client.call('inbox.save', { params, body: { disableHandoffMessages: false } })
    }
  })

  it('shows the same conversation in two tabs, each message once', async () => {
    const first = await stage.visit(agentId)
    await replies(first).first().waitFor()
    const second = await first.context().newPage()
    await second.goto(first.url())
    await replies(second).first().waitFor()
    expect(await conversationOf(second)).toBe(await conversationOf(first))
    await say(first, 'From the first tab')
    await answered(first)
    await second.locator('.bubble.own', { hasText: 'From the first tab' }).waitFor()
    await say(second, 'From the second tab')
    await answered(second)
    await first.locator('.bubble.own', { hasText: 'From the second tab' }).waitFor()
    await answered(first)
    await expect
      .poll(async () => (await replies(second).allInnerTexts()).join('|'))
      .toBe((await replies(first).allInnerTexts()).join('|'))
    const own = await second.locator('.bubble.own').allInnerTexts()
    expect(own).toEqual(['From the first tab', 'From the second tab'])

    await second.getByRole('button', { name: 'More' }).click()
    await second.getByRole('menuitem', { name: 'New conversation' }).click()
    await expect.poll(() => second.locator('.bubble.own').count()).toBe(0)
    await expect.poll(() => first.locator('.bubble.own').count()).toBe(0)
    expect(await conversationOf(second)).toBe(await conversationOf(first))
    await first.context().close()
  })

  it('starts one conversation when two tabs open at once', async () => {
    const page = await stage.visit(agentId)
    const context = page.context()
    await page.evaluate(() => localStorage.clear())
    await page.goto('about:blank')
    const address = `${stage.origin}/widget/na/${agentId}/frame`
    const [one, two] = await Promise.all(
      [page, await context.newPage()].map(async (tab) => {
        await tab.goto(address)
        await replies(tab).first().waitFor()
        return tab
      }),
    )
    await say(one as Page, 'Hello')
    await (two as Page).locator('.bubble.own', { hasText: 'Hello' }).waitFor()
    await context.close()
  })
})
