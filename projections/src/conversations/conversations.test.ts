import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import type { Reply } from '@parley/kernel/commands/handler.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leadsProjection } from '../leads/leads.projection.ts'
import { conversationActsProjection } from './conversation-acts.projection.ts'
import { conversationMessagesProjection } from './conversation-messages.projection.ts'
import { matcherOf } from './conversation-search.ts'
import { listItem, openConversations, openMessages } from './conversation-views.ts'
import { conversationsProjection } from './conversations.projection.ts'
import { conversationQueries } from './conversations.queries.ts'
import { transcriptQueries } from './transcripts.queries.ts'
import { visitorConversations } from './visitor-conversations.ts'

type Channel = 'web-chat' | 'test-panel'
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString()
const where = (channel: Channel, index: number) => ({ agentId: 'a1', channel, index, at: at(index) })
const started = (conversationId: string, channel: Channel = 'web-chat'): ConversationEvent => ({
  type: 'ConversationStarted',
  data: {
    conversationId,
    agentId: 'a1',
    visitorId: 'v1',
    channel,
    lang: 'en',
    pageUrl: 'https://shop.example/page',
  },
})
const asked = (index: number, text: string, channel: Channel = 'web-chat'): ConversationEvent => ({
  type: 'VisitorMessageReceived',
  data: { ...where(channel, index), messageId: `m${index}`, text },
})
const greeted = (index: number, text: string): ConversationEvent => ({
  type: 'AgentGreeted',
  data: {
    ...where('web-chat', index),
    messageId: `r${index}`,
    content: [{ type: 'text', text }],
  },
})
const replied = (
  index: number,
  text: string,
  more: { cost?: number; grounded?: boolean; inReplyTo: string; channel?: Channel },
): ConversationEvent => {
  const { channel = 'web-chat', ...rest } = more
  return {
    type: 'AgentReplied',
    data: {
      ...where(channel, index),
      messageId: `r${index}`,
      content: [{ type: 'text', text }],
      sources: [{ sourceId: 's1', name: 'Prices' }],
      modelId: 'gpt-4o',
      inputTokens: 1,
      outputTokens: 1,
      tookMs: 1,
      cost: 0,
      grounded: true,
      ...rest,
    },
  }
}
const failed = (index: number): ConversationEvent => ({
  type: 'ReplyFailed',
  data: {
    ...where('web-chat', index),
    messageId: `f${index}`,
    inReplyTo: 'm1',
    notice: 'Please try again.',
    reason: 'time-out',
  },
})
const of = (conversationId: string, ...events: ConversationEvent[]) =>
  events.map((event) => ({ ...event, stream: `conversation-${conversationId}` }))

