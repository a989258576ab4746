/**
 * One document for each message of a visitor and its outcome: used for top and unanswered questions, and for the
 * drill-downs of messages and replies. Their texts are in the transcripts.
 */
import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { ModelFaultRecord } from '@parley/contracts/conversation/model-faults.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { conversationIdOf } from '../conversations/conversations.projection.ts'

export type AnalyzedMessage = {
  agentId: string
  conversationId: string
  messageId: string
  channel: string
  /** In the conversation. */
  index: number
  /** ISO 8601. */
  at: string
  /** When the agent replied to it, alone or as the last of a burst. */
  repliedAt?: string
  tookMs?: number
  /** Credits. */
  cost?: number
  grounded?: boolean
  /** It is no question to the agent: an answer, a button, contact details, or written to a person. */
  asksNothing?: true
  /** Earlier messages of the burst that the same reply answers. */
  with?: string[]
  /** When and why the last try failed; absent after a try succeeded. */
  failedAt?: string
  failure?: ReplyFailure
  /** What went wrong with a model in the last try, and when; also where there is a reply. */
  fault?: ModelFaultRecord
  faultAt?: string
  /** For messages that the agent could not answer: whether a member handled it. */
  handled?: boolean
  sourceId?: string
}

const events = {
  ...pick(conversationEvents, 'VisitorMessageReceived', 'AgentReplied', 'ReplyFailed'),
  ...pick(analyticsEvents, 'QuestionHandled', 'QuestionReopened'),
}

export const analyticsMessagesProjection = tenantProjection<AnalyzedMessage>()({
  name: 'analytics-messages',
  version: 7,
  events,
  indexes: {
    byTime: ['agentId', 'at'],
    byReply: { sparse: ['agentId', 'repliedAt'] },
    byFailure: { sparse: ['agentId', 'failedAt'] },
    byFault: { sparse: ['agentId', 'faultAt'] },
    byFailureReason: { sparse: ['agentId', 'failure', 'failedAt'] },
    // Only messages that the agent could not answer have `handled`.
    byUnanswered: { sparse: ['agentId', 'repliedAt', 'handled'] },
    byHandled: { sparse: ['agentId', 'handled', 'repliedAt'] },
    byHandledAnywhere: { sparse: ['handled', 'repliedAt'] },
  },
  identify(event) {
    if ('channel' in event.data && event.data.channel === 'test-panel') return undefined
    if (event.type === 'QuestionHandled' || event.type === 'QuestionReopened')
      return messageKey(event.data.conversationId, event.data.messageId)
    return concerned(event).map((messageId) => messageKey(conversationIdOf(event), messageId))
  },
  project(found, event) {
    if (event.type === 'VisitorMessageReceived') {
      const { agentId, channel, messageId, index, owner } = event.data
      const message = { agentId, channel, messageId, index, at: event.at }
      return {
        ...message,
        conversationId: conversationIdOf(event),
        ...(owner === 'human' ? { asksNothing: true as const } : {}),
      }
    }
    if (!found) return undefined
    switch (event.type) {
      case 'AgentReplied': {
        const { failedAt: _, failure: __, fault: ___, faultAt: ____, asksNothing: _____, ...known } = found
        const { inReplyTo, tookMs, cost, grounded, alsoAnswers, asksNothing } = event.data
        const rest = asksNothing ? { ...known, asksNothing } : known
        // The reply is counted once, with the last of the messages that it answers.
        if (found.messageId !== inReplyTo) return rest
        const isKnown = grounded || asksNothing === true
        const message = { ...rest, ...faultIn(event), repliedAt: event.at, tookMs, cost, grounded: isKnown }
        return {
          ...message,
          ...(isKnown ? {} : { handled: false }),
          ...(alsoAnswers && alsoAnswers.length > 0 ? { with: alsoAnswers } : {}),
        }
      }
      case 'ReplyFailed':
        return found.repliedAt === undefined
          ? { ...found, ...faultIn(event), failedAt: event.at, failure: event.data.reason }
          : found
      case 'QuestionHandled': {
        const { sourceId } = event.data
        return { ...found, handled: true, ...(sourceId === undefined ? {} : { sourceId }) }
      }
      case 'QuestionReopened': {
        const { sourceId: _, ...rest } = found
        return { ...rest, handled: false }
      }
    }
  },
})

function faultIn({
  data: { modelFault },
  at,
}: {
  data: { modelFault?: ModelFaultRecord | undefined }
  at: string
}): Pick<AnalyzedMessage, 'fault' | 'faultAt'> {
  return modelFault === undefined ? {} : { fault: modelFault, faultAt: at }
}

export function messageKey(conversationId: string, messageId: string): string {
  return `${conversationId}.${messageId}`
}

/** Returns the visitor's messages that an event of their conversation concerns. */
function concerned(event: RecordedOf<typeof events>): string[] {
  switch (event.type) {
    case 'AgentReplied': {
      const { inReplyTo, alsoAnswers = [] } = event.data
      return [inReplyTo, ...alsoAnswers]
    }
    case 'ReplyFailed':
      return [event.data.inReplyTo]
    default:
      return [event.data.messageId]
  }
}
