import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { fold } from '@parley/kernel/commands/decider.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, it } from 'vitest'
import { conversation, type Reply, waitingMessages } from './conversation.decider.ts'

const NOW = '2026-11-21T12:00:00.000Z'
const where = { agentId: 'a1', channel: 'web-chat', at: NOW } as const
const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { conversationId: 'c1', agentId: 'a1', visitorId: 'v1', channel: 'web-chat', lang: 'en' },
}
const asked = (messageId: string, index: number, text = 'When are you open?'): ConversationEvent => ({
  type: 'VisitorMessageReceived',
  data: { ...where, messageId, text, index },
})
const reply = (inReplyTo: string): Reply => ({
  messageId: `r-${inReplyTo}`,
  inReplyTo,
  blocks: [{ type: 'text', text: 'From nine to five.' }],
  sources: [],
  modelId: 'gpt-4o',
  inputTokens: 20,
  outputTokens: 8,
  tookMs: 3,
  cost: 1,
  grounded: true,
})
const replied = (inReplyTo: string, index: number, more: object = {}): ConversationEvent => {
  const { blocks, ...rest } = reply(inReplyTo)
  return {
    type: 'AgentReplied',
    data: { ...where, ...rest, index, content: blocks, ...more },
  }
}
const failed = (inReplyTo: string, index: number): ConversationEvent => ({
  type: 'ReplyFailed',
  data: {
    ...where,
    messageId: `f-${inReplyTo}`,
    inReplyTo,
    index,
    notice: 'Please try again.',
    reason: 'time-out',
  },
})
const fail = (inReplyTo: string, attempt: number) =>
  ({
    type: 'RecordFailure',
    messageId: `f-${inReplyTo}`,
    inReplyTo,
    attempt,
    notice: 'Please try again.',
    reason: 'time-out',
  }) as const

