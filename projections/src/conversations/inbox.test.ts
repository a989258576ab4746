/** Tests of what the team sees of conversations with people. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { LeadEvent } from '@parley/contracts/conversation/lead-events.ts'
import { leadEvents } from '@parley/contracts/conversation/lead-events.ts'
import type { AnyEvent } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import type { Reply } from '@parley/kernel/commands/handler.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leadsProjection } from '../leads/leads.projection.ts'
import { leadQueries } from '../leads/leads.queries.ts'
import { cursorAt } from '../searched-list/searched-list.ts'
import { conversationActsProjection } from './conversation-acts.projection.ts'
import { conversationMessagesProjection } from './conversation-messages.projection.ts'
import { conversationsProjection } from './conversations.projection.ts'
import { conversationQueries } from './conversations.queries.ts'

type Fact<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>['data']
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
const said = (index: number, minute = index) => ({
  agentId: 'a1',
  channel: 'web-chat' as const,
  index,
  at: at(minute),
})
const short = (minute: number) => ({ agentId: 'a1', at: at(minute) })
const event = <Type extends ConversationEvent['type']>(type: Type, data: Fact<Type>): ConversationEvent =>
  ({ type, data }) as ConversationEvent

const started = (conversationId: string, more: Partial<Fact<'ConversationStarted'>> = {}) =>
  event('ConversationStarted', {
    conversationId,
    agentId: 'a1',
    visitorId: 'v1',
    channel: 'web-chat',
    pageUrl: 'https://shop.example/teas',
    ...more,
  })
const asked = (index: number, text: string, minute = index) =>
  event('VisitorMessageReceived', { ...said(index, minute), messageId: `m${index}`, text })
const owner = (
  index: number,
  owner: 'agent' | 'human' | 'nobody',
  reason: Fact<'OwnershipChanged'>['reason'],
) =>
  event('OwnershipChanged', {
    ...said(index),
    from: 'agent',
    owner,
    reason,
    userId: 'u1',
    displayName: 'Ada',
  })
const handoff = event('HandoffRequested', {
  ...short(2),
  channel: 'web-chat',
  by: 'visitor',
  reason: 'About my order',
  offline: false,
})
const call = { channel: 'web-chat', toolId: 't1', name: 'Refund' } as const
const approvalAsked = (approvalId: string, minute: number) =>
  event('ToolApprovalRequested', {
    ...{ ...short(minute), ...call, approvalId, inReplyTo: 'm1', functionName: 'refund' },
    ...{ values: { order: 'A1' }, toolVersion: '' },
  })
const approvalDecided = (approvalId: string, minute: number) =>
  event('ToolApprovalDecided', { ...short(minute), ...call, approvalId, outcome: 'approved' })
const human = (index: number, text: string) =>
  event('HumanReplied', {
    ...said(index),
    messageId: `h${index}`,
    content: [{ type: 'text', text }],
    userId: 'u1',
    displayName: 'Ada',
  })
const note = (noteId: string, text: string) =>
  event('NoteAdded', { ...short(5), noteId, text, userId: 'u1', displayName: 'Ada' })
const tagged = (...tags: string[]) => event('ConversationTagged', { ...short(5), tags })
const assigned = (assignee?: string) => event('ConversationAssigned', { ...short(5), assignee })
const status = (status: 'open' | 'resolved', minute: number) =>
  event('ConversationStatusChanged', { ...short(minute), channel: 'web-chat', status })
const read = (index: number) => event('ConversationRead', { ...short(6), index })
const rated = (rating: 'up' | 'down' | 'none', messageId?: string) =>
  event('FeedbackGiven', { ...short(6), channel: 'web-chat', rating, messageId })
const captured = (fields: Record<string, string>) =>
  event('FieldsCaptured', {
    ...short(6),
    channel: 'web-chat',
    visitorId: 'v1',
    by: 'form',
    fields,
  })
const deleted = (messages: number) =>
  event('ConversationDeleted', { ...short(9), visitorId: 'v1', reason: 'person', messages })
const of = (conversationId: string, ...events: ConversationEvent[]) =>
  events.map((one) => ({ ...one, stream: `conversation-${conversationId}` }))

describe('a conversation’s document', () => {
  const after = (...events: ConversationEvent[]) =>
    projected(conversationsProjection, of('c1', started('c1'), ...events)).get('c1')

  it('contains who answers and who waits', () => {
    const waiting = [asked(1, 'A person, please'), handoff, owner(2, 'nobody', 'handoff-requested')]
    expect(after(...waiting)).toMatchObject({
      owner: 'nobody',
      waiting: true,
      waitingSince: at(2),
      handoffNote: 'About my order',
      handoffs: 1,
      messages: 2,
    })
    const taken = after(...waiting, owner(3, 'human', 'taken-over'), human(4, 'Here I am'))
    expect(taken).toMatchObject({ owner: 'human', humanReplies: 1, lastRole: 'human' })
    expect(taken).not.toHaveProperty('waiting')
    expect(taken).not.toHaveProperty('waitingSince')
    const returned = after(...waiting, owner(3, 'agent', 'timed-out'))
    expect(returned?.owner).toBe('agent')
    expect(returned).not.toHaveProperty('waiting')
  })

  it('waits for the team while a call needs approval, unless it is resolved, and a person’s request does not end that', () => {
    const both = [approvalAsked('p1', 3), approvalAsked('p2', 4)]
    expect(after(...both)).toMatchObject({ waiting: true, waitingSince: at(3) })
    expect(after(...both, approvalDecided('p1', 5))).toMatchObject({ waiting: true, waitingSince: at(4) })
    const decided = after(...both, approvalDecided('p1', 5), approvalDecided('p2', 6))
    for (const field of ['waiting', 'waitingSince', 'approvals']) expect(decided).not.toHaveProperty(field)
    expect(after(...both, status('resolved', 7))).not.toHaveProperty('waiting')
    expect(after(...both, status('resolved', 7), status('open', 8))).toMatchObject({ waitingSince: at(3) })
    const asksToo = [handoff, owner(2, 'nobody', 'handoff-requested'), ...both]
    expect(after(...asksToo, owner(5, 'human', 'taken-over'))).toMatchObject({ waitingSince: at(3) })
    expect(after(...asksToo, approvalDecided('p1', 5), approvalDecided('p2', 6))).toMatchObject({
      waitingSince: at(2),
    })
  })

  it('is unread from a visitor’s message until it is read or answered, and can be marked unread again', () => {
    const heard = [asked(1, 'Hello?')]
    expect(after()?.unread).toBe(false)
    expect(after(...heard)?.unread).toBe(true)
    expect(after(...heard, read(1))).toMatchObject({ unread: false, readUpTo: 1 })
    expect(after(...heard, human(2, 'Hi'))).toMatchObject({ unread: false, readUpTo: 2 })
    expect(after(...heard, read(1), read(-1))?.unread).toBe(true)
    expect(after(...heard, read(1), asked(2, 'Still there?'))?.unread).toBe(true)
  })

  it('is resolved and reopened by either event', () => {
    expect(after(status('resolved', 7))).toMatchObject({ status: 'resolved', resolvedAt: at(7) })
    expect(after(owner(1, 'nobody', 'resolved'), status('resolved', 7))).toMatchObject({
      status: 'resolved',
      resolvedAt: at(1),
    })
    const reopened = after(status('resolved', 7), owner(8, 'agent', 'reopened'))
    expect(reopened).toMatchObject({ status: 'open', owner: 'agent' })
    expect(reopened).not.toHaveProperty('resolvedAt')
  })

  it('contains tags, assignee, notes, ratings and the visitor’s details', () => {
    const document = after(
      tagged('order', 'urgent'),
      assigned('u2'),
      note('n1', 'Called her'),
      note('n2', 'Mistake'),
      event('NoteRemoved', { ...short(6), noteId: 'n2' }),
      rated('down', 'm1'),
      captured({ email: 'ada@example.com' }),
      event('VisitorIdentified', { ...short(6), visitorId: 'v1', name: 'Ada', verified: true }),
      event('PageViewed', { ...short(7), pageUrl: 'https://shop.example/cart' }),
    )
    expect(document).toMatchObject({
      tags: ['order', 'urgent'],
      assignee: 'u2',
      notes: [{ noteId: 'n1' }],
      feedback: 'down',
      identity: { name: 'Ada', verified: true },
      pageUrl: 'https://shop.example/cart',
    })
    expect(document?.pages).toHaveLength(2)
    expect(after(assigned('u2'), assigned())?.assignee).toBe('')
    expect(after(rated('down', 'm1'), rated('up'))?.feedback).toBe('up')
    expect(after(rated('down', 'm1'), rated('none', 'm1'))).not.toHaveProperty('feedback')
    expect(after(rated('up', 'm1'), rated('up', 'm2'), rated('down', 'm1'))?.feedback).toBe('down')
  })

  it('does not exist for an unrecorded conversation, and is removed with its messages on deletion', () => {
    const events = of('c1', started('c1', { recorded: false }), asked(0, 'Secret'))
    expect(projected(conversationsProjection, events).size).toBe(0)
    const gone = of('c1', started('c1'), asked(0, 'One'), human(1, 'Two'), deleted(2), read(1))
    expect(projected(conversationsProjection, gone).size).toBe(0)
    expect(projected(conversationMessagesProjection, gone).size).toBe(0)
  })

  it('has a message for what a person wrote and for each change of owner', () => {
    const messages = projected(
      conversationMessagesProjection,
      of('c1', asked(0, 'Hi'), owner(1, 'human', 'taken-over'), human(2, 'Hello')),
    )
    expect([...messages.values()].map(({ role, said, author }) => [role, said, author])).toEqual([
      ['visitor', 'Hi', undefined],
      ['system', 'taken-over', 'Ada'],
      ['human', [{ type: 'text', text: 'Hello' }], 'Ada'],
    ])
  })
})

describe('the inbox', () => {
  let region: TestRegion
  const projections = [
    conversationActsProjection,
    conversationsProjection,
    conversationMessagesProjection,
    leadsProjection,
  ]
  beforeEach(async () => {
    region = await openTestRegion({ projections })
  })
  afterEach(() => region.close())

  const logOf = <E extends AnyEvent>(category: string, events: Aggregate<null, E[], E>['events']) =>
    ({
      category,
      events,
      decider: { initialState: null, evolve: () => null, decide: (said) => ({ ok: true, events: said }) },
    }) satisfies Aggregate<null, E[], E>
  let commands = 0
  async function append<E extends AnyEvent>(category: 'conversation' | 'lead', id: string, events: E[]) {
    const catalogue = category === 'lead' ? leadEvents : conversationEvents
    const handled = await region.handle(logOf<E>(category, catalogue), id, events, {
      tenant: 'w1',
      subject: `${category}-${id}`,
      actor: { kind: 'visitor', id: 'v1' },
      cause: { via: 'widget', command: `command ${++commands}`, correlation: id },
    })
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
  const happened = (id: string, ...events: ConversationEvent[]) => append('conversation', id, events)
  const leadHappened = (id: string, ...events: LeadEvent[]) => append('lead', id, events)

  // biome-ignore lint/suspicious/noExplicitAny: each test reads a few fields of the reply
  async function ask(answer: unknown): Promise<any> {
    const reply = (await answer) as Reply<unknown>
    if (!reply.ok) throw new Error(reply.rejection.code)
    if ('value' in reply) return reply.value
    if (!('text' in reply)) throw new Error('neither a value nor a text')
    let text = ''
    for await (const part of reply.text) text += part
    return text
  }
  const call = (params: object, query: object = {}, principal: object = { kind: 'user', userId: 'u1' }) =>
    ({ params: { region: 'na', agentId: 'a1', ...params }, query, tenant: 'w1', principal }) as never
  const queries = (more: object = {}) => conversationQueries({ reader: region.reader, ...more })
  const list = async (query: object, more: object = {}) => {
    await region.settled()
    return ask(queries(more)['conversations.list']?.(call({}, query)))
  }
  const ids = (answer: { items: { conversationId: string }[] }) =>
    answer.items.map(({ conversationId }) => conversationId)

  async function someConversations() {
    await happened('c1', started('c1', { lang: 'de-AT', country: 'AT' }), asked(0, 'Wo ist mein Tee?', 1))
    await happened(
      'c2',
      started('c2'),
      asked(0, 'Résumé of my order', 2),
      handoff,
      owner(1, 'nobody', 'handoff-requested'),
    )
    await happened('c3', started('c3'), asked(0, 'Hi', 3), assigned('u1'), tagged('vip'), read(0))
    await happened('c4', started('c4'), asked(0, 'Bye', 4), status('resolved', 5), rated('up'))
    await happened('c5', started('c5', { channel: 'test-panel' }), asked(0, 'Test', 5))
  }

  it('lists each view and counts it', async () => {
    await someConversations()
    expect(ids(await list({}))).toEqual(['c4', 'c3', 'c2', 'c1'])
    expect(ids(await list({ view: 'open' }))).toEqual(['c3', 'c2', 'c1'])
    expect(ids(await list({ view: 'unassigned' }))).toEqual(['c2', 'c1'])
    expect(ids(await list({ view: 'mine' }))).toEqual(['c3'])
    expect(ids(await list({ view: 'waiting' }))).toEqual(['c2'])
    expect(ids(await list({ view: 'resolved' }))).toEqual(['c4'])
    expect(ids(await list({ channel: 'test-panel' }))).toEqual(['c5'])
    expect(await ask(queries()['conversations.counts']?.(call({})))).toEqual({
      open: 3,
      unassigned: 2,
      mine: 1,
      waiting: 1,
      resolved: 1,
      all: 4,
      unread: { open: 2, unassigned: 2, mine: 0, waiting: 1, resolved: 1, all: 3 },
    })
    const asKey = call({}, { view: 'mine' }, { kind: 'api-key', tenant: 'w1' })
    await expect(ask(queries()['conversations.list']?.(asKey))).rejects.toThrow('invalid-input')
  })

  it('counts the unread of each view for each person, and no more when somebody has read them', async () => {
    const unread = async (userId: string) => {
      await region.settled()
      const asking = call({}, {}, { kind: 'user', userId, displayName: userId })
      return (await ask(queries()['conversations.counts']?.(asking))).unread
    }
    const none = { open: 0, unassigned: 0, mine: 0, waiting: 0, resolved: 0, all: 0 }
    await happened('c1', started('c1'), asked(0, 'Hi', 1), assigned('u1'))
    await happened('c2', started('c2'), asked(0, 'Hi', 2))
    await happened('c3', started('c3', { channel: 'test-panel' }), asked(0, 'Test', 3))
    expect(await unread('u1')).toEqual({ ...none, open: 2, unassigned: 1, mine: 1, all: 2 })
    expect(await unread('u2')).toEqual({ ...none, open: 2, unassigned: 1, all: 2 })
    await happened('c1', assigned('u2'))
    expect(await unread('u1')).toMatchObject({ mine: 0 })
    expect(await unread('u2')).toMatchObject({ mine: 1 })
    await happened('c1', read(0))
    expect(await unread('u1')).toEqual({ ...none, open: 1, unassigned: 1, all: 1 })
    expect(await unread('u2')).toEqual(await unread('u1'))
    await happened('c1', read(-1), status('resolved', 4))
    expect(await unread('u2')).toEqual({ ...none, open: 1, unassigned: 1, resolved: 1, all: 2 })
    for (let nth = 0; nth < 101; nth++)
      await happened(`n${nth}`, started(`n${nth}`), asked(0, 'Hi', 10 + nth))
    expect(await unread('u1')).toMatchObject({ open: 100, unassigned: 100, all: 100 })
  })

  it('counts matches of filters: by index, by reading, and only up to a limit', async () => {
    await someConversations()
    await region.settled()
    const count = (query: object) => ask(queries()['conversations.count']?.(call({}, query)))
    const exactly = (count: number) => ({ count, atLeast: false })
    expect(await count({ view: 'open' })).toEqual(exactly(3))
    expect(await count({ view: 'mine' })).toEqual(exactly(1))
    expect(await count({ view: 'all', unread: 'true' })).toEqual(exactly(3))
    expect(await count({ view: 'open', unread: 'true' })).toEqual(exactly(2))
    expect(await count({ view: 'open', tag: 'vip' })).toEqual(exactly(1))
    expect(await count({ view: 'resolved', tag: 'vip' })).toEqual(exactly(0))
    expect(await count({ channel: 'test-panel' })).toEqual(exactly(1))
    expect(await count({ channel: 'test-panel', lang: 'de' })).toEqual(exactly(0))
    for (let nth = 0; nth < 400; nth++)
      await happened(
        `n${nth}`,
        started(`n${nth}`),
        asked(0, 'Hi', 10 + nth),
        ...(nth % 3 ? [] : [rated('up')]),
      )
    await region.settled()
    expect(await count({ view: 'open' })).toEqual(exactly(403))
    expect(await count({ view: 'open', feedback: 'up' })).toEqual({ count: 100, atLeast: true })
    expect(await count({ view: 'open', lang: 'de' })).toEqual({ count: 0, atLeast: true })
    expect(await count({ view: 'open', tag: 'vip' })).toEqual(exactly(1))
  })

  it('can be filtered by every field, also within a view', async () => {
    await someConversations()
    expect(ids(await list({ tag: 'vip' }))).toEqual(['c3'])
    expect(ids(await list({ unread: 'true', view: 'open' }))).toEqual(['c2', 'c1'])
    expect(ids(await list({ owner: 'nobody' }))).toEqual(['c2'])
    expect(ids(await list({ assignee: 'nobody', status: 'resolved' }))).toEqual(['c4'])
    expect(ids(await list({ lang: 'de' }))).toEqual(['c1'])
    expect(ids(await list({ country: 'AT' }))).toEqual(['c1'])
    expect(ids(await list({ feedback: 'up' }))).toEqual(['c4'])
    expect(ids(await list({ having: 'handoff' }))).toEqual(['c2'])
    expect(ids(await list({ from: '2999-01-01' }))).toEqual([])
    expect(ids(await list({ to: '2999-01-01' }))).toHaveLength(4)
    expect(ids(await list({ ids: 'c3,c4,c9', view: 'open' }))).toEqual(['c3'])
  })

  it('finds a tag in any combination, newest first, without reading other conversations', async () => {
    await someConversations()
    await happened('c6', started('c6'), asked(0, 'Six', 6), tagged('late', 'vip'))
    await happened('c7', started('c7'), asked(0, 'Seven', 7), tagged('vip', 'late'))
    await happened('c8', started('c8'), asked(0, 'Eight', 8), tagged('vip'), tagged('late'))
    await happened('c9', started('c9'), asked(0, 'Nine', 9), tagged('vip'), status('resolved', 9))
    const found = await list({ tag: 'vip' })
    expect(ids(found)).toEqual(['c9', 'c7', 'c6', 'c3'])
    expect(found.searched.conversations).toBe(4)
    const first = await list({ tag: 'vip', limit: 2 })
    expect(ids(first)).toEqual(['c9', 'c7'])
    expect(ids(await list({ tag: 'vip', limit: 2, cursor: first.next }))).toEqual(['c6', 'c3'])
    expect(ids(await list({ tag: 'vip', view: 'resolved' }))).toEqual(['c9'])
    expect(ids(await list({ tag: 'late', view: 'open' }))).toEqual(['c8', 'c7', 'c6'])
    expect((await list({ tag: 'nobody' })).searched.conversations).toBe(0)
  })

  it('finds a tag also when every conversation has its own combination of tags', async () => {
    for (let nth = 0; nth < 205; nth++)
      await happened(
        `m${nth}`,
        started(`m${nth}`),
        asked(0, 'Hi', nth),
        tagged(`own-${nth}`, ...(nth % 100 ? [] : ['vip'])),
      )
    expect(ids(await list({ tag: 'vip' }))).toEqual(['m200', 'm100', 'm0'])
  })

  it('says what the visitor asked first and said last, whoever spoke after', async () => {
    const words = async () => {
      const { question, preview, visitorSaid } = (await list({ ids: 'q1' })).items[0]
      return { question, preview, visitorSaid }
    }
    await happened('q1', started('q1'), human(0, 'Welcome'))
    expect(await words()).toEqual({ preview: 'Welcome' })
    await happened('q1', asked(1, 'Is it open?'))
    expect(await words()).toEqual({ question: 'Is it open?', preview: 'Is it open?' })
    await happened('q1', asked(2, 'On Sunday?'), human(3, 'Yes'), human(4, 'From ten'))
    expect(await words()).toEqual({ question: 'Is it open?', preview: 'From ten', visitorSaid: 'On Sunday?' })
    await happened('q1', asked(5, 'Thanks'))
    expect(await words()).toEqual({ question: 'Is it open?', preview: 'Thanks' })
    await region.keyring.erase({ tenant: 'w1', subject: 'conversation-q1' })
    expect(JSON.stringify(await words())).not.toMatch(/open|Thanks/)
  })

  it('comes in pages that stay correct while the order changes', async () => {
    await someConversations()
    const first = await list({ limit: 2 })
    expect(ids(first)).toEqual(['c4', 'c3'])
    await happened('c1', asked(1, 'Hallo?', 30))
    expect(ids(await list({ limit: 2, cursor: first.next }))).toEqual(['c2'])
    // The second has a moment that no list gives, and that no range of moments can have as its other end.
    for (const cursor of ['nonsense', cursorAt({ at: '2026-11-21T10:00:00Z', id: 'c2' })])
      await expect(list({ cursor, from: '2026-11-01' })).rejects.toThrow('invalid-input')
  })

  it('finds words in sealed texts, ignoring case and accents, and returns their context', async () => {
    await someConversations()
    await happened('c3', note('n1', 'Promised a voucher'), captured({ email: 'grace@example.com' }))
    const found = await list({ q: 'RESUME order' })
    expect(ids(found)).toEqual(['c2'])
    expect(found.items[0].match).toBe('Résumé of my order')
    expect((await list({ q: 'order' })).items[0].match).toBe('…order')
    expect((await list({ q: 'sume' })).items[0].match).toBe('Résumé of my order')
    await happened('c4', human(50, 'About **delivery** and **gift wrapping**: ask [us](/help)'))
    const { match } = (await list({ q: 'delivery' })).items[0]
    expect(match).toBe('…delivery and gift wrapping: ask [us](/help)')
    expect(ids(await list({ q: 'voucher' }))).toEqual(['c3'])
    expect(ids(await list({ q: 'grace@' }))).toEqual(['c3'])
    expect(ids(await list({ q: 'tee', view: 'resolved' }))).toEqual([])
    expect(ids(await list({ q: 'c4' }))).toEqual(['c4'])
    await region.keyring.erase({ tenant: 'w1', subject: 'conversation-c2' })
    expect(ids(await list({ q: 'resume' }))).toEqual([])
  })

  it('stops a long search, reports how far it came, and continues from there', async () => {
    await someConversations()
    let clock = 0
    const slow = { budgetMs: 10, now: () => (clock += 6) }
    let page = await list({ q: 'tee' }, slow)
    expect(page.items).toEqual([])
    expect(page.searched.conversations).toBeLessThan(4)
    let calls = 1
    while (page.next) {
      page = await list({ q: 'tee', cursor: page.next }, slow)
      calls++
    }
    expect(ids(page)).toEqual(['c1'])
    expect(calls).toBeGreaterThan(1)
  })

  it('opens a conversation with its newest messages, then the earlier ones', async () => {
    const many = Array.from({ length: 120 }, (_, nth) => asked(nth, `Message ${nth}`))
    await happened('c1', started('c1'), ...many, note('n1', 'Long one'))
    await happened('c0', started('c0'))
    await region.settled()
    const { 'conversations.get': get, 'conversations.transcript': transcript } = queries()
    const detail = await ask(get?.(call({ conversationId: 'c1' })))
    expect(detail.transcript.map((one: { index: number }) => one.index)).toEqual(
      Array.from({ length: 50 }, (_, nth) => nth + 70),
    )
    expect(detail).toMatchObject({ earlier: true, notes: [{ text: 'Long one', author: 'Ada' }] })
    expect(detail.visitor.conversations).toMatchObject([{ conversationId: 'c0' }])
    const before = await ask(transcript?.(call({ conversationId: 'c1' }, { before: 70, limit: 70 })))
    expect(before.messages).toHaveLength(70)
    expect(before.earlier).toBe(false)
  })

  it('exports a conversation and a list as files without spreadsheet formulas', async () => {
    await happened('c1', started('c1'), asked(0, '=HYPERLINK("https://evil.example")'), human(1, 'No.'))
    await happened('c1', captured({ name: '@SUM(A1)', email: 'ada@example.com' }), note('n1', 'Odd'))
    await region.settled()
    const { 'conversations.export': file, 'conversations.exportList': csv } = queries()
    const json = JSON.parse(await ask(file?.(call({ conversationId: 'c1' }))))
    expect(json).toMatchObject({
      conversationId: 'c1',
      visitor: { email: 'ada@example.com' },
      notes: [{ text: 'Odd' }],
      messages: [{ role: 'visitor' }, { role: 'human', author: 'Ada' }],
    })
    const text = await ask(file?.(call({ conversationId: 'c1' }, { format: 'text' })))
    expect(text).toContain('Ada\nNo.')
    expect(text).toContain('Note by Ada\nOdd')
    const table = await ask(csv?.(call({}, { view: 'open' })))
    expect(table.trim().split('\r\n')).toHaveLength(2)
    expect(table).toContain(",'@SUM(A1),ada@example.com")
  })

  it('lists, finds, counts and exports leads, without deleted ones', async () => {
    const lead = (leadId: string, minute: number, fields: object): LeadEvent => ({
      type: 'LeadCaptured',
      data: {
        agentId: 'a1',
        at: at(minute),
        leadId,
        visitorId: `v-${leadId}`,
        conversationId: 'c1',
        channel: 'web-chat',
        by: 'form',
        fields,
      },
    })
    await leadHappened('l1', lead('l1', 1, { name: 'Ada', email: 'ada@example.com' }))
    await leadHappened('l2', lead('l2', 2, { name: 'Grace', budget: '=1+1' }))
    await leadHappened('l3', lead('l3', 3, { name: 'Gone' }), {
      type: 'LeadDeleted',
      data: { ...short(4), visitorId: 'v-l3', reason: 'person' },
    })
    await leadHappened('l2', { type: 'LeadStatusChanged', data: { ...short(5), status: 'won' } })
    await leadHappened('l2', { type: 'LeadNoted', data: { ...short(5), note: 'Met in Vienna' } })
    await region.settled()
    const leads = leadQueries({ reader: region.reader })
    const names = async (query: object) =>
      (await ask(leads['leads.list']?.(call({}, query)))).items.map(
        ({ fields }: { fields: { name: string } }) => fields.name,
      )
    expect(await names({})).toEqual(['Grace', 'Ada'])
    expect(await names({ status: 'won' })).toEqual(['Grace'])
    expect(await names({ q: 'vienna' })).toEqual(['Grace'])
    expect(await names({ to: at(1) })).toEqual([])
    const first = await ask(leads['leads.list']?.(call({}, { limit: 1 })))
    expect(first.next).toBeDefined()
    expect(await names({ limit: 1, cursor: first.next })).toEqual(['Ada'])
    expect(await ask(leads['leads.counts']?.(call({})))).toMatchObject({ all: 2, new: 1, won: 1 })
    const csv = await ask(leads['leads.export']?.(call({})))
    expect(csv.split('\r\n')[0]).toContain('name,email,budget,status')
    expect(csv).toContain("Grace,,'=1+1,won")
    await expect(ask(leads['leads.get']?.(call({ leadId: 'l3' })))).rejects.toThrow('not-found')
  })

  it('has every request of a lead, in the list, in searches and as rows of the CSV', async () => {
    const request = (nth: number, status: 'started' | 'confirmed', fields: object): LeadEvent => ({
      type: 'LeadRequestChanged',
      data: { ...short(nth), conversationId: 'c1', nth, status, fields },
    })
    const mary = { name: 'Mary', guests: '3' }
    await leadHappened(
      'l1',
      {
        type: 'LeadCaptured',
        data: {
          ...{ agentId: 'a1', at: at(1), leadId: 'l1', visitorId: 'v1', conversationId: 'c1' },
          ...{ channel: 'web-chat', by: 'question', fields: mary, request: { conversationId: 'c1', nth: 1 } },
        },
      },
      request(1, 'started', { name: 'Mary' }),
      request(1, 'confirmed', mary),
      request(2, 'started', { name: 'Bob' }),
    )
    await region.settled()
    const leads = leadQueries({ reader: region.reader })
    const { items } = await ask(leads['leads.list']?.(call({}, { q: 'bob' })))
    expect(items).toMatchObject([
      {
        fields: mary,
        requests: [
          { nth: 2, status: 'started', fields: { name: 'Bob' } },
          { nth: 1, status: 'confirmed', fields: mary, startedAt: at(1) },
        ],
      },
    ])
    const csv: string = await ask(leads['leads.export']?.(call({})))
    const rows = csv
      .trim()
      .split('\r\n')
      .map((row) => row.split(','))
    expect(rows.map((row) => [row[0], row[1], row.at(-2), row.at(-1)])).toEqual([
      [expect.stringContaining('name'), 'guests', 'request', 'requestedAt'],
      ['Mary', '3', 'confirmed', at(1)],
      ['Bob', '', 'started', at(2)],
    ])
  })

  it('is the same after a rebuild', async () => {
    await someConversations()
    await happened('c4', deleted(1))
    await region.settled()
    const built = await documents(region)
    const again = await openTestRegion({ projections })
    for (const stored of await region.eventStore.readAll(-1, 1_000)) {
      const { type, data, metadata, stream, revision } = stored
      await again.eventStore.append(stream, revision === 0 ? 'none' : revision - 1, [
        { type, data, metadata },
      ])
    }
    await again.settled()
    expect(await documents(again)).toEqual(built)
    await again.close()
  })

  async function documents({ readStore, projections }: TestRegion) {
    const found: unknown[] = []
    for (const name of ['conversations', 'conversation-messages'])
      for await (const { id, document } of readStore.scan(await projections.collectionOf(name)))
        found.push([name, id, document])
    expect(found.length).toBeGreaterThan(5)
    return found
  }
})