describe('the conversation projections', () => {
  const events = [
    ...of('c1', started('c1'), greeted(0, 'Hi'), asked(1, 'What is it?'), failed(2)),
    ...of('c1', replied(3, 'Tea', { inReplyTo: 'm1', cost: 0.1 }), asked(4, 'And?')),
    ...of('c1', replied(5, 'No idea', { inReplyTo: 'm4', cost: 0.2, grounded: false })),
    ...of('c2', started('c2', 'test-panel'), asked(0, 'Test', 'test-panel')),
  ]

  it('contain what a list shows', () => {
    const documents = projected(conversationsProjection, events)
    expect(documents.get('c1')).toMatchObject({
      agentId: 'a1',
      channel: 'web-chat',
      listed: true,
      messages: 6,
      lastRole: 'agent',
      lastMessageAt: at(5),
      failed: false,
      cost: 0.3,
    })
    expect(documents.get('c2')).toMatchObject({ listed: false, messages: 1 })
    expect(projected(conversationsProjection, events.slice(0, 4)).get('c1')?.failed).toBe(true)
  })

  it('keep the newest of the ratings, and that of the whole conversation', () => {
    const rated = (messageId: string | undefined, rating: 'up' | 'down'): ConversationEvent => ({
      type: 'FeedbackGiven',
      data: { agentId: 'a1', channel: 'web-chat', at: at(9), rating, ...(messageId ? { messageId } : {}) },
    })
    const many = Array.from({ length: 40 }, (_, nth) => rated(`r${nth}`, 'up'))
    const documents = projected(conversationsProjection, [
      ...events,
      ...of('c1', rated(undefined, 'down'), ...many),
    ])
    const { ratings = {}, feedback } = documents.get('c1') ?? {}
    expect(Object.keys(ratings).toSorted()).toEqual(
      ['', ...Array.from({ length: 30 }, (_, nth) => `r${nth + 10}`)].toSorted(),
    )
    expect(feedback).toBe('down')
  })

  it('add the cost of translations to the cost that each reply states', () => {
    const paid = (purpose: 'translation' | undefined, amount: number, conversationId = 'c1') => ({
      type: 'RepliesCharged',
      data: {
        through: 1,
        charges: [
          {
            ...{ holdId: `${conversationId}.m1`, amount, agentId: 'a1', conversationId, reservationId: 'r1' },
            ...{ modelId: 'gpt-4o', inputTokens: 1, outputTokens: 1, at: at(9) },
            ...(purpose ? { purpose } : {}),
          },
        ],
      },
      stream: 'credits-workspace1',
    })
    const ledger = [
      paid(undefined, 0.1),
      paid('translation', 0.01),
      paid('translation', 0.002),
      paid('translation', 1, 'c3'),
    ]
    const documents = projected(conversationsProjection, [...events, ...ledger])
    expect(documents.get('c1')).toMatchObject({ cost: 0.312, messages: 6 })
    expect([...documents.keys()]).toEqual(['c1', 'c2'])
    const settled = (purpose: 'translation' | undefined, amount: number) => ({
      type: 'CreditsSettled',
      data: {
        ...{ holdId: 'c1.m1', amount, agentId: 'a1', conversationId: 'c1' },
        ...{ modelId: 'gpt-4o', inputTokens: 1, outputTokens: 1, ...(purpose ? { purpose } : {}) },
      },
      stream: 'credits-workspace1',
    })
    const earlier = [settled(undefined, 0.1), settled('translation', 0.01), settled('translation', 0.002)]
    expect(projected(conversationsProjection, [...events, ...earlier]).get('c1')).toMatchObject({
      cost: 0.312,
    })
  })

  it('contain each message once', () => {
    const messages = projected(
      conversationMessagesProjection,
      events.filter((event) => event.type !== 'ConversationStarted'),
    )
    expect([...messages.keys()]).toEqual(['c1.0', 'c1.1', 'c1.2', 'c1.3', 'c1.4', 'c1.5', 'c2.0'])
    expect(messages.get('c1.2')).toMatchObject({
      ...{ role: 'agent', failed: true, failure: 'time-out', said: 'Please try again.' },
    })
  })
})

