import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { describe, expect, it } from 'vitest'
import { textOf } from '../conversation.decider.ts'
import {
  contextOf,
  deltaText,
  eventsOf,
  newId,
  openConversationRegion,
  TENANT,
} from '../conversation.test-setup.ts'
import { phrases } from '../phrases.ts'
import { createTurns } from './turn.ts'

const REPLY = 'We are open from nine to five, Monday to Friday.'
const chunk = { sourceId: 's1', sourceName: 'Hours', chunk: 0, text: 'Open nine to five.', score: 0.9 }
const roles = (messages: readonly { role: string; failed?: boolean }[]) =>
  messages.map(({ role, failed }) => (failed ? 'failed' : role))

describe('a turn', () => {
  it('discards its text when the store is unavailable at its end, and another turn gives the reply', async () => {
    const region = await openConversationRegion({ model: { behaviour: 'slow', delayMs: 5 } })
    const { handle } = region.deps
    let outages = 0
    region.deps.handle = (kind, id, command, context) =>
      JSON.stringify(command).includes('"inReplyTo":"m2"') && outages++ === 0
        ? Promise.reject(new StoreUnavailable('away'))
        : handle(kind, id, command, context)
    const id = await region.begin()
    const first = await region.say(id, 'm1')
    for await (const { type } of first.events()) if (type === 'delta') break
    // Sent too late to join, m2 is answered by the turn of m1, whose append fails, and then by its own turn.
    const events = await eventsOf(await region.say(id, 'm2'))
    expect(outages).toBe(2)
    const replyIds = events.flatMap((event) => (event.type === 'delta' ? event.id : []))
    expect(new Set(replyIds).size).toBe(2)
    expect(events.flatMap((event) => (event.type === 'discarded' ? event.id : []))).toEqual([replyIds[0]])
    expect((await region.stateOf(id)).messages.at(-1)?.id).toBe(replyIds.at(-1))
  })

  it('streams the model’s reply, stores it and settles its cost', async () => {
    const region = await openConversationRegion({ retrieval: { items: [chunk], threshold: 0.35 } })
    const id = await region.begin()
    const events = await eventsOf(await region.say(id, 'm1'))
    expect(events.slice(0, -2).every((event) => event.type === 'delta')).toBe(true)
    expect(deltaText(events)).toBe(REPLY)
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['message', 'done'])

    const { messages } = await region.stateOf(id)
    expect(messages.map(textOf)).toEqual(['When are you open?', REPLY])
    expect(messages[1]?.sources).toEqual([{ sourceId: 's1', name: 'Hours' }])
    expect(events.at(-2)).toEqual({ type: 'message', message: messages[1] })
    expect([region.credits.balance, region.credits.holds.size]).toEqual([999, 0])

    const sent = JSON.stringify(region.double.requests[0]?.body)
    expect(sent).toContain('You are the desk of a shop.')
    expect(sent).toContain('Open nine to five.')
  })

  it('counts as unanswered if the model says that it does not know, with text or with the marker alone', async () => {
    const said = [['I do not know ', 'that.\n', '[[unk', 'nown]]'], ['[[unknown]]']]
    const region = await openConversationRegion({
      model: { reply: () => said.shift() ?? [] },
      retrieval: { items: [chunk], threshold: 0.35 },
    })
    const id = await region.begin()
    expect(deltaText(await eventsOf(await region.say(id, 'm1'))).trim()).toBe('I do not know that.')
    await (await region.say(id, 'm2')).finished
    const { messages } = await region.stateOf(id)
    expect(messages.flatMap((one) => (one.role === 'agent' ? [[textOf(one), one.sources]] : []))).toEqual([
      ['I do not know that.', undefined],
      [phrases.en.unknown, undefined],
    ])
    const stored = await region.eventStore.readStream(`conversation-${id}`)
    const replies = stored.filter(({ type }) => type === 'AgentReplied')
    expect(replies.map(({ data }) => JSON.parse(data))).toMatchObject([
      { grounded: false },
      { grounded: false },
    ])
    expect(JSON.stringify(region.double.requests[0]?.body)).toContain('[[unknown]]')
  })

  it('stores the message before anything else, and seals its text in the log', async () => {
    const region = await openConversationRegion({ model: { behaviour: 'hang' }, silenceMs: 2_000 })
    const id = await region.begin()
    const turn = await region.say(id, 'm1', 'My secret question')
    expect(roles((await region.stateOf(id)).messages)).toEqual(['visitor'])
    await turn.finished
    const stored = await region.eventStore.readStream(`conversation-${id}`)
    expect(stored.map(({ type }) => type)).toEqual([
      'ConversationStarted',
      'VisitorMessageReceived',
      'ReplyFailed',
    ])
    expect(JSON.stringify(stored)).not.toContain('secret question')
    await region.keyring.erase({ tenant: 'w1', subject: 'visitor-v1' })
    region.commands.evict('conversation', id)
    expect(textOf((await region.stateOf(id)).messages[0]!)).toBe(ERASED)
  })

  it('is one turn, however often the message is sent, and repeated requests join it while it runs', async () => {
    const region = await openConversationRegion({ model: { behaviour: 'slow', delayMs: 5 } })
    const id = await region.begin()
    const turns = await Promise.all([region.say(id, 'm1'), region.say(id, 'm1'), region.say(id, 'm1')])
    const [first, ...others] = await Promise.all(turns.map(eventsOf))
    for (const other of others) expect(other).toEqual(first)
    const again = await eventsOf(await region.say(id, 'm1'))
    expect(again).toEqual(first?.slice(-2))
    expect(region.double.requests).toHaveLength(1)
    expect(roles((await region.stateOf(id)).messages)).toEqual(['visitor', 'agent'])
  })

  it('gives a burst one reply, which every request for its messages receives', async () => {
    const whole = (body: unknown) => JSON.stringify(body).includes('word 4')
    const region = await openConversationRegion({
      model: { behaviour: ({ body }) => (whole(body) ? 'normal' : 'hang') },
    })
    const id = await region.begin()
    const turns = await Promise.all([1, 2, 3, 4].map((n) => region.say(id, `m${n}`, `word ${n}`)))
    const all = await Promise.all(turns.map(eventsOf))
    for (const events of all) expect(events.at(-2)).toEqual(all[0]?.at(-2))
    expect((await region.stateOf(id)).messages.map(textOf)).toEqual([
      'word 1',
      'word 2',
      'word 3',
      'word 4',
      REPLY,
    ])
    const asked = JSON.stringify(region.double.requests.at(-1)?.body)
    expect(asked).toContain('word 1\\nword 2\\nword 3\\nword 4')
    const stored = await region.eventStore.readStream(`conversation-${id}`)
    const replied = stored.find(({ type }) => type === 'AgentReplied')
    expect(JSON.parse(replied?.data ?? '')).toMatchObject({
      inReplyTo: 'm4',
      alsoAnswers: ['m1', 'm2', 'm3'],
    })
    expect([region.credits.balance, region.credits.holds.size, region.credits.settled.size]).toEqual([
      999, 0, 1,
    ])
  })

  it('answers messages that arrive after a reply has begun, in order', async () => {
    const region = await openConversationRegion({ model: { behaviour: 'slow', delayMs: 20 } })
    const id = await region.begin()
    const first = await region.say(id, 'm1', 'word 1')
    for await (const event of first.events()) if (event.type === 'delta') break
    const later = await Promise.all([2, 3].map((n) => region.say(id, `m${n}`, `word ${n}`)))
    await Promise.all([first, ...later].map(({ finished }) => finished))
    expect(roles((await region.stateOf(id)).messages)).toEqual([
      'visitor',
      'visitor',
      'visitor',
      'agent',
      'agent',
    ])
    // A later message is not sent to the model before its own turn.
    expect(JSON.stringify(region.double.requests[0]?.body)).not.toContain('word 2')
    expect(region.double.requests).toHaveLength(2)
  })

  it('does not delay another conversation', async () => {
    const region = await openConversationRegion({
      model: { behaviour: (_, nth) => (nth === 0 ? 'hang' : 'normal') },
    })
    const [slow, quick] = [await region.begin(), await region.begin()]
    const waiting = await region.say(slow, 'm1')
    expect(deltaText(await eventsOf(await region.say(quick, 'm1')))).toBe(REPLY)
    await region.double.stop()
    await waiting.finished
  })

  it('continues to the end when the visitor disconnects', async () => {
    const region = await openConversationRegion({ model: { behaviour: 'slow', delayMs: 5 } })
    const id = await region.begin()
    const turn = await region.say(id, 'm1')
    for await (const _ of turn.events()) break
    await turn.finished
    expect(roles((await region.stateOf(id)).messages)).toEqual(['visitor', 'agent'])
  })

  it('stores two messages that are sent with the same idempotency key', async () => {
    const region = await openConversationRegion()
    const id = await region.begin()
    for (const messageId of ['m1', 'm2']) {
      const said = await region.turns.receive(contextOf('the-same'), {
        conversationId: id,
        messageId,
        text: 'Hi',
      })
      if (said.ok) await said.reply.finished
    }
    expect((await region.stateOf(id)).messages).toHaveLength(4)
  })

  it('refuses a conversation that does not exist or belongs to another tenant', async () => {
    const region = await openConversationRegion()
    const id = await region.begin()
    const context = { ...contextOf(), tenant: 'w2' }
    const said = { conversationId: id, messageId: 'm1', text: 'Hi' }
    expect(await region.turns.receive(context, said)).toMatchObject({
      ok: false,
      rejection: { code: 'not-started' },
    })
    const nowhere = { ...said, conversationId: 'nowhere' }
    expect(await region.turns.receive(contextOf(), nowhere)).toMatchObject({
      ok: false,
      rejection: { code: 'not-started' },
    })
  })
})

