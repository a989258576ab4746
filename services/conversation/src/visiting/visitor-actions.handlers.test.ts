/** Visitors' calls besides sending messages. On real embedded engines, as the host calls it. */
import { describe, expect, it } from 'vitest'
import { textOf } from '../conversation.decider.ts'
import { answerOf, codeOf, openStream, openTestChat, streamOf } from '../conversation.test-handlers.ts'
import { signatureOf } from './visitor-actions.handlers.ts'

const REPLY = 'We are open from nine to five, Monday to Friday.'

describe('a visitor', () => {
  it('stops a reply: what was said stays, what was used is paid', async () => {
    const { asVisitor, say, state, region } = await openTestChat({ model: { behaviour: 'hang-midway' } })
    expect(await answerOf(asVisitor('conversations.stop'))).toEqual({ stopped: false })
    const heard: string[] = []
    for await (const { event, data } of await openStream(say('m1', 'Hi', 'stream'))) {
      heard.push(event)
      if (heard.length === 1)
        expect(await answerOf(asVisitor('conversations.stop'))).toEqual({ stopped: true })
      if (event === 'message') expect(data).toMatchObject({ message: { stopped: true } })
    }
    expect(heard).toEqual(['delta', 'message', 'done'])
    const last = (await state()).messages.at(-1)!
    expect(last.stopped).toBe(true)
    expect(REPLY.startsWith(textOf(last))).toBe(true)
    expect(textOf(last).length).toBeGreaterThan(0)
    await region.turns.untilIdleHere((await state()).started!.conversationId)
    expect([region.credits.balance, region.credits.holds.size]).toEqual([999, 0])
    region.double.behave('normal')
    const next = await answerOf<{ messages: { blocks: never[] }[] }>(say('m2'))
    expect(next.messages.map(textOf)).toEqual([REPLY])
  })

  it('stops a reply before its first word', async () => {
    const { asVisitor, say, state, region } = await openTestChat({ model: { behaviour: 'hang' } })
    const said = streamOf(say('m1', 'Hi', 'stream'))
    while (region.double.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await asVisitor('conversations.stop')
    expect((await said).map(({ event }) => event)).toEqual(['message', 'done'])
    expect((await state()).messages.at(-1)).toMatchObject({ role: 'agent', stopped: true, blocks: [] })
  })

  it('rates a message and the conversation, and removes the ratings', async () => {
    const { asVisitor, say, state, types } = await openTestChat()
    const { messages } = await answerOf<{ messages: { id: string }[] }>(say('m1'))
    const messageId = messages[0]!.id
    await asVisitor('conversations.feedback', { messageId, rating: 'up' })
    await asVisitor('conversations.feedback', { messageId, rating: 'up' })
    expect((await state()).messages.at(-1)?.feedback).toBe('up')
    await asVisitor('conversations.feedback', { messageId, rating: 'none' })
    expect((await state()).messages.at(-1)?.feedback).toBeUndefined()
    await asVisitor('conversations.feedback', { rating: 'down', comment: 'Not helpful' })
    expect((await types()).filter((type) => type === 'FeedbackGiven')).toHaveLength(3)
    expect(await codeOf(asVisitor('conversations.feedback', { messageId: 'm1', rating: 'up' }))).toBe(
      'not-found',
    )
  })

  it('is verified by a signature alone, and no unsigned claim reverses it', async () => {
    const key = 'vg_01234567890123456789'
    const { asVisitor, state } = await openTestChat({ document: { SECRET_API_KEY: key } })
    const identify = (body: object) => asVisitor('conversations.identify', body)
    expect(await answerOf(identify({ userId: 'u-9', name: 'Eve' }))).toEqual({ verified: false })
    expect(await codeOf(identify({ userId: 'u-9', signature: signatureOf('u-8', key) }))).toBe(
      'bad-signature',
    )
    expect(await codeOf(identify({ signature: signatureOf('u-9', key) }))).toBe('bad-signature')
    const signed = { userId: 'u-9', signature: signatureOf('u-9', key), name: 'Bo' }
    expect(await answerOf(identify(signed))).toEqual({ verified: true })
    expect(await answerOf(identify({ userId: 'u-1', name: 'Mallory' }))).toEqual({ verified: true })
    expect((await state()).identity).toMatchObject({ externalId: 'u-9', name: 'Bo', verified: true })
  })

  it('sets variables and page views, recording each change once', async () => {
    const { asVisitor, state, types } = await openTestChat()
    await asVisitor('conversations.setVariables', { variables: { plan: 'pro', seats: '5' } })
    await asVisitor('conversations.setVariables', { variables: { plan: 'pro' } })
    await asVisitor('conversations.setVariables', { variables: { seats: '' } })
    expect((await state()).variables).toEqual({ plan: 'pro' })
    await asVisitor('conversations.moved', { pageUrl: 'https://shop.example/a' })
    await asVisitor('conversations.moved', { pageUrl: 'https://shop.example/a' })
    expect((await types()).slice(1)).toEqual(['VariablesSet', 'VariablesSet', 'PageViewed'])
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`v${nth}`, 'x']))
    expect(await codeOf(asVisitor('conversations.setVariables', { variables: many }))).toBe(
      'too-many-variables',
    )
  })

  it('sends files that were uploaded for the conversation, and no others', async () => {
    const file = { fileId: 'f1', name: 'bill.pdf', mimeType: 'application/pdf', size: 10 }
    const { asVisitor, state } = await openTestChat({ files: [file] })
    expect(await codeOf(asVisitor('conversations.send', { id: 'm1', text: '', files: ['f2'] }))).toBe(
      'not-found',
    )
    await asVisitor('conversations.send', { id: 'm1', text: 'My bill', files: ['f1'] })
    expect((await state()).messages[0]?.blocks).toEqual([
      { type: 'text', text: 'My bill' },
      { type: 'file', ...file },
    ])
  })

  it('is recognised by an earlier token, and is a new visitor without one', async () => {
    const { visitor, visitorToken: token, conversationId, start } = await openTestChat()
    const visitorIdOf = async (body?: object) => {
      const again = await start(body)
      expect(again.conversationId).not.toBe(conversationId)
      return again.visitor.kind === 'visitor' ? again.visitor.visitorId : undefined
    }
    const mine = visitor.kind === 'visitor' ? visitor.visitorId : ''
    expect(await visitorIdOf({ visitorToken: token })).toBe(mine)
    expect(await visitorIdOf({ visitorToken: `${token.slice(0, -2)}xx` })).not.toBe(mine)
    expect(await visitorIdOf()).not.toBe(mine)
  })

  it('of an agent without history is marked so, and every conversation has its own key', async () => {
    const document = { recordChatHistory: false, vg_initMessages: ['Welcome.'] }
    const { events, conversationId } = await openTestChat({ document })
    const [started] = await events()
    expect(started?.data).toMatchObject({ recorded: false })
    const [, greeted] = await events()
    expect(greeted?.data.content).toMatch(`sealed.v1.conversation-${conversationId}.`)
  })
})
