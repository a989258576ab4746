/** Conversations that are longer than what their state has: nothing that visitors and the team do depends on it. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { expect, it } from 'vitest'
import { conversation, type Reply, textOf } from './conversation.decider.ts'
import {
  answerOf,
  codeOf,
  openTestChat,
  type TestHandlersSetup,
  until,
} from './conversation.test-handlers.ts'
import { contextOf } from './conversation.test-setup.ts'
import { MOST_MESSAGES } from './conversation.window.ts'

/** More than the state has of the transcript, so that the first turns are in the read model alone. */
const TURNS = MOST_MESSAGES

type Page = { messages: MessageView[]; earlier: boolean; more: boolean }

async function openLong(setup: TestHandlersSetup = {}) {
  const chat = await openTestChat(setup)
  const { region, conversationId } = chat
  const context = { ...contextOf(), subject: `conversation-${conversationId}` }
  const run = async (key: string, command: Parameters<typeof conversation.decider.decide>[0]) => {
    const cause = { ...context.cause, command: key }
    const handled = await region.handle(conversation, conversationId, command, { ...context, cause })
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
  const ask = (messageId: string, text = `Question ${messageId}`) =>
    run(`message/${messageId}`, { type: 'ReceiveVisitorMessage', messageId, text })
  const fill = async () => {
    for (let nth = 0; nth < TURNS; nth++) {
      await ask(`q${nth}`)
      await run(`reply/q${nth}`, { type: 'RecordReply', reply: reply(`q${nth}`) })
    }
  }
  const page = (query: object = {}) =>
    answerOf<Page>(chat.asVisitor('conversations.messages', undefined, { query }))
  const indexes = async (query: object = {}) => (await page(query)).messages.map(({ index }) => index)
  return { ...chat, run, ask, fill, page, indexes }
}

const count = 2 * TURNS
const range = (from: number, until: number) => Array.from({ length: until - from }, (_, nth) => from + nth)

it('is read by the visitor in pages, from the newest back and from any message on', async () => {
  const { fill, page, indexes } = await openLong()
  await fill()
  expect(await indexes()).toEqual(range(count - 50, count))
  expect(await page()).toMatchObject({ earlier: true, more: false })
  expect(await indexes({ before: count - 50 })).toEqual(range(count - 100, count - 50))
  expect(await page({ before: 30 })).toMatchObject({ earlier: false, more: true })
  expect(await indexes({ before: 30 })).toEqual(range(0, 30))
  expect(await indexes({ after: -1 })).toEqual(range(0, count))
  expect(await indexes({ after: count - 70 })).toEqual(range(count - 69, count))
  expect(await indexes({ after: count - 1 })).toEqual([])
  const [first] = (await page({ before: 1 })).messages
  expect(first).toMatchObject({ id: 'q0', index: 0, role: 'visitor' })
})

it('answers a reader who asks for more than it may have at once in several pages', async () => {
  const { fill, ask, page } = await openLong()
  await fill()
  for (let nth = 0; nth < 100; nth++) await ask(`more${nth}`)
  const first = await page({ after: -1 })
  expect(first).toMatchObject({ earlier: false, more: true })
  expect(first.messages).toHaveLength(200)
  expect((await page({ after: 199 })).messages.map(({ index }) => index)).toEqual(range(200, count + 100))
})

it('is followed from any message on, in order', async () => {
  const { fill, asVisitor } = await openLong()
  await fill()
  const stop = new AbortController()
  const answer = await asVisitor('conversations.follow', undefined, {
    query: { after: 3 },
    signal: stop.signal,
  })
  if (!answer.ok || !('stream' in answer)) throw new Error('not a stream')
  const events = await until(answer.stream[Symbol.asyncIterator](), ({ type }) => type === 'state')
  stop.abort()
  expect(events.flatMap((event) => (event.type === 'message' ? [event.message.index] : []))).toEqual(
    range(4, count),
  )
  expect(events.at(-1)).toMatchObject({ index: count - 1 })
})

it('takes the visitor’s ratings of its first messages', async () => {
  const { fill, asVisitor, events, state } = await openLong()
  await fill()
  const rate = (messageId: string) => asVisitor('conversations.feedback', { messageId, rating: 'down' })
  expect(await codeOf(rate('r-q0'))).toBe('ok')
  expect((await events()).at(-1)).toMatchObject({
    type: 'FeedbackGiven',
    data: { messageId: 'r-q0', index: 1, rating: 'down' },
  })
  expect(await codeOf(rate('q0'))).toBe('not-found')
  expect(await codeOf(rate('stranger'))).toBe('not-found')
  expect((await state()).messageCount).toBe(count)
})

it('gives the same reply again to a message of long ago', async () => {
  const { fill, say, events } = await openLong()
  await fill()
  const before = (await events()).length
  const { messages } = await answerOf<Page>(say('q0'))
  expect(messages.map(({ id }) => id)).toEqual(['r-q0'])
  expect(await events()).toHaveLength(before)
})

it('answers a message that failed long ago when it is sent again, from its own words', async () => {
  const { run, ask, fill, say, region, state } = await openLong({ document: { vg_defaultModel: 'gpt-4o' } })
  await ask('old', 'How much is the lamp?')
  const failed = { messageId: 'f1', inReplyTo: 'old', attempt: 1, notice: 'Try again.' }
  await run('failed', { type: 'RecordFailure', ...failed, reason: 'time-out' })
  await fill()
  const { messages } = await answerOf<Page>(say('old', 'How much is the lamp?'))
  expect(messages).toHaveLength(1)
  const told = JSON.stringify(region.double.requests.at(-1)?.body.messages)
  expect(told).toContain('How much is the lamp?')
  expect((await state()).visitorMessages[0]).toMatchObject({ messageId: 'old', outcome: 'answered' })
})

it('takes the answers to a form that was shown long ago', async () => {
  const { run, ask, fill, asVisitor, events } = await openLong()
  await ask('m1')
  const form = {
    type: 'form',
    formId: 'f1',
    fields: [{ name: 'city', label: 'City', type: 'text' }],
  } as const
  await run('form', {
    type: 'RecordReply',
    reply: { ...reply('m1'), blocks: [{ ...form, fields: [...form.fields] }] },
  })
  await fill()
  const filledIn = { id: 'm2', text: '', form: { formId: 'f1', answers: { city: 'Graz', other: 'x' } } }
  expect(await codeOf(asVisitor('conversations.send', filledIn))).toBe('ok')
  const said = (await events()).filter(({ type }) => type === 'VisitorMessageReceived').at(-1)
  expect(said?.data.messageId).toBe('m2')
  const unknown = { id: 'm3', text: '', form: { formId: 'f2', answers: {} } }
  expect(await codeOf(asVisitor('conversations.send', unknown))).toBe('invalid-input')
})

it('counts all messages of the visitor for the agent’s limit', async () => {
  const { fill, say } = await openLong({ document: { messagesLimit: TURNS + 1 } })
  await fill()
  expect((await answerOf<Page>(say('last'))).messages[0]?.failed).toBeUndefined()
  expect((await answerOf<Page>(say('too many'))).messages[0]?.failed).toBe(true)
})

it('costs the next turn no look at its older messages', async () => {
  const { fill, say, region } = await openLong()
  await fill()
  const [message] = (await answerOf<Page>(say('next'))).messages
  expect(textOf(message!)).not.toBe('')
  expect(region.transcripts.reads()).toBe(0)
})

function reply(inReplyTo: string): Reply {
  return {
    messageId: `r-${inReplyTo}`,
    inReplyTo,
    blocks: [{ type: 'text', text: `Answer to ${inReplyTo}` }],
    sources: [],
    modelId: 'gpt-4o',
    inputTokens: 1,
    outputTokens: 1,
    tookMs: 1,
    cost: 1,
    grounded: true,
  }
}
