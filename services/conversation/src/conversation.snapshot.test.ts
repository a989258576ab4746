/** Long conversations: their state is bounded, and a snapshot of it stands for all events before it. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { fold } from '@parley/kernel/commands/decider.ts'
import { createSnapshots } from '@parley/kernel/commands/snapshots.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ConversationState, conversation, type Reply } from './conversation.decider.ts'
import { conversationSnapshot } from './conversation.snapshot.ts'
import { contextOf, TENANT } from './conversation.test-setup.ts'
import { NOW, type Step, steps } from './conversation.test-steps.ts'
import { turnEvents } from './conversation.test-turns.ts'
import { MOST_CHARACTERS, MOST_MESSAGES, MOST_VISITOR_MESSAGES } from './conversation.window.ts'
import { eraseConversation } from './retention/erasing.ts'

const { decide, evolve } = conversation.decider

/** The state as a process that has just started has it: read from a snapshot. */
const restored = (state: ConversationState): ConversationState =>
  conversationSnapshot.restore(JSON.parse(JSON.stringify(conversationSnapshot.save(state))))

/** Takes the steps from both states, and expects the same of each. */
function expectSame(one: ConversationState, other: ConversationState, taken: readonly Step[]) {
  let states = [one, other] as const
  let now = NOW
  for (const { command, afterMs } of taken) {
    now += afterMs
    const [decided, beside] = states.map((state) => decide(command, state, new Date(now)))
    expect(beside).toEqual(decided)
    const events: ConversationEvent[] = decided?.ok ? decided.events : []
    states = [events.reduce(evolve, states[0]), events.reduce(evolve, states[1])]
  }
  expect(plain(states[1])).toEqual(plain(states[0]))
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('the snapshot of a conversation', () => {
  it('gives the same decisions as all events, wherever it was taken', () => {
    const size = fc.constantFrom(10, 2_000, 9_000)
    fc.assert(
      fc.property(fc.nat(MOST_VISITOR_MESSAGES + 20), size, steps, steps, (turns, size, before, after) => {
        const events = turnEvents(turns, (id) => `${id} ${'x'.repeat(size)}`)
        const begun = fold(conversation.decider, events)
        let [state, now] = [begun, NOW]
        for (const { command, afterMs } of before) {
          if (command.type === 'DeleteConversation') continue
          now += afterMs
          const decided = decide(command, state, new Date(now))
          if (decided.ok) state = decided.events.reduce(evolve, state)
        }
        expectSame(state, restored(state), after)
      }),
      { numRuns: 60 },
    )
  })

  it('stays small, whatever is said and however often', () => {
    const sizes = [200, 2_000].map(
      (turns) =>
        JSON.stringify(conversationSnapshot.save(fold(conversation.decider, turnEvents(turns)))).length,
    )
    expect(sizes[1]).toBeLessThan(sizes[0]! * 1.1)

    const long = fold(
      conversation.decider,
      turnEvents(300, (id) => id + 'x'.repeat(8_000)),
    )
    expect(long).toMatchObject({ messageCount: 600, visitorMessageCount: 300 })
    expect(JSON.stringify(long.messages).length).toBeLessThan(MOST_CHARACTERS + 1_000)
    expect(JSON.stringify(conversationSnapshot.save(long)).length).toBeLessThan(MOST_CHARACTERS + 50_000)
  })

  it('stays small, however often and at what length messages are edited', () => {
    const events = turnEvents(60, (id) => id)
    const edits = Array.from({ length: 60 * 20 }, (_, nth): ConversationEvent => {
      const index = 2 * (nth % 60)
      const edited = { agentId: 'a1', channel: 'whatsapp', at: new Date(NOW).toISOString(), index } as const
      const text = `${nth} ${'x'.repeat(4_000)}`
      const messageId = `q${nth % 60}`
      return { type: 'MessageEdited', data: { ...edited, messageId, text, editedAt: edited.at } }
    })
    const { messages, messageCount } = fold(conversation.decider, [...events, ...edits])
    expect(messages.some(({ edited }) => edited)).toBe(true)
    expect(JSON.stringify(messages).length).toBeLessThan(MOST_CHARACTERS + 1_000)
    expect(messages.map(({ index }) => index)).toEqual(
      Array.from(messages, (_, nth) => messageCount - messages.length + nth),
    )
  })

  it('that was damaged is refused', () => {
    const saved = conversationSnapshot.save(fold(conversation.decider, turnEvents(1)))
    expect(() => conversationSnapshot.restore({ ...Object(saved), messages: 'torn' })).toThrow()
  })
})

describe('a long conversation', () => {
  const events = turnEvents(MOST_VISITOR_MESSAGES + 1)
  const count = 2 * (MOST_VISITOR_MESSAGES + 1)
  const where = { agentId: 'a1', channel: 'web-chat', at: new Date(NOW).toISOString() } as const
  const when = (command: Parameters<typeof decide>[0]) =>
    given(conversation, ...events).when(command, new Date(NOW))

  it('keeps the newest messages, numbered as before', () => {
    const { state } = given(conversation, ...events)
    expect(state.messageCount).toBe(count)
    expect(state.messages.map(({ index }) => index)).toEqual(
      Array.from({ length: MOST_MESSAGES }, (_, nth) => count - MOST_MESSAGES + nth),
    )
    expect(when({ type: 'ReceiveVisitorMessage', messageId: 'new', text: 'Hi' }).events()).toMatchObject([
      { data: { index: count } },
    ])
    expect(when({ type: 'DeleteConversation', reason: 'person' }).events()).toMatchObject([
      { data: { messages: count } },
    ])
    expect(when({ type: 'MarkRead', index: undefined }).events()).toMatchObject([
      { data: { index: count - 1 } },
    ])
  })

  it('knows a message that is sent again much later, and that it was answered', () => {
    when({ type: 'ReceiveVisitorMessage', messageId: 'q1', text: 'Hi' }).thenNothing()
    when({ type: 'RecordReply', reply: reply('q1') }).thenRejected('already-answered')
    expect(when({ type: 'ReceiveVisitorMessage', messageId: 'q0', text: 'Hi' }).events()).toHaveLength(1)
  })

  it('takes ratings of any message, older ones as the read model has them', () => {
    const older = { index: 3, role: 'agent' } as const
    const rate = { type: 'GiveFeedback', messageId: 'a1', rating: 'up' } as const
    when(rate).thenRejected('not-found')
    when({ ...rate, olderMessage: older }).then({
      type: 'FeedbackGiven',
      data: { ...where, messageId: 'a1', index: 3, rating: 'up' },
    })
    when({ ...rate, olderMessage: { ...older, feedback: 'up' } }).thenNothing()
    when({ ...rate, olderMessage: { ...older, role: 'visitor' } }).thenRejected('not-found')
  })

  it('keeps 200 notes', () => {
    const person = { userId: 'u1', displayName: 'Ada' }
    const { at, agentId } = where
    const noted = Array.from(
      { length: 200 },
      (_, nth): ConversationEvent => ({
        type: 'NoteAdded',
        data: { agentId, at, noteId: `n${nth}`, text: 'Note', ...person },
      }),
    )
    const note = { type: 'AddNote', noteId: 'one more', text: 'Note', person } as const
    given(conversation, ...events, ...noted)
      .when(note)
      .thenRejected('too-many-notes')
    given(conversation, ...events, ...noted.slice(1))
      .when(note)
      .events()
  })
})

describe('a process that starts', () => {
  it('reads the snapshot of a long conversation and what came after it', async () => {
    const { region, other } = await filled(300)
    const { handler, read, faults } = other()
    const found = await handler.load(conversation, 'c1', TENANT)
    expect(faults).toEqual([])
    expect(found?.state).toMatchObject({ messageCount: 600 })
    // The first page, the event of the snapshot, and at most as many as come between two snapshots.
    expect(read()).toBeLessThanOrEqual(201)
    const whole = createCommandHandler({ eventStore: region.eventStore, keyring: region.keyring })
    expect(plain(found?.state)).toEqual(plain((await whole.load(conversation, 'c1', TENANT))?.state))
  })

  it('finds a snapshot neither readable nor stored once the conversation was erased', async () => {
    const { region, other, snapshot } = await filled(100)
    const stored = JSON.stringify(await snapshot())
    expect(stored).not.toContain('Text of')
    const before = other()
    const { handle, load, commands, keyring } = region
    const by = { actor: { kind: 'system', id: 'test' }, via: 'policy', correlation: 'c' } as const
    await eraseConversation(
      { handle, load, evict: commands.evict, erase: keyring.erase, drop: () => {}, changed: () => {} },
      { tenant: TENANT, conversationId: 'c1', reason: 'visitor-erased', by },
    )
    expect(await snapshot()).toBeUndefined()
    // A copy of the store, made before the erasure, is of no use either.
    const copy = createSnapshots(
      { ...region.readStore, get: async () => ({ document: JSON.parse(stored), position: 1 }) },
      keyring,
      () => undefined,
    )
    expect(await copy.restore(conversation, 'conversation-c1', TENANT)).toBeUndefined()
    expect((await before.handler.load(conversation, 'c1', TENANT))?.state).toMatchObject({
      deleted: true,
      messages: [],
    })
  })
})

/** A region with one conversation of this many turns, of which a snapshot was saved. */
async function filled(turns: number) {
  const region = await openTestRegion()
  onTestFinished(() => region.close())
  const context = { ...contextOf(), subject: 'conversation-c1' }
  const run = async (command: Parameters<typeof decide>[0], key: string) => {
    const cause = { ...context.cause, command: key }
    const handled = await region.handle(conversation, 'c1', command, { ...context, cause })
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
  const about = { conversationId: 'c1', agentId: 'a1', visitorId: 'v1', channel: 'web-chat' } as const
  await run({ type: 'StartConversation', conversation: about, firstMessages: [] }, 'start')
  for (let nth = 0; nth < turns; nth++) {
    const messageId = `q${nth}`
    await run({ type: 'ReceiveVisitorMessage', messageId, text: `Text of ${nth}` }, `message/${messageId}`)
    await run({ type: 'RecordReply', reply: reply(messageId) }, `reply/${messageId}`)
  }
  const snapshot = async () => (await region.readStore.get('snapshots', TENANT, 'conversation-c1'))?.document
  await expect.poll(snapshot).toMatchObject({ revision: expect.any(Number) })

  function other() {
    const faults: unknown[] = []
    let read = 0
    const handler = createCommandHandler({
      eventStore: {
        ...region.eventStore,
        async readStream(stream, options) {
          const page = await region.eventStore.readStream(stream, options)
          read += page.length
          return page
        },
      },
      keyring: region.keyring,
      snapshots: createSnapshots(region.readStore, region.keyring, (error) => faults.push(error)),
    })
    return { handler, faults, read: () => read }
  }
  return { region, other, snapshot }
}

function reply(inReplyTo: string): Reply {
  return {
    messageId: `r-${inReplyTo}`,
    inReplyTo,
    blocks: [{ type: 'text', text: `Text of the reply to ${inReplyTo}` }],
    sources: [],
    modelId: 'gpt-4o',
    inputTokens: 1,
    outputTokens: 1,
    tookMs: 1,
    cost: 1,
    grounded: true,
  }
}
