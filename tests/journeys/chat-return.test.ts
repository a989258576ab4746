/** Returning visitors: earlier conversations, the transcript by mail, the offline queue, a chat without history. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { type ConversationState, conversation } from '@parley/conversation/conversation.decider.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { settled } from '../src/test-platform.ts'
import { answered, type ChatStage, picture, replies, say, startChatStage } from './chat-stage.ts'

let stage: ChatStage
let agentId: string
beforeAll(async () => {
  stage = await startChatStage()
  agentId = await stage.agent({})
})
afterEach(() => expect(stage.faults()).toEqual([]))
afterAll(() => stage?.close())

type Mail = { to: string; subject: string; text: string; html: string }
const mails = async () => {
  const { items } = await (await fetch(`${stage.origin}/dev/mail.json`)).json()
  return items as Mail[]
}

/** Appends this many messages of the agent to a conversation of `from` messages. */
async function grow(conversationId: string, agentId: string, from: number, many: number) {
  const growing: Aggregate<ConversationState, readonly ConversationEvent[], ConversationEvent> = {
    ...conversation,
    decider: { ...conversation.decider, decide: (events) => accept(...events) },
  }
  const notes = Array.from({ length: many }, (_, nth): ConversationEvent => {
    const content = [{ type: 'text' as const, text: `Note ${nth}` }]
    const at = new Date().toISOString()
    const where = { agentId, channel: 'web-chat', index: from + nth, at } as const
    return { type: 'AgentGreeted', data: { ...where, messageId: `note${nth}`, content } }
  })
  const { handle } = stage.platform.regions.get('na')!.engines.commands
  await handle(growing, conversationId, notes, {
    tenant: stage.workspaceId,
    actor: { kind: 'system', id: 'test' },
    cause: { via: 'command-line', command: 'grow', correlation: conversationId },
    subject: `conversation-${conversationId}`,
  })
}

describe('returning', () => {
  it('keeps earlier conversations and continues one', async () => {
    const page = await stage.visit(agentId)
    await say(page, 'About the Arc lamp')
    await answered(page)
    await page.getByRole('button', { name: 'More' }).click()
    await picture(page, 'menu')
    await page.getByRole('menuitem', { name: 'New conversation' }).click()
    await expect.poll(() => page.locator('.bubble.own').count()).toBe(0)
    await replies(page).first().waitFor()
    await say(page, 'Something else')
    await answered(page)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Earlier conversations' }).click()
    const earlier = page.locator('.earlier button')
    await earlier.first().waitFor()
    await expect.poll(() => earlier.count()).toBe(1)
    await picture(page, 'earlier')
    await earlier.first().click()
    await page.locator('.bubble.own', { hasText: 'About the Arc lamp' }).waitFor()
    await say(page, 'Still there?')
    await answered(page)
    await page.context().close()
  })

  it('opens a long conversation on its newest messages, and shows earlier ones when scrolled up', async () => {
    const own = await stage.agent({ title: 'Long' })
    const page = await stage.visit(own)
    await say(page, 'The very first question')
    await answered(page)
    await settled(stage.platform)
    const { items } = await stage.client.call('conversations.list', {
      params: { region: 'na', agentId: own },
    })
    await grow(items[0]!.conversationId, own, items[0]!.messages, 120)
    await page.reload()
    await page.getByText('Note 119', { exact: true }).waitFor()
    expect(await page.getByText('Note 60', { exact: true }).count()).toBe(0)
    const log = page.getByRole('log')
    const scrollUp = () => log.evaluate((box) => box.scrollTo({ top: 0 }))
    await scrollUp()
    await page.getByText('Note 60', { exact: true }).waitFor({ state: 'attached' })
    // What was at the top is still on screen.
    await expect.poll(() => log.evaluate((box) => box.scrollTop)).toBeGreaterThan(200)
    for (const first = page.getByText('The very first question'); (await first.count()) === 0; ) {
      await scrollUp()
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    }
    expect(await page.locator('.bubble', { hasText: 'Note' }).count()).toBe(120)
    await page.context().close()
  })

  it('mails the transcript to the address the visitor enters', async () => {
    const page = await stage.visit(agentId)
    await say(page, 'Do you repair <b>old</b> lamps?')
    await answered(page)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'E-mail this conversation' }).click()
    const field = page.getByLabel('E-mail address')
    await field.fill('nobody')
    await field.press('Enter')
    await page.getByText('Please enter a valid email address').waitFor()
    await picture(page, 'transcript')
    await field.fill('visitor@example.com')
    await field.press('Enter')
    await page.getByText('The conversation was sent to visitor@example.com.').waitFor()
    const mailed = async () => (await mails()).find(({ to }) => to === 'visitor@example.com')
    await expect.poll(mailed).toBeDefined()
    const mail = await mailed()
    expect(mail?.subject).toBe('Your conversation with Fernhill Help')
    expect(mail?.html).toContain('Do you repair &lt;b&gt;old&lt;/b&gt; lamps?')
    expect(JSON.stringify(mail)).not.toMatch(/parley/i)
    await page.context().close()
  })

  it('sends messages from offline once, when the network is back', async () => {
    const page = await stage.visit(agentId, { expectFaults: true })
    await replies(page).first().waitFor()
    await page.context().setOffline(true)
    await page.locator('.banner').waitFor()
    await say(page, 'Said in a tunnel')
    await say(page, 'And another')
    await expect.poll(() => page.locator('.delivery').first().innerText()).toMatch(/back online/)
    // It has not been sent, so no reply is in progress.
    await expect.poll(() => page.locator('.group.typing, .send.stop').count()).toBe(0)
    await picture(page, 'offline')
    await page.context().setOffline(false)
    await answered(page)
    await page.reload()
    await replies(page).nth(1).waitFor()
    await expect
      .poll(() => page.locator('.bubble.own').allInnerTexts())
      .toEqual(['Said in a tunnel', 'And another'])
    await page.context().close()
  })

  it('sends a message once that was being sent when the tab was closed', async () => {
    const page = await stage.visit(agentId, { expectFaults: true })
    await replies(page).first().waitFor()
    const context = page.context()
    // It is never sent: the tab is closed first.
    await page.route('**/messages', () => undefined)
    await page.locator('.composer textarea').fill('Said at the last moment')
    await page.locator('.composer textarea').press('Enter')
    await page.locator('.bubble.own').waitFor()
    await page.locator('.composer textarea').fill('Not finished')
    await page.close()
    const again = await context.newPage()
    await again.goto(`${stage.origin}/widget/na/${agentId}/frame`)
    await again.locator('.bubble.own', { hasText: 'Said at the last moment' }).waitFor()
    await answered(again)
    await expect.poll(() => again.locator('.composer textarea').inputValue()).toBe('Not finished')
    await again.reload()
    await replies(again).nth(1).waitFor()
    await expect.poll(() => again.locator('.bubble.own').allInnerTexts()).toEqual(['Said at the last moment'])
    await context.close()
  })

  it('stores nothing in the browser for an agent without history', async () => {
    const page = await stage.visit(await stage.agent({ chatForget: true }))
    await say(page, 'Forget me')
    await answered(page)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('conversationId')
    await page.reload()
    await replies(page).first().waitFor()
    await expect.poll(() => page.locator('.bubble.own').count()).toBe(0)
    await page.context().close()
  })
})
