/** Events of conversations, for tests of what is counted of them. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'

type Channel = 'web-chat' | 'test-panel'
type Data<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>['data']

/** Returns the events of one conversation with an agent. */
export function story(conversationId: string, channel: Channel = 'web-chat', firstIndex = 0, agentId = 'a1') {
  let index = firstIndex
  const said = () => ({ agentId, channel, index: index++, at: '' })
  return {
    started: (more: Partial<Data<'ConversationStarted'>> = {}): ConversationEvent => ({
      type: 'ConversationStarted',
      data: {
        conversationId,
        agentId,
        visitorId: 'v1',
        channel,
        lang: 'de-AT',
        country: 'AT',
        ...more,
      },
    }),
    greeted: (): ConversationEvent => ({
      type: 'AgentGreeted',
      data: { ...said(), messageId: 'g', content: [] },
    }),
    asked: (messageId: string, text = 'A question', owner?: 'human'): ConversationEvent => ({
      type: 'VisitorMessageReceived',
      data: { ...said(), messageId, text, ...(owner ? { owner } : {}) },
    }),
    replied: (
      inReplyTo: string,
      more: {
        grounded?: boolean
        asksNothing?: true
        cost?: number
        tookMs?: number
        alsoAnswers?: string[]
      } = {},
    ): ConversationEvent => {
      const { grounded = true, asksNothing, cost = 1, tookMs = 1_000, alsoAnswers } = more
      return {
        type: 'AgentReplied',
        data: {
          ...said(),
          ...reply(`r-${inReplyTo}`, grounded, cost, tookMs),
          inReplyTo,
          ...(asksNothing ? { asksNothing } : {}),
          ...(alsoAnswers ? { alsoAnswers } : {}),
        },
      }
    },
    failed: (inReplyTo: string, reason: Data<'ReplyFailed'>['reason'] = 'time-out'): ConversationEvent => ({
      type: 'ReplyFailed',
      data: { ...said(), messageId: `f-${inReplyTo}`, inReplyTo, notice: 'Sorry', reason },
    }),
    captured: (status: 'started' | 'complete' | 'confirmed'): ConversationEvent => ({
      type: 'FieldsCaptured',
      data: {
        ...{ agentId, channel, at: '', visitorId: 'v1', by: 'question' as const },
        ...{ fields: { name: 'Grace' }, request: { nth: 0, status } },
      },
    }),
    handoff: (): ConversationEvent => ({
      type: 'HandoffRequested',
      data: { agentId, channel, at: '', by: 'visitor', offline: false },
    }),
    human: (): ConversationEvent => ({
      type: 'HumanReplied',
      data: { ...said(), messageId: 'h', content: [], userId: 'u1', displayName: 'Ada' },
    }),
    rated: (messageId: string, rating: 'up' | 'down' | 'none'): ConversationEvent => ({
      type: 'FeedbackGiven',
      data: { agentId, channel, at: '', messageId, rating },
    }),
    resolved: (): ConversationEvent => ({
      type: 'ConversationStatusChanged',
      data: { agentId, channel, at: '', status: 'resolved' },
    }),
    deleted: (): ConversationEvent => ({
      type: 'ConversationDeleted',
      data: { agentId, visitorId: 'v1', at: '', reason: 'person' },
    }),
  }
}

const reply = (messageId: string, grounded: boolean, cost: number, tookMs: number) => ({
  messageId,
  content: [],
  sources: [],
  modelId: 'm',
  inputTokens: 1,
  outputTokens: 1,
  tookMs,
  cost,
  grounded,
})