describe('a conversation', () => {
  it('starts with what its channel knows of the contact, in one append', () => {
    const contact = { name: 'Grace', verified: false }
    const events = given(conversation)
      .when({ type: 'StartConversation', conversation: started.data as never, contact, firstMessages: [] })
      .events()
    expect(events.map(({ type }) => type)).toEqual(['ConversationStarted', 'VisitorIdentified'])
    expect(events.at(-1)?.data).toMatchObject({ visitorId: 'v1', ...contact })
  })

  it('starts with the first messages of the agent, numbered from 0', () => {
    const events = given(conversation)
      .when({
        type: 'StartConversation',
        conversation: started.data as never,
        firstMessages: [
          { messageId: 'm0', blocks: [{ type: 'text', text: 'Hi' }] },
          { messageId: 'm1', blocks: [{ type: 'text', text: 'How are you?' }] },
        ],
        flow: { nodeId: 'q1', variables: {} },
      })
      .events()
    expect(events.map(({ type }) => type)).toEqual(['ConversationStarted', 'AgentGreeted', 'AgentGreeted'])
    const state = fold(conversation.decider, events)
    expect(state.messages.map(({ id, index, role }) => ({ id, index, role }))).toEqual([
      { id: 'm0', index: 0, role: 'agent' },
      { id: 'm1', index: 1, role: 'agent' },
    ])
    expect(state.flow).toEqual({ nodeId: 'q1', variables: {} })
  })

  it('does not start twice and does not exist before it starts', () => {
    given(conversation, started)
      .when({ type: 'StartConversation', conversation: started.data as never, firstMessages: [] })
      .thenRejected('already-started')
    given(conversation)
      .when({ type: 'ReceiveVisitorMessage', messageId: 'm1', text: 'Hello' })
      .thenRejected('not-started')
  })

  it('records a message once, however often it is sent', () => {
    given(conversation, started)
      .when({ type: 'ReceiveVisitorMessage', messageId: 'm1', text: 'When are you open?' })
      .then(asked('m1', 0))
    given(conversation, started, asked('m1', 0))
      .when({ type: 'ReceiveVisitorMessage', messageId: 'm1', text: 'When are you open?' })
      .thenNothing()
  })

  it('gives a message one reply', () => {
    given(conversation, started, asked('m1', 0))
      .when({ type: 'RecordReply', reply: reply('m1') })
      .then(replied('m1', 1))
    given(conversation, started, asked('m1', 0), replied('m1', 1))
      .when({ type: 'RecordReply', reply: reply('m1') })
      .thenRejected('already-answered')
    given(conversation, started, asked('m1', 0), replied('m1', 1))
      .when(fail('m1', 1))
      .thenRejected('already-answered')
    given(conversation, started)
      .when({ type: 'RecordReply', reply: reply('m1') })
      .thenRejected('not-asked')
  })

  it('can be retried after a failure and records each attempt once', () => {
    given(conversation, started, asked('m1', 0)).when(fail('m1', 1)).then(failed('m1', 1))
    given(conversation, started, asked('m1', 0), failed('m1', 1))
      .when(fail('m1', 1))
      .thenRejected('already-answered')
    given(conversation, started, asked('m1', 0), failed('m1', 1)).when(fail('m1', 2)).then(failed('m1', 2))
    given(conversation, started, asked('m1', 0), failed('m1', 1))
      .when({ type: 'RecordReply', reply: reply('m1') })
      .then(replied('m1', 2))
  })

  it('returns the waiting messages in the order they were sent', () => {
    const { state } = given(
      conversation,
      started,
      asked('m1', 0),
      asked('m2', 1),
      asked('m3', 2),
      replied('m1', 3),
      failed('m2', 4),
    )
    expect(waitingMessages(state).map(({ messageId }) => messageId)).toEqual(['m3'])
    expect(state.messages.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
    expect(state.messages[4]?.failed).toBe(true)
  })

  it('keeps the state of the flow until a reply changes it', () => {
    const { state } = given(
      conversation,
      started,
      asked('m1', 0),
      replied('m1', 1, { flow: { nodeId: 'q1', variables: {} } }),
      asked('m2', 2),
      replied('m2', 3),
    )
    expect(state.flow).toEqual({ nodeId: 'q1', variables: {} })
  })

  it('folds the same events to the same state', () => {
    const events = [started, asked('m1', 0), replied('m1', 1), asked('m2', 2), failed('m2', 3)]
    expect(fold(conversation.decider, events)).toEqual(fold(conversation.decider, structuredClone(events)))
  })
})

it('records nothing of a reply that ends after the conversation was deleted, not even its tool calls', () => {
  const deleted: ConversationEvent = {
    type: 'ConversationDeleted',
    data: { agentId: 'a1', at: NOW, visitorId: 'v1', reason: 'person', messages: 1 },
  }
  const call = {
    toolId: 't1',
    name: 'Orders',
    calledBy: 'model',
    outcome: 'ok',
    tookMs: 1,
    request: 'a',
    response: 'b',
  } as const
  given(conversation, started, asked('m1', 0), deleted)
    .when({ type: 'RecordReply', reply: { ...reply('m1'), toolCalls: [call] }, epoch: 0 }, new Date(NOW))
    .then({ type: 'ReplyDiscarded', data: { ...where, inReplyTo: 'm1', reason: 'deleted' } })
})

it('shows no translation of what was deleted or edited while it was made', () => {
  const changedAt = '2026-11-21T11:59:00.000Z'
  const of = { ...where, index: 0, messageId: 'm1' }
  const deleted: ConversationEvent = { type: 'MessageDeleted', data: of }
  const edited: ConversationEvent = {
    type: 'MessageEdited',
    data: { ...of, text: 'When do you close?', editedAt: changedAt },
  }
  const translation = { lang: 'de', blocks: [{ type: 'text' as const, text: 'Wann?' }] }
  const record = { type: 'RecordTranslation', messageId: 'm1', index: 0, translation } as const
  const translated: ConversationEvent = {
    type: 'MessageTranslated',
    data: { ...of, lang: 'de', content: translation.blocks },
  }
  const at = new Date(NOW)
  given(conversation, started, asked('m1', 0)).when(record, at).then(translated)
  given(conversation, started, asked('m1', 0), deleted).when(record, at).thenNothing()
  given(conversation, started, asked('m1', 0), edited).when(record, at).thenNothing()
  const ofEdited = { ...record, editedAt: changedAt }
  given(conversation, started, asked('m1', 0), edited).when(ofEdited, at).then(translated)
  const both = { ...reply('m2'), translatedMessages: [{ messageId: 'm1', ...translation }] }
  given(conversation, started, asked('m1', 0), asked('m2', 1), deleted)
    .when({ type: 'RecordReply', reply: both }, at)
    .then(replied('m2', 2))
})

describe('a message that nobody asked for', () => {
  const about = { conversationId: 'c9', agentId: 'a1', visitorId: 'v9', channel: 'webhook' } as const
  const write = {
    type: 'WriteUnasked' as const,
    ...{ messageId: 'm1', variables: { name: 'Ada' }, conversation: about },
    blocks: [{ type: 'text' as const, text: 'Hi' }],
  }

  it('starts its conversation in the same step, where there is none', () => {
    const events = given(conversation).when(write).then
    events(
      { type: 'ConversationStarted', data: about },
      { type: 'VariablesSet', data: { agentId: 'a1', at: NOW, variables: { name: 'Ada' } } },
      {
        type: 'AgentGreeted',
        data: {
          ...{ agentId: 'a1', channel: 'webhook', at: NOW, index: 0, messageId: 'm1' },
          content: [{ type: 'text', text: 'Hi' }],
        },
      },
    )
  })

  it('is one with itself, and starts nothing that has begun or that it can’t be written into', () => {
    const begun: ConversationEvent = { type: 'ConversationStarted', data: about }
    const { state } = given(conversation, begun)
    const once = conversation.decider.decide(write, state, new Date(NOW))
    expect(once.ok && once.events.map(({ type }) => type)).toEqual(['VariablesSet', 'AgentGreeted'])
    const after = once.ok ? fold(conversation.decider, [begun, ...once.events]) : state
    expect(conversation.decider.decide(write, after, new Date(NOW))).toMatchObject({ ok: true, events: [] })
    const variables = Object.fromEntries(Array.from({ length: 200 }, (_, nth) => [`v${nth}`, 'x']))
    given(conversation)
      .when({ ...write, variables })
      .thenRejected('too-many-variables')
    const { conversation: _, ...alone } = write
    given(conversation).when(alone).thenRejected('not-started')
  })
})

it('records no translation of a message that was deleted meanwhile, whose text would be shown again', () => {
  const gone: ConversationEvent = {
    type: 'MessageDeleted',
    data: { agentId: 'a1', channel: 'whatsapp', at: NOW, index: 0, messageId: 'm1' },
  }
  const about = { conversationId: 'c9', agentId: 'a1', visitorId: 'v9', channel: 'whatsapp' } as const
  const said: ConversationEvent = {
    type: 'VisitorMessageReceived',
    data: {
      agentId: 'a1',
      channel: 'whatsapp',
      at: NOW,
      index: 0,
      messageId: 'm1',
      text: 'Hola',
    },
  }
  const translation = { lang: 'en', blocks: [{ type: 'text' as const, text: 'Hello' }] }
  given(conversation, { type: 'ConversationStarted', data: about }, said, gone)
    .when({ type: 'RecordTranslation', messageId: 'm1', index: 0, translation })
    .then()
})
