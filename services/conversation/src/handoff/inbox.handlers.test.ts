/** The team's calls on a conversation. On real embedded engines, as the host calls it. */
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { describe, expect, it } from 'vitest'
import { textOf } from '../conversation.decider.ts'
import { answerOf, ben, codeOf, openStream, openTestChat, streamOf } from '../conversation.test-handlers.ts'
import { AGENT } from '../conversation.test-setup.ts'

const REPLY = 'We are open from nine to five, Monday to Friday.'

describe('a person', () => {
  it('takes over: the agent stops replying, and the visitor’s messages are kept for the person', async () => {
    const { asTeam, say, state, region } = await openTestChat()
    expect(await answerOf(asTeam('conversations.takeOver'))).toEqual({
      owner: 'human',
      userId: 'u1',
      displayName: 'Ada',
    })
    expect(await answerOf(say('m1'))).toEqual({ messages: [] })
    expect((await streamOf(say('m2', 'And?', 'stream'))).map(({ event }) => event)).toEqual(['done'])
    expect(region.double.requests).toHaveLength(0)
    const { messages, visitorMessages: asked } = await state()
    expect(messages.map(({ role }) => role)).toEqual(['system', 'visitor', 'visitor'])
    expect(messages[0]?.blocks).toEqual([{ type: 'event', event: 'human-joined', name: 'Ada' }])
    expect(asked.map(({ outcome }) => outcome)).toEqual(['left', 'left'])
  })

  it('is assigned to what they take over, even if it was assigned to somebody else', async () => {
    const { asTeam, state, types } = await openTestChat()
    await asTeam('conversations.takeOver')
    expect((await state()).assignee).toBe('u1')
    await asTeam('conversations.takeOver')
    await asTeam('conversations.takeOver', undefined, { principal: ben })
    expect((await state()).assignee).toBe('u2')
    await asTeam('conversations.takeOver', undefined, { principal: { kind: 'api-key', tenant: 'w1' } })
    expect((await state()).assignee).toBe('u2')
    expect((await types()).filter((type) => type === 'ConversationAssigned')).toHaveLength(2)
  })

  it('replies by name, once however often it is sent, and takes the conversation over with it', async () => {
    const { asTeam, say, state, types } = await openTestChat()
    await say('m1')
    const body = { id: 'h1', text: 'Hello, I am Ada.' }
    const [one, two] = await Promise.all([
      answerOf<{ message: object }>(asTeam('conversations.reply', body)),
      answerOf<{ message: object }>(asTeam('conversations.reply', body)),
    ])
    expect(one.message).toMatchObject({ id: 'h1', role: 'human', author: 'Ada', index: 3 })
    expect(two).toEqual(one)
    expect((await state()).owner).toBe('human')
    expect((await types()).filter((type) => type === 'HumanReplied')).toHaveLength(1)
    await asTeam('conversations.reply', { id: 'h2', text: 'More.' })
    expect((await types()).filter((type) => type === 'OwnershipChanged')).toHaveLength(1)
  })

  it('who replies in place of a colleague leaves it assigned to them', async () => {
    const { asTeam, state } = await openTestChat()
    await asTeam('conversations.takeOver')
    await asTeam('conversations.reply', { id: 'h1', text: 'I can help with that.' }, { principal: ben })
    expect(await state()).toMatchObject({ owner: 'human', person: { userId: 'u2' }, assignee: 'u1' })
    await asTeam('conversations.takeOver', undefined, { principal: ben })
    expect((await state()).assignee).toBe('u2')
  })

  it('is assigned to what they take over by replying, unless nobody would find it there', async () => {
    const { asTeam, state, types } = await openTestChat()
    const by = (principal: unknown, id: string) =>
      asTeam('conversations.reply', { id, text: 'Hello' }, { principal: principal as Principal })
    await by({ kind: 'client', clientId: 'c1', displayName: 'Cleo', orgId: 'o1', agencyAdmin: true }, 'h0')
    await by({ kind: 'api-key', tenant: 'w1' }, 'h1')
    expect((await state()).assignee).toBeUndefined()
    await asTeam('conversations.reply', { id: 'h2', text: 'Hello' })
    expect((await state()).assignee).toBe('u1')
    // Whoever answers goes on answering what was passed on to somebody else.
    await asTeam('conversations.assign', { assignee: 'u2' })
    await asTeam('conversations.reply', { id: 'h3', text: 'One more thing' })
    expect((await state()).assignee).toBe('u2')
    expect((await types()).filter((type) => type === 'ConversationAssigned')).toHaveLength(2)
  })

  it('keeps messages and names out of the log in plain text', async () => {
    const { asTeam, events } = await openTestChat()
    await asTeam('conversations.reply', { id: 'h1', text: 'A confidential answer' })
    await asTeam('conversations.addNote', { id: 'n1', text: 'A confidential note' })
    const raw = JSON.stringify((await events()).map(({ data }) => data))
    expect(raw).not.toMatch(/confidential|Ada/)
  })

  it('hands back, and the agent replies to what was said since the last human reply', async () => {
    const { asTeam, say, state, region } = await openTestChat()
    await asTeam('conversations.takeOver')
    await say('m1', 'First question')
    await asTeam('conversations.reply', { id: 'h1', text: 'The first answer' })
    await say('m2', 'Second question')
    await say('m3', 'Third question')
    expect(await answerOf(asTeam('conversations.handBack'))).toEqual({ owner: 'agent' })
    await region.turns.untilIdleHere((await state()).started!.conversationId)
    const { messages } = await state()
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'visitor',
      'human',
      'visitor',
      'visitor',
      'system',
      'agent',
    ])
    expect(messages[5]?.blocks).toEqual([{ type: 'event', event: 'handed-back', name: 'Ada' }])
    expect(textOf(messages.at(-1)!)).toBe(REPLY)
    // The first rewrites the question for a search.
    expect(region.double.requests).toHaveLength(2)
    const sent = JSON.stringify(region.double.requests[1]?.body)
    expect(sent).toContain('Second question\\nThird question')
    expect(sent).toContain('The first answer')
    expect(sent).not.toContain('First question\\nSecond question')
  })

  it('takes over from another person, and the visitor sees the new one', async () => {
    const { asTeam, state } = await openTestChat()
    await asTeam('conversations.takeOver')
    await asTeam('conversations.takeOver')
    expect((await state()).epoch).toBe(1)
    await asTeam('conversations.takeOver', undefined, { principal: ben })
    expect((await state()).person).toEqual({ userId: 'u2', displayName: 'Ben' })
  })

  it('as a client assigns to those of its organisation who have the agent', async () => {
    const answeringClients = {
      c1: { orgId: 'o1', agentIds: [AGENT] },
      c2: { orgId: 'o1', agentIds: [AGENT] },
      c3: { orgId: 'o1', agentIds: ['another'] },
      c4: { orgId: 'o2', agentIds: [AGENT] },
    }
    const { asTeam, say, state } = await openTestChat({ answeringClients })
    await say('m1')
    const principal = { kind: 'client', clientId: 'c1', displayName: 'Cleo', orgId: 'o1' } as Principal
    const assign = (assignee: string | null) => asTeam('conversations.assign', { assignee }, { principal })
    for (const colleague of ['c1', 'c2']) {
      expect(await codeOf(assign(colleague))).toBe('ok')
      expect((await state()).assignee).toBe(colleague)
    }
    for (const other of ['c3', 'c4', 'c5', 'u1']) expect(await codeOf(assign(other))).toBe('not-a-member')
    expect((await state()).assignee).toBe('c2')
    // The team assigns to those of every organisation, as long as they have the agent.
    const asMember = (assignee: string) => asTeam('conversations.assign', { assignee })
    for (const client of ['c1', 'c4']) {
      expect(await codeOf(asMember(client))).toBe('ok')
      expect((await state()).assignee).toBe(client)
    }
    for (const other of ['c3', 'c5']) expect(await codeOf(asMember(other))).toBe('not-a-member')
    await assign(null)
    expect((await state()).assignee).toBeUndefined()
  })

  it('notes, tags, assigns, reads, resolves and reopens', async () => {
    const { asTeam, say, state } = await openTestChat()
    await say('m1')
    const { noteId } = await answerOf<{ noteId: string }>(
      asTeam('conversations.addNote', { text: 'Call back' }),
    )
    expect((await state()).notes).toEqual([noteId])
    const named = { params: { noteId } }
    expect(await codeOf(asTeam('conversations.removeNote', undefined, named))).toBe('ok')
    expect(await codeOf(asTeam('conversations.removeNote', undefined, named))).toBe('not-found')
    const tags = await answerOf(asTeam('conversations.tag', { tags: ['vip', 'vip', 'new'] }))
    expect(tags).toEqual({ tags: ['vip', 'new'] })
    // Neither to strangers nor to members who may only read.
    for (const assignee of ['stranger', 'u-reads'])
      expect(await codeOf(asTeam('conversations.assign', { assignee }))).toBe('not-a-member')
    await asTeam('conversations.assign', { assignee: 'u2' })
    expect((await state()).assignee).toBe('u2')
    await asTeam('conversations.assign', { assignee: null })
    expect((await state()).assignee).toBeUndefined()
    expect(await answerOf(asTeam('conversations.markRead', {}))).toEqual({ index: 1 })
    expect(await answerOf(asTeam('conversations.markRead', { index: -1 }))).toEqual({ index: -1 })
    await asTeam('conversations.setStatus', { status: 'resolved' })
    expect(await state()).toMatchObject({ status: 'resolved', owner: 'nobody' })
    await say('m2', 'One more thing')
    const after = await state()
    expect(after).toMatchObject({ status: 'open', owner: 'agent' })
    expect(after.messages.slice(2).map(({ role }) => role)).toEqual(['system', 'system', 'visitor', 'agent'])
  })

  it('resolves messages without a reply: they stay unanswered, and only new messages get one', async () => {
    const { asTeam, say, region } = await openTestChat()
    await asTeam('conversations.takeOver')
    await say('m1', 'Left unanswered')
    await asTeam('conversations.setStatus', { status: 'resolved' })
    await say('m2', 'Another question')
    const sent = JSON.stringify(region.double.requests[0]?.body)
    expect(sent).toContain('Another question')
    expect(sent).not.toContain('Left unanswered\\nAnother question')
  })

  it('accepts predefined tags only if the workspace requires it', async () => {
    const { asTeam } = await openTestChat({ predefinedTags: ['vip'] })
    expect(await codeOf(asTeam('conversations.tag', { tags: ['vip'] }))).toBe('ok')
    expect(await codeOf(asTeam('conversations.tag', { tags: ['vip', 'other'] }))).toBe('unknown-tag')
  })

  it('keeps tags that were added under other rules', async () => {
    const setup: { predefinedTags?: string[] } = {}
    const { asTeam, state } = await openTestChat(setup)
    await asTeam('conversations.tag', { tags: ['old', 'older'] })
    setup.predefinedTags = ['vip']
    expect(await codeOf(asTeam('conversations.tag', { tags: ['old', 'vip'] }))).toBe('ok')
    expect((await state()).tags).toEqual(['old', 'vip'])
    expect(await codeOf(asTeam('conversations.tag', { tags: ['older', 'vip'] }))).toBe('unknown-tag')
  })

  it('deletes: nothing that was said can be read, and no message can be added', async () => {
    const { asTeam, asVisitor, say, region, conversationId, state } = await openTestChat()
    await say('m1', 'My secret')
    await asTeam('conversations.remove')
    expect((await state()).messages).toEqual([])
    const stored = await region.eventStore.readStream(`conversation-${conversationId}`)
    const sealed = stored.flatMap(({ data }) => data.match(/sealed\.v1\.[^"]+/g) ?? [])
    expect(sealed.length).toBeGreaterThan(0)
    expect(new Set(await region.keyring.open('w1', sealed))).toEqual(new Set(['[erased]']))
    expect(await codeOf(say('m2'))).toBe('not-found')
    expect(await codeOf(asVisitor('conversations.feedback', { rating: 'up' }))).toBe('deleted')
    expect(await codeOf(asTeam('conversations.reply', { id: 'h1', text: 'Hi' }))).toBe('deleted')
    expect(await codeOf(asTeam('conversations.remove'))).toBe('ok')
  })

  it('does not find a conversation of another agent', async () => {
    const { asTeam } = await openTestChat()
    const params = { params: { agentId: 'a2' } }
    for (const name of ['conversations.takeOver', 'conversations.remove', 'conversations.watch'] as const)
      expect(await codeOf(asTeam(name, {}, params))).toBe('not-found')
  })
})

describe('a reply in progress when a person takes over', () => {
  it('is discarded, its hold is released, and the listener is told', async () => {
    const { asTeam, say, state, types, region } = await openTestChat({ model: { behaviour: 'hang-midway' } })
    const stream = await openStream(say('m1', 'Hi', 'stream'))
    const seen: string[] = []
    for await (const { event } of stream) {
      seen.push(event)
      if (seen.length === 1) await asTeam('conversations.takeOver')
    }
    expect(seen).toEqual(['delta', 'discarded', 'done'])
    await region.turns.untilIdleHere((await state()).started!.conversationId)
    expect(await types()).toEqual([
      'ConversationStarted',
      'VisitorMessageReceived',
      'OwnershipChanged',
      'ConversationAssigned',
      'ReplyDiscarded',
    ])
    expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000, 0])
    expect((await state()).messages.map(({ role }) => role)).toEqual(['visitor', 'system'])
  })

  it('is given again only when the conversation is handed back', async () => {
    const { asTeam, say, state, types, region } = await openTestChat({ model: { behaviour: 'hang' } })
    const said = streamOf(say('m1', 'Hi', 'stream'))
    while (region.double.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await asTeam('conversations.takeOver')
    await said
    region.double.behave('normal')
    await asTeam('conversations.handBack')
    await region.turns.untilIdleHere((await state()).started!.conversationId)
    expect((await types()).filter((type) => type === 'AgentReplied')).toHaveLength(1)
    expect(textOf((await state()).messages.at(-1)!)).toBe(REPLY)
    expect([region.credits.balance, region.credits.holds.size]).toEqual([999, 0])
  })
})
