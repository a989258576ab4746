/**
 * One document for each conversation, from which the rates and the first reply's time are computed and which
 * drill-downs list. It contains no text and no visitor, and is kept when the conversation is deleted, so that past
 * figures do not change.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { conversationIdOf, thousandths } from '../conversations/conversations.projection.ts'
import { languageOf } from './analytics-buckets.projection.ts'
import { binOf } from './histogram.ts'

export type AnalyzedConversation = {
  agentId: string
  conversationId: string
  channel: string
  /** With which it began, while a canary ran. */
  agentVersion?: number
  /** ISO 8601. */
  startedAt: string
  /** `''` if unknown. */
  lang: string
  country: string
  /** The visitor wrote or requested a person, or a person took over. */
  engaged: boolean
  handedOff: boolean
  resolved: boolean
  /** Resolved, and no person was asked for or took over. */
  resolvedAlone: boolean
  /** A member marked it as resolved. */
  marked: boolean
  /** The visitor's last message has no reply yet. */
  waiting?: boolean
  /** A flow has begun to ask for details, and has not got them all. */
  requesting?: boolean
  /** The outcome of the last question; of small talk and buttons alone, that they were answered. */
  last?: 'known' | 'unknown' | 'failed' | 'human'
  /** A reply failed. */
  failed?: boolean
  /** Credits of its replies, where a canary runs. */
  cost?: number
  ratedDown?: boolean
  /** When the visitor first wrote, ISO 8601. */
  askedAt?: string
  firstReplyMs?: number
  firstReplyBin?: number
  /** Deleted, or not recorded: counted, but can't be opened. */
  gone?: boolean
}

const events = pick(
  conversationEvents,
  'ConversationStarted',
  'VisitorMessageReceived',
  'AgentReplied',
  'ReplyFailed',
  'FieldsCaptured',
  'HumanReplied',
  'HandoffRequested',
  'OwnershipChanged',
  'FeedbackGiven',
  'ConversationStatusChanged',
  'ConversationDeleted',
)

export const analyticsConversationsProjection = tenantProjection<AnalyzedConversation>()({
  name: 'analytics-conversations',
  version: 7,
  events,
  indexes: {
    byStart: ['agentId', 'startedAt'],
    byEngaged: ['agentId', 'engaged', 'startedAt'],
    byResolved: ['agentId', 'resolved', 'startedAt'],
    byResolvedAlone: ['agentId', 'resolvedAlone', 'startedAt'],
    byHandedOff: ['agentId', 'handedOff', 'startedAt'],
    byVersion: { sparse: ['agentId', 'agentVersion', 'startedAt'] },
    byFirstReply: { sparse: ['agentId', 'firstReplyBin', 'startedAt'] },
  },
  identify: (event) =>
    'channel' in event.data && event.data.channel === 'test-panel' ? undefined : conversationIdOf(event),
  project(found, event) {
    if (event.type === 'ConversationStarted') {
      const { conversationId, agentId, channel, lang = '', country = '', recorded, agentVersion } = event.data
      return {
        agentId,
        conversationId,
        channel,
        startedAt: event.at,
        lang: languageOf(lang),
        country,
        engaged: false,
        handedOff: false,
        resolved: false,
        resolvedAlone: false,
        marked: false,
        ...(agentVersion === undefined ? {} : { agentVersion }),
        ...(recorded === false ? { gone: true } : {}),
      }
    }
    if (!found) return undefined
    switch (event.type) {
      case 'VisitorMessageReceived':
        return judged({
          ...found,
          engaged: true,
          marked: false,
          waiting: true,
          askedAt: found.askedAt ?? event.at,
        })
      case 'AgentReplied':
        return judged({
          ...replied(found, event.at),
          ...outcomeOf(event.data, found),
          ...(found.agentVersion === undefined
            ? {}
            : { cost: thousandths((found.cost ?? 0) + event.data.cost) }),
        })
      case 'HumanReplied':
        return judged({ ...replied(found, event.at), last: 'human' })
      case 'FieldsCaptured':
        // A flow led to its end: an appointment was made, a request was taken.
        if (!event.data.request) return found
        return event.data.request.status === 'started'
          ? judged({ ...found, requesting: true })
          : judged({ ...found, requesting: false, last: 'known' })
      case 'ReplyFailed':
        return judged({ ...answered(found), last: 'failed', failed: true })
      case 'HandoffRequested':
        return judged({ ...found, engaged: true, handedOff: true })
      case 'OwnershipChanged':
        return event.data.owner === 'human'
          ? judged({ ...found, engaged: true, handedOff: true })
          : judged(found)
      case 'FeedbackGiven':
        return judged({ ...found, ratedDown: event.data.rating === 'down' })
      case 'ConversationStatusChanged':
        return judged({ ...found, marked: event.data.status === 'resolved' })
      case 'ConversationDeleted':
        return { ...found, gone: true }
    }
  },
})

/**
 * What a reply says of the last question. Small talk, a step of a flow and contact details leave it as it was: whoever thanks for
 * "I don't know that" was not helped.
 */
function outcomeOf(
  { grounded, asksNothing }: { grounded: boolean; asksNothing?: true | undefined },
  { last = 'known' }: AnalyzedConversation,
): Pick<AnalyzedConversation, 'last' | 'requesting'> {
  if (!grounded) return { last: 'unknown' }
  return asksNothing ? { last } : { last: 'known', requesting: false }
}

function answered({ waiting: _, ...found }: AnalyzedConversation): AnalyzedConversation {
  return found
}

/** Sets the time of the first reply after the visitor's first message. */
function replied(waiting: AnalyzedConversation, at: string): AnalyzedConversation {
  const found = answered(waiting)
  if (found.askedAt === undefined || found.firstReplyMs !== undefined) return found
  const firstReplyMs = Math.max(0, Date.parse(at) - Date.parse(found.askedAt))
  return { ...found, firstReplyMs, firstReplyBin: binOf(firstReplyMs) }
}

/** Sets the outcomes; see `resolutionRate` and `resolvedAlone` in contracts/src/analytics/figures.ts. */
function judged(found: AnalyzedConversation): AnalyzedConversation {
  const { engaged, marked, handedOff, waiting, requesting, last, ratedDown } = found
  const wasHelped = !handedOff && !waiting && !requesting && last === 'known' && !ratedDown
  const resolved = engaged && (marked || wasHelped)
  return { ...found, resolved, resolvedAlone: resolved && !handedOff }
}