describe('when the store becomes unavailable', () => {
  it('after the message is stored, the turn’s events throw and the message stays pending', async () => {
    let away = false
    const region = await openConversationRegion()
    const id = await region.begin()
    const turns = createTurns({
      ...region.deps,
      handle: (...of) => region.deps.handle(...of).finally(() => (away = true)),
      load: (...of) => (away ? Promise.reject(new Error('the store is away')) : region.deps.load(...of)),
    })
    const said = { conversationId: id, messageId: 'm1', text: 'Hi' }
    const first = await turns.receive(contextOf(), said)
    if (!first.ok) throw new Error(first.rejection.code)
    await expect(eventsOf(first.reply)).rejects.toThrow('the store is away')
    expect(roles((await region.stateOf(id)).messages)).toEqual(['visitor'])
    // The store is available again: the same message, sent again, gets its reply.
    expect(deltaText(await eventsOf(await region.say(id, 'm1')))).toBe(REPLY)
  })

  it('before the message is stored, the call throws', async () => {
    const region = await openConversationRegion({
      deps: { handle: () => Promise.reject(new Error('the store is away')) },
    })
    const said = { conversationId: 'c1', messageId: 'm1', text: 'Hi' }
    await expect(region.turns.receive(contextOf(), said)).rejects.toThrow('the store is away')
  })
})