describe('the conversation queries', () => {
  let region: TestRegion
  beforeEach(async () => {
    const projections = [
      conversationActsProjection,
      conversationsProjection,
      conversationMessagesProjection,
      leadsProjection,
    ]
    region = await openTestRegion({ projections, now: () => new Date(at(30)) })
  })
  afterEach(() => region.close())

  /** Appends events unchanged. */
  const log: Aggregate<null, ConversationEvent[], ConversationEvent> = {
    category: 'conversation',
    events: conversationEvents,
    decider: { initialState: null, evolve: () => null, decide: (events) => ({ ok: true, events }) },
  }
  let commands = 0
  async function happened(tenant: string, conversationId: string, ...events: ConversationEvent[]) {
    const handled = await region.handle(log, conversationId, events, {
      tenant,
      subject: `visitor-${conversationId}`,
      actor: { kind: 'visitor', id: 'v1' },
      cause: { via: 'widget', command: `command-${++commands}`, correlation: conversationId },
    })
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
  async function ask<Value>(answer: unknown): Promise<Value> {
    const reply = (await answer) as Reply<Value>
    if (!reply.ok) throw new Error(reply.rejection.code)
    if (!('value' in reply)) throw new Error('not a value')
    return reply.value
  }

  it('return a message with its translation', async () => {
    const content = [{ type: 'text' as const, text: 'Hello' }]
    const translated: ConversationEvent = {
      type: 'MessageTranslated',
      data: { ...where('web-chat', 0), messageId: 'm0', lang: 'en', content },
    }
    await happened('w1', 'c1', started('c1'), asked(0, 'Bonjour'), translated)
    await region.settled()
    const stored = await region.reader.get(conversationMessagesProjection, 'w1', 'c1.0')
    expect(JSON.stringify(stored)).not.toContain('Hello')
    const [message] = await openMessages(region.reader, 'w1', stored ? [stored] : [])
    expect(message).toMatchObject({
      blocks: [{ type: 'text', text: 'Bonjour' }],
      translation: { lang: 'en', blocks: [{ type: 'text', text: 'Hello' }] },
    })
  })

  it('return a voice note with what is said in it, once, sealed, and not if it was deleted', async () => {
    const file = { type: 'file' as const, fileId: 'f1', name: 'voice.ogg', mimeType: 'audio/ogg' }
    const sent = (index: number): ConversationEvent => ({
      type: 'VisitorMessageReceived',
      data: { ...where('web-chat', index), messageId: `m${index}`, text: '', content: [file] },
    })
    const transcribed = (index: number, text: string): ConversationEvent => ({
      type: 'VoiceNoteTranscribed',
      data: {
        ...{ ...where('web-chat', index), messageId: `m${index}`, fileId: 'f1', text },
        ...{ lang: 'en', seconds: 3, modelId: 'whisper-1' },
      },
    })
    const deleted: ConversationEvent = {
      type: 'MessageDeleted',
      data: { ...where('web-chat', 1), messageId: 'm1' },
    }
    await happened('w1', 'c1', started('c1'), sent(0), sent(1), transcribed(0, 'Do you deliver to Lyon?'))
    await happened('w1', 'c1', transcribed(0, 'Something else'), transcribed(1, 'Private'), deleted)
    await happened('w1', 'c1', transcribed(1, 'Private'))
    await region.settled()
    const page = await region.reader.find(conversationMessagesProjection, 'w1', {
      ...{ index: 'byConversation', where: { conversationId: 'c1' }, limit: 10 },
    })
    expect(JSON.stringify(page.items)).not.toMatch(/Lyon|Private/)
    const [first, second] = await openMessages(region.reader, 'w1', page.items)
    const transcript = { text: 'Do you deliver to Lyon?', lang: 'en', seconds: 3 }
    expect(first?.blocks).toEqual([{ ...file, transcript }])
    expect(page.items[0]?.transcripts).toHaveLength(1)
    expect(second).toMatchObject({ blocks: [], deleted: true })
    expect(page.items[1]).not.toHaveProperty('transcripts')
    const document = await region.reader.get(conversationsProjection, 'w1', 'c1')
    const [opened] = await openConversations(region.reader, 'w1', document ? [document] : [])
    const matcher = matcherOf(region.reader, 'w1', 'deliver lyon')
    expect(await matcher.match(opened!)).toContain('deliver to Lyon')
    await region.keyring.erase({ tenant: 'w1', subject: 'visitor-c1' })
    const [erased] = await openMessages(region.reader, 'w1', page.items)
    expect(JSON.stringify(erased)).not.toContain('Lyon')
  })

  it('show messages with their reaction, their former texts or as deleted, in lists, too', async () => {
    const said = (index: number) => ({ ...where('web-chat', index), messageId: `m${index}` })
    const edited = (index: number, text: string): ConversationEvent => ({
      type: 'MessageEdited',
      data: { ...said(index), text, editedAt: at(40) },
    })
    const deleted = (index: number): ConversationEvent => ({ type: 'MessageDeleted', data: said(index) })
    const reacted = (index: number, reaction?: string): ConversationEvent => ({
      type: 'ReactionChanged',
      data: { ...said(index), ...(reaction === undefined ? {} : { reaction }) },
    })
    const outside: ConversationEvent = {
      type: 'HumanReplied',
      data: {
        ...{ ...said(1), content: [{ type: 'text', text: 'From the app' }], outside: true, sentAt: at(1) },
        ...{ userId: 'outside-c1', displayName: 'Shop app' },
      },
    }
    await happened('w1', 'c1', started('c1'), asked(0, 'one'), outside, asked(2, 'two'), asked(3, 'three'))
    await happened('w1', 'c1', reacted(1, '👍'), edited(0, 'ONE'), edited(0, 'One!'), deleted(2))
    await happened('w1', 'c1', reacted(3, '🎉'), edited(3, 'THREE'), reacted(3))
    await region.settled()
    const page = await region.reader.find(conversationMessagesProjection, 'w1', {
      index: 'byConversation',
      where: { conversationId: 'c1' },
      limit: 10,
    })
    expect(JSON.stringify(page.items)).not.toMatch(/One!|THREE|two|👍|From the app|Shop app/)
    const messages = await openMessages(region.reader, 'w1', page.items)
    expect(messages).toMatchObject([
      { blocks: [{ text: 'One!' }], edited: { at: at(40), earlier: ['one', 'ONE'] } },
      { role: 'human', outside: true, at: at(1), author: 'Shop app', reaction: '👍' },
      { blocks: [], deleted: true },
      { blocks: [{ text: 'THREE' }] },
    ])
    expect(messages[3]).not.toHaveProperty('reaction')
    const item = async () => {
      await region.settled()
      const document = await region.reader.get(conversationsProjection, 'w1', 'c1')
      const [opened] = await openConversations(region.reader, 'w1', document ? [document] : [])
      return opened && listItem(opened)
    }
    expect(await item()).toMatchObject({ question: 'One!', preview: 'THREE', messages: 4 })
    await happened('w1', 'c1', deleted(3), deleted(0))
    // Of a translation that was under way.
    await happened('w1', 'c1', {
      type: 'MessageTranslated',
      data: { ...said(2), lang: 'en', content: [{ type: 'text', text: 'two, in English' }] },
    })
    const left = await item()
    const [deletedOne] = await openMessages(
      region.reader,
      'w1',
      (
        await region.reader.find(conversationMessagesProjection, 'w1', {
          index: 'byConversation',
          where: { conversationId: 'c1' },
          limit: 10,
        })
      ).items.slice(2, 3),
    )
    expect(deletedOne).toMatchObject({ blocks: [], deleted: true })
    expect(deletedOne).not.toHaveProperty('translation')
    expect([left?.question, left?.preview, left?.messages]).toEqual([undefined, '', 4])
  })

  it('return messages of any range and by their ids, with the visitor’s rating', async () => {
    const told = Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0
        ? asked(index, `Q${index}`)
        : replied(index, `A${index}`, { inReplyTo: `m${index - 1}` }),
    )
    const rated = (rating: 'up' | 'down' | 'none', messageId: string, index: number): ConversationEvent => ({
      type: 'FeedbackGiven',
      data: { agentId: 'a1', channel: 'web-chat', at: at(9), messageId, index, rating },
    })
    await happened('w1', 'c1', started('c1'), ...told, rated('up', 'r1', 1), rated('up', 'r3', 3))
    await happened('w1', 'c1', rated('down', 'r1', 1), rated('none', 'r3', 3))
    await region.settled()
    const waited: number[] = []
    const transcripts = transcriptQueries(region.reader, async (position) => void waited.push(position))
    const place = { tenant: 'w1', conversationId: 'c1' }
    const found = await transcripts.range({ ...place, position: 7 }, 1, 4)
    expect(found).toMatchObject([
      { id: 'r1', index: 1, role: 'agent', blocks: [{ type: 'text', text: 'A1' }], feedback: 'down' },
      { id: 'm2', index: 2, role: 'visitor', blocks: [{ type: 'text', text: 'Q2' }] },
      { id: 'r3', index: 3 },
    ])
    expect(found[2]).not.toHaveProperty('feedback')
    expect(waited).toEqual([7])
    expect(await transcripts.find(place, 'r1')).toEqual(found[0])
    expect(await transcripts.find(place, 'none')).toBeUndefined()
    expect(await transcripts.find({ ...place, tenant: 'w2' }, 'r1')).toBeUndefined()
  })

  it('show a visitor a person’s message of an earlier conversation as it was translated', async () => {
    const person = { userId: 'u1', displayName: 'Ada' }
    const blocks = (text: string) => [{ type: 'text' as const, text }]
    const human = (index: number, text: string): ConversationEvent => ({
      type: 'HumanReplied',
      data: { ...where('web-chat', index), messageId: `h${index}`, content: blocks(text), ...person },
    })
    const translated = (index: number, lang: string, text: string): ConversationEvent => ({
      type: 'MessageTranslated',
      data: { ...where('web-chat', index), messageId: `h${index}`, lang, content: blocks(text) },
    })
    const preview = async () => (await visitorConversations(region.reader, 'w1', 'a1', 'v1'))[0]?.preview
    const reply = [human(1, 'Guten Tag'), translated(1, 'fr', 'Bonjour')]
    await happened('w1', 'c1', started('c1'), asked(0, 'Salut'), ...reply)
    await region.settled()
    expect(await preview()).toBe('Bonjour')
    const stored = await region.reader.get(conversationsProjection, 'w1', 'c1')
    expect(JSON.stringify(stored)).not.toContain('Bonjour')
    const [seenByTeam] = await openConversations(region.reader, 'w1', stored ? [stored] : [])
    expect(seenByTeam?.last).toEqual([{ type: 'text', text: 'Guten Tag' }])

    // A translation of an earlier message, and of the visitor's own messages, does not change the preview.
    const later = [asked(2, 'Merci'), translated(1, 'fr', 'Bien le bonjour'), translated(2, 'de', 'Danke')]
    await happened('w1', 'c1', ...later)
    await region.settled()
    expect(await preview()).toBe('Merci')
  })

  const call = (params: object, query: object = {}, tenant = 'w1') =>
    ({
      params: { region: 'na', agentId: 'a1', ...params },
      query,
      tenant,
      principal: { kind: 'user', userId: 'u1' },
    }) as never
  type List = { items: { conversationId: string; preview: string }[]; next?: string }

  it('list an agent’s conversations, newest first, in pages, with opened texts', async () => {
    await happened('w1', 'c1', started('c1'), asked(1, 'How **much** is\n\nit?'))
    await happened('w1', 'c2', started('c2'), asked(3, 'x'.repeat(500)))
    await happened('w1', 'c3', started('c3', 'test-panel'), asked(2, 'Test', 'test-panel'))
    await happened('w2', 'c4', started('c4'), asked(9, 'Of another tenant'))
    await region.settled()
    const { 'conversations.list': list } = conversationQueries(region)
    const all = await ask<List>(list?.(call({})))
    expect(all.items.map(({ conversationId }) => conversationId)).toEqual(['c2', 'c1'])
    expect(all.items[1]?.preview).toBe('How much is it?')
    expect(all.items[0]?.preview).toHaveLength(160)
    const first = await ask<List>(list?.(call({}, { limit: 1 })))
    const second = await ask<List>(list?.(call({}, { limit: 1, cursor: first.next })))
    expect([first, second].map(({ items }) => items[0]?.conversationId)).toEqual(['c2', 'c1'])
    const tests = await ask<List>(list?.(call({}, { channel: 'test-panel' })))
    expect(tests.items.map(({ conversationId }) => conversationId)).toEqual(['c3'])
  })

  it('return a transcript only to its tenant and under its agent, without erased texts', async () => {
    await happened('w1', 'c1', started('c1'), greeted(0, 'Hi'), asked(1, 'My question'), failed(2))
    await region.settled()
    const { 'conversations.get': get } = conversationQueries(region)
    type Detail = {
      pageUrl?: string
      transcript: { role: string; blocks: { text: string }[]; failed?: boolean }[]
    }
    const detail = await ask<Detail>(get?.(call({ conversationId: 'c1' })))
    expect(detail.pageUrl).toBe('https://shop.example/page')
    expect(detail.transcript.map(({ role, blocks, failed }) => [role, blocks[0]?.text, failed])).toEqual([
      ['agent', 'Hi', undefined],
      ['visitor', 'My question', undefined],
      ['agent', 'Please try again.', true],
    ])
    await expect(ask(get?.(call({ conversationId: 'c1' }, {}, 'w2')))).rejects.toThrow('not-found')
    await expect(ask(get?.(call({ conversationId: 'c1', agentId: 'a2' })))).rejects.toThrow('not-found')

    for await (const entry of region.readStore.scan(
      await region.projections.collectionOf('conversation-messages'),
    ))
      expect(JSON.stringify(entry)).not.toContain('My question')
    await region.keyring.erase({ tenant: 'w1', subject: 'visitor-c1' })
    const erased = await ask<Detail>(get?.(call({ conversationId: 'c1' })))
    expect(erased.transcript.map(({ blocks }) => blocks[0]?.text)).toEqual([
      '[erased]',
      '[erased]',
      'Please try again.',
    ])
  })
})
