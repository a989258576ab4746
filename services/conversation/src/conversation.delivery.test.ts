import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { fold } from '@parley/kernel/commands/decider.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, test } from 'vitest'
import { type ConversationCommand, conversation } from './conversation.decider.ts'

const at = '2026-11-21T12:00:00.000Z'
const where = { agentId: 'a1', channel: 'webhook', at } as const
const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: {
    ...{ conversationId: 'c1', agentId: 'a1', visitorId: 'v1', channel: 'webhook' },
    ...{ channelId: 'ch1', contactId: 'contact' },
  },
}
const asked: ConversationEvent = {
  type: 'VisitorMessageReceived',
  data: { ...where, index: 0, messageId: 'm1', text: 'Hello' },
}
const answered: ConversationEvent = {
  type: 'AgentGreeted',
  data: { ...where, index: 1, messageId: 'r1', content: [{ type: 'text', text: 'Hi' }] },
}
type Recorded = Extract<ConversationCommand, { type: 'RecordDelivery' }>
const record = (state: Recorded['state'], more: Partial<Recorded> = {}): Recorded => ({
  type: 'RecordDelivery',
  messageId: 'r1',
  state,
  ...more,
})
const became = (
  state: Recorded['state'],
  more: Partial<Pick<Recorded, 'reason' | 'partsSent'>> = {},
): ConversationEvent => ({
  type: 'MessageDeliveryChanged',
  data: { ...where, index: 1, messageId: 'r1', state, ...more },
})
const history = [started, asked, answered]

describe('what became of a message', () => {
  test.each([
    ['sent', []],
    ['read', []],
    ['failed', []],
    ['delivered', ['sent']],
    ['read', ['sent', 'delivered']],
    ['failed', ['sent']],
  ] as const)('is recorded: %s after %j', (state, before) => {
    given(conversation, ...history, ...before.map((one) => became(one)))
      .when(record(state))
      .then(became(state))
  })

  test.each([
    ['sent', 'delivered'],
    ['sent', 'sent'],
    ['delivered', 'read'],
    ['failed', 'delivered'],
    ['sent', 'failed'],
    ['delivered', 'failed'],
  ] as const)('changes nothing when it comes late: %s after %s', (state, before) => {
    given(conversation, ...history, became(before))
      .when(record(state))
      .thenNothing()
  })

  test('is shown with the message, with the reason of a failure', () => {
    const reason = 'refused'
    given(conversation, ...history)
      .when(record('failed', { reason }))
      .then(became('failed', { reason }))
    const { messages } = fold(conversation.decider, [...history, became('failed', { reason })])
    expect(messages[1]).toMatchObject({ deliveryState: 'failed', deliveryFailure: 'refused' })
  })

  test('is a failure if a part failed, whatever was reported of the parts before it', () => {
    const partly = { reason: 'refused', partsSent: 2 } as const
    for (const before of ['sent', 'delivered', 'read'] as const)
      given(conversation, ...history, became(before))
        .when(record('failed', partly))
        .then(became('failed', partly))
    given(conversation, ...history, became('failed', partly))
      .when(record('failed', partly))
      .thenNothing()
    given(conversation, ...history, became('failed', partly))
      .when(record('delivered'))
      .thenNothing()
    const { messages } = fold(conversation.decider, [...history, became('failed', partly)])
    expect(messages[1]).toMatchObject({ deliveryState: 'failed', partsSent: 2 })
  })

  test('is recorded of messages of the agent and the team alone', () => {
    for (const messageId of ['m1', 'made up'])
      given(conversation, ...history)
        .when(record('sent', { messageId }))
        .thenRejected('not-found')
  })
})