it('a conflict in the ledger is not reported as missing credits', async () => {
  const region = await openConversationRegion()
  const conflict = { ok: false, rejection: { code: 'conflict', message: 'Busy.' } } as const
  const turns = createTurns({
    ...region.deps,
    credits: { ...region.credits, holdCredits: async () => conflict },
  })
  const said = { conversationId: await region.begin(), messageId: 'm1', text: 'Hi' }
  const turn = await turns.receive(contextOf(), said)
  if (!turn.ok) throw new Error(turn.rejection.code)
  expect(textOf((await turn.reply.finished).message!)).toBe(phrases.en.notice['provider-error'])
})

it('a message stays pending while the store is unavailable, and no failure is recorded', async () => {
  const region = await openConversationRegion()
  let away = true
  const turns = createTurns({
    ...region.deps,
    credits: {
      ...region.credits,
      holdCredits: async (...given) => {
        if (away) throw new StoreUnavailable('the ledger is away')
        return region.credits.holdCredits(...given)
      },
    },
  })
  const id = await region.begin()
  const turn = await turns.receive(contextOf(), { conversationId: id, messageId: 'm1', text: 'Hi' })
  if (!turn.ok) throw new Error(turn.rejection.code)
  await expect(turn.reply.finished).rejects.toThrow('the ledger is away')
  expect(roles((await region.stateOf(id)).messages)).toEqual(['visitor'])
  away = false
  await turns.answerWaiting('w1', id, contextOf().cause)
  const { messages } = await region.stateOf(id)
  expect(messages.map(textOf)).toEqual(['Hi', REPLY])
})

describe('a turn that fails', () => {
  it.each([
    ['hang', 'time-out'],
    ['hang-midway', 'time-out'],
    [429, 'rate-limited'],
    [500, 'provider-error'],
    ['garbage', 'provider-error'],
    ['cut', 'provider-error'],
    ['refuse', 'refused'],
  ] as const)('when the model does this: %s', async (behaviour, reason) => {
    const region = await openConversationRegion({ model: { behaviour }, silenceMs: 2_000 })
    const id = await region.begin()
    const events = await eventsOf(await region.say(id, 'm1', 'My question'))
    const message = events.at(-2)
    expect(message).toMatchObject({ type: 'message', message: { failed: true, role: 'agent' } })
    expect(JSON.stringify(message)).toContain(phrases.en.notice[reason].slice(0, 20))
    const { messages } = await region.stateOf(id)
    expect([roles(messages), textOf(messages[0]!)]).toEqual([['visitor', 'failed'], 'My question'])
    expect([region.credits.balance, region.credits.holds.size]).toEqual([1_000, 0])

    const tried = await (async () => {
      region.double.behave('normal')
      return eventsOf(await region.say(id, 'm1', 'My question'))
    })()
    expect(deltaText(tried)).toBe(REPLY)
    expect(roles((await region.stateOf(id)).messages)).toEqual(['visitor', 'failed', 'agent'])
  })

  it('for lack of credits, before the model is called', async () => {
    const region = await openConversationRegion({ balance: 3 })
    const id = await region.begin()
    const events = await eventsOf(await region.say(id, 'm1'))
    expect(JSON.stringify(events)).toContain(phrases.en.notice['no-credits'])
    expect(deltaText(events)).toBe('')
    expect(region.double.requests).toHaveLength(0)
    expect(region.credits.balance).toBe(3)
  })

  it('never overdraws with many concurrent messages', async () => {
    const region = await openConversationRegion({ balance: 12 })
    const ids = await Promise.all(Array.from({ length: 8 }, () => region.begin()))
    const turns = await Promise.all(ids.map((id) => region.say(id, 'm1')))
    await Promise.all(turns.map(({ finished }) => finished))
    expect(region.credits.balance).toBeGreaterThanOrEqual(0)
    expect(region.credits.balance).toBe(12 - region.credits.settled.size)
    expect(region.credits.holds.size).toBe(0)
  })

  it('at the agent’s own limit, for a deleted agent and when retrieval fails', async () => {
    const limited = await openConversationRegion({ document: { maxTokensUsage: 1 } })
    await (await limited.say(await limited.begin(), 'm1')).finished
    const { finished } = await limited.say(await limited.begin(), 'm1')
    expect(textOf((await finished).message!)).toBe(phrases.en.notice['usage-limit'])
    const gone = await openConversationRegion({ deps: { agentDocument: async () => undefined } })
    const turn = await gone.say(await gone.begin(), 'm1')
    expect(textOf((await turn.finished).message!)).toBe(phrases.en.notice.unavailable)
    const broken = await openConversationRegion({
      deps: { retrieve: () => Promise.reject(new Error('no index')) },
    })
    const failed = await broken.say(await broken.begin(), 'm1')
    expect(textOf((await failed.finished).message!)).toBe(phrases.en.notice['provider-error'])
    expect(broken.faults).toHaveLength(1)
  })
})

it('an agent answers up to its limit of messages per conversation, and then replies with a notice', async () => {
  const region = await openConversationRegion({ document: { messagesLimit: 2 } })
  const id = await region.begin()
  for (const messageId of ['m1', 'm2', 'm3']) await (await region.say(id, messageId)).finished
  const { messages } = await region.stateOf(id)
  expect(roles(messages)).toEqual(['visitor', 'agent', 'visitor', 'agent', 'visitor', 'failed'])
  expect(textOf(messages.at(-1)!)).toBe(phrases.en.notice['messages-limit'])
  expect([region.double.requests.length, region.credits.balance]).toEqual([2, 998])
})

describe('without a key', () => {
  it('answers from the knowledge, and says when it does not know', async () => {
    const region = await openConversationRegion({
      model: false,
      retrieval: { items: [chunk], threshold: 0.35 },
    })
    const id = await region.begin()
    const events = await eventsOf(await region.say(id, 'm1'))
    expect(deltaText(events)).toBe('Here is what I found in “Hours”:\n\nOpen nine to five.')
    chunk.score = 0.1
    const unknown = await (await region.say(id, 'm2', 'Do you sell boats?')).finished
    chunk.score = 0.9
    expect(textOf(unknown.message!)).toContain(phrases.en.unknown)
    expect(region.credits.balance).toBe(998)
  })
})

describe('a flow', () => {
  const nodes = [
    { id: 's', type: 'start', next: 'name' },
    { id: 'name', type: 'question', text: 'Your name?', variable: 'name', capture: 'name', next: 'm' },
    { id: 'm', type: 'message', text: 'Hello {{name}}!\n\n```buttons\n["Prices"]\n```', next: 'ai' },
    { id: 'ai', type: 'ai', prompt: 'You help {{name}}.' },
  ].map((node) => ({ ...node, position: { x: 0, y: 0 } })) as AgentNode[]

  it('asks, records its state in the log and continues with the model', async () => {
    const region = await openConversationRegion({ document: { enableNodes: true, nodes } })
    const id = await region.begin()
    expect(textOf((await (await region.say(id, 'm1', 'Hi')).finished).message!)).toBe('Your name?')
    // As after a restart: the state is folded from the log.
    region.commands.evict('conversation', id)
    const hello = await eventsOf(await region.say(id, 'm2', 'My name is Ada'))
    expect(hello.at(-2)).toMatchObject({
      message: {
        blocks: [
          { type: 'text', text: 'Hello Ada!' },
          { type: 'buttons', buttons: [{ id: 'Prices', label: 'Prices' }] },
        ],
      },
    })
    expect(region.double.requests).toHaveLength(0)
    await (await region.say(id, 'm3', 'Prices')).finished
    const sent = JSON.stringify(region.double.requests[0]?.body)
    expect(sent).toContain('You help Ada.')
    expect(sent).not.toContain('You are the desk of a shop.')
  })

  it('records which messages are no questions to the agent', async () => {
    const booking = nodes.map((node) =>
      node.id === 'name' ? { ...node, text: 'How many?', variable: 'guests', capture: 'number' } : node,
    ) as AgentNode[]
    const region = await openConversationRegion({ document: { enableNodes: true, nodes: booking } })
    const id = await region.begin()
    for (const [nth, text] of ['Do you deliver?', 'Can we be 3?', 'When are you open?', 'stop'].entries())
      await (await region.say(id, `m${nth}`, text)).finished
    const stored = await region.eventStore.readStream(`conversation-${id}`)
    const replies = stored.filter(({ type }) => type === 'AgentReplied').map(({ data }) => JSON.parse(data))
    expect(replies.map(({ asksNothing }) => asksNothing === true)).toEqual([false, true, false, true])
  })

  it('searches the knowledge, answers and continues', async () => {
    const knowledge = [
      { id: 's', type: 'start', next: 'k' },
      { id: 'k', type: 'knowledge', notFound: 'no', next: 'ask' },
      { id: 'ask', type: 'question', text: 'Did that help?', variable: 'ok', capture: 'yes-no', next: 'k' },
      { id: 'no', type: 'handoff', text: 'A person will read this.' },
    ].map((node) => ({ ...node, position: { x: 0, y: 0 } })) as AgentNode[]
    const retrieval = { items: [chunk], threshold: 0.35 }
    const region = await openConversationRegion({
      model: false,
      document: { enableNodes: true, nodes: knowledge, enableHumanHandoff: true },
      deps: { teamOnline: () => true },
      retrieval,
    })
    const id = await region.begin()
    const found = await (await region.say(id, 'm1')).finished
    expect(textOf(found.message!)).toBe(
      'Here is what I found in “Hours”:\n\nOpen nine to five.\n\nDid that help?',
    )
    expect(textOf((await (await region.say(id, 'm2', 'perhaps')).finished).message!)).toBe(
      phrases.en.retry['yes-no'],
    )
    retrieval.items = []
    const other = await region.begin()
    expect(textOf((await (await region.say(other, 'm1')).finished).message!)).toBe('A person will read this.')
  })

  it('answers from the draft of a test panel', async () => {
    const region = await openConversationRegion()
    const id = await region.begin(newId(), 'test-panel')
    await region.drafts.pin(TENANT, id, { ...region.document, vg_systemPrompt: 'You are the draft.' })
    await (await region.say(id, 'm1')).finished
    expect(JSON.stringify(region.double.requests[0]?.body)).toContain('You are the draft.')
  })
})
