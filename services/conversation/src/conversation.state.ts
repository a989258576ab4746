/** The state of a conversation, folded from its events. */
import { deliveryShown } from '@parley/contracts/channel/names.ts'
import { type Block, type MessageView, withTranscript } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent, Owner } from '@parley/contracts/conversation/events.ts'
import type { StoredFlow } from '@parley/contracts/conversation/flow-state.ts'
import { conversationSubject, memberName } from '@parley/contracts/message.ts'
import {
  type Approval,
  afterOwner,
  afterReply,
  withCall,
  withDecision,
  withRequest,
} from './approval/approvals.ts'
import { changedMessage } from './conversation.outside-channel.ts'
import { owned } from './conversation.ownership.ts'
import { newest, type ShownForm, withMessage, withVisitorMessage } from './conversation.window.ts'

export type Fact<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>['data']
export type Channel = Fact<'ConversationStarted'>['channel']

/**
 * A visitor's message and its outcome: `waiting` until a reply or a failure; a failed one may be retried. `left`: the
 * agent was not the owner, so a person is to answer it.
 */
export type VisitorMessage = {
  messageId: string
  /** How many messages the visitor had sent before it. */
  nth: number
  outcome: 'waiting' | 'answered' | 'failed' | 'left'
  failures: number
  /** How often it is answered once more, after a decision on what its reply asked for. */
  again?: number
  /** Whether the third party's dialog may have received it since the last attempt. */
  dispatched?: boolean
  /** The message that answered it, which may be the notice of a failure. */
  replyId?: string
}

export type Started = Omit<Fact<'ConversationStarted'>, 'pageUrl' | 'pageTitle' | 'browser' | 'platform'>

/** The visitor's identity as given by the page. `verified`: signed by the page's server. */
export type Identity = Pick<Fact<'VisitorIdentified'>, 'externalId' | 'name' | 'email' | 'phone' | 'verified'>

/** Bounded in bytes, however long the conversation is: of the transcript it has the newest messages. */
export type ConversationState = {
  started: Started | undefined
  /** How many messages the transcript has. */
  messageCount: number
  /** The newest messages as visitors see them, the last one with the index `messageCount - 1`. */
  messages: readonly MessageView[]
  /** How many messages the visitor sent. */
  visitorMessageCount: number
  /** The newest messages of the visitor, in order. */
  visitorMessages: readonly VisitorMessage[]
  /** Calls of tools that wait for the team's decision, or of which the visitor is still to be told. */
  approvals: readonly Approval[]
  /** Those of the last decisions, by their ids. */
  decidedApprovals: readonly string[]
  /** The forms shown last. */
  forms: readonly ShownForm[]
  /** What was said before the message with the index `upTo`. */
  summary: { upTo: number; text: string } | undefined
  /** Where the node flow or the dialog stands. */
  flow: StoredFlow | undefined
  owner: Owner
  /** How often the owner has changed; a reply begun in an earlier epoch is discarded. */
  epoch: number
  /** How often the visitor requested to stop a reply that another process was giving. */
  stopRequests: number
  /** The owner, if it is a person. */
  person: { userId: string; displayName: string } | undefined
  /** Since when the visitor waits for a person (ISO 8601); undefined if they do not. */
  awaitingSince: string | undefined
  /** Whether a person was asked for and none has come or answered yet, though the agent may have gone on replying. */
  handoffPending: boolean
  status: 'open' | 'resolved'
  tags: readonly string[]
  assignee: string | undefined
  /** The index of the last message that the team has read. */
  readUpTo: number
  notes: readonly string[]
  /** The rating of the conversation as a whole; those of messages stand with them. */
  rating: 'up' | 'down' | undefined
  identity: Identity | undefined
  /** Variables set by the page. */
  variables: Readonly<Record<string, string>>
  /** Fields captured by questions, forms and people. */
  fields: Readonly<Record<string, string>>
  pageUrl: string | undefined
  /** The title of that page, if it is known. */
  pageTitle: string | undefined
  deleted: boolean
  /** ISO 8601. */
  deletedAt: string | undefined
}

export const initialState: ConversationState = {
  started: undefined,
  messageCount: 0,
  messages: [],
  visitorMessageCount: 0,
  visitorMessages: [],
  approvals: [],
  decidedApprovals: [],
  forms: [],
  summary: undefined,
  flow: undefined,
  owner: 'agent',
  epoch: 0,
  stopRequests: 0,
  person: undefined,
  awaitingSince: undefined,
  handoffPending: false,
  status: 'open',
  tags: [],
  assignee: undefined,
  readUpTo: -1,
  notes: [],
  rating: undefined,
  identity: undefined,
  variables: {},
  fields: {},
  pageUrl: undefined,
  pageTitle: undefined,
  deleted: false,
  deletedAt: undefined,
}

export function evolve(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'ConversationStarted': {
      const { pageUrl, pageTitle, browser: _, platform: __, ...started } = event.data
      return { ...state, started, pageUrl, pageTitle }
    }
    case 'VisitorMessageReceived': {
      const { messageId, text, content, index, at, sentAt, sequence } = event.data
      const arrived = sentAt === undefined ? { at } : { at: sentAt, receivedAt: at }
      const written = sequence === undefined ? arrived : { ...arrived, sequence }
      const blocks: Block[] = text === '' ? [] : [{ type: 'text', text }]
      if (content !== undefined) blocks.push(...content)
      const outcome = state.owner === 'agent' ? 'waiting' : 'left'
      return {
        ...state,
        ...withMessage(state, { id: messageId, index, role: 'visitor', blocks, ...written }),
        ...withVisitorMessage(state, { messageId, outcome }),
        awaitingSince: outcome === 'left' ? (state.awaitingSince ?? at) : undefined,
      }
    }
    case 'AgentGreeted': {
      const { messageId, index, at, content, flow, inReplyTo } = event.data
      const message: MessageView = { id: messageId, index, role: 'agent', blocks: content, at }
      const unanswered = state.visitorMessages.some(
        (one) => one.messageId === inReplyTo && (one.outcome === 'left' || one.outcome === 'waiting'),
      )
      return {
        ...state,
        ...withMessage(state, message),
        flow: flow ?? state.flow,
        ...(unanswered
          ? { visitorMessages: mark(state.visitorMessages, inReplyTo, undefined, 'answered', messageId) }
          : {}),
      }
    }
    case 'AgentReplied': {
      const { messageId, inReplyTo, alsoAnswers, index, at, content, sources, flow, stopped } = event.data
      const message: MessageView = { id: messageId, index, role: 'agent', blocks: content, at }
      if (sources.length > 0) message.sources = sources
      if (stopped) message.stopped = true
      const visitorMessages = mark(state.visitorMessages, inReplyTo, alsoAnswers, 'answered', messageId)
      return {
        ...state,
        ...withMessage(state, message),
        ...afterReply({ approvals: state.approvals, visitorMessages }, event.data),
        flow: flow ?? state.flow,
      }
    }
    case 'ReplyFailed': {
      const { messageId, inReplyTo, alsoAnswers, index, at, notice } = event.data
      const blocks: Block[] = [{ type: 'text', text: notice }]
      return {
        ...state,
        ...withMessage(state, { id: messageId, index, role: 'agent', blocks, at, failed: true }),
        visitorMessages: mark(state.visitorMessages, inReplyTo, alsoAnswers, 'failed', messageId),
      }
    }
    case 'ConversationSummarised': {
      const { upTo, text } = event.data
      return { ...state, summary: { upTo, text } }
    }
    case 'ReplyDiscarded':
      return state
    case 'ReplyStopRequested':
      return { ...state, stopRequests: state.stopRequests + 1 }
    case 'DialogDispatched': {
      const { messageIds } = event.data
      return {
        ...state,
        visitorMessages: state.visitorMessages.map((one) =>
          messageIds.includes(one.messageId) ? { ...one, dispatched: true } : one,
        ),
      }
    }
    case 'OwnershipChanged': {
      const after = owned(state, event.data)
      return { ...after, ...afterOwner(after, event.data.reason === 'resolved') }
    }
    case 'ToolApprovalRequested':
      return { ...state, ...withRequest(state, event.data) }
    case 'ToolApprovalDecided':
      return { ...state, ...withDecision(state, event.data) }
    case 'ToolCalled':
      return event.data.approvalId === undefined ? state : { ...state, ...withCall(state, event.data) }
    case 'HandoffRequested':
      return { ...state, awaitingSince: state.awaitingSince ?? event.data.at, handoffPending: true }
    case 'HumanReplied': {
      const { messageId, index, at, content, displayName, outside, sentAt } = event.data
      const written = sentAt === undefined ? { at } : { at: sentAt, receivedAt: at }
      return {
        ...state,
        ...withMessage(state, {
          id: messageId,
          index,
          role: 'human',
          blocks: content,
          ...written,
          author: memberName(displayName),
          ...(outside ? { outside } : {}),
        }),
        visitorMessages: state.visitorMessages.map((one) =>
          one.outcome === 'left' ? { ...one, outcome: 'answered', replyId: messageId } : one,
        ),
        awaitingSince: undefined,
        handoffPending: false,
      }
    }
    case 'MessageTranslated': {
      const { messageId, lang, content } = event.data
      const translation = { lang, blocks: content }
      return {
        ...state,
        messages: state.messages.map((one) => (one.id === messageId ? { ...one, translation } : one)),
      }
    }
    case 'VoiceNoteTranscribed': {
      const { messageId, fileId, text, lang, seconds } = event.data
      const transcript = { text, ...(lang === undefined ? {} : { lang }), seconds }
      const messages = state.messages.map((one) =>
        one.id === messageId ? { ...one, blocks: withTranscript(one.blocks, fileId, transcript) } : one,
      )
      // With it, a message may need the room of others.
      return { ...state, messages: newest(messages) }
    }
    case 'MessageDeliveryChanged': {
      const { messageId } = event.data
      const became = deliveryShown(event.data)
      const messages = state.messages.map((one) => (one.id === messageId ? { ...one, ...became } : one))
      return { ...state, messages }
    }
    case 'ReactionChanged':
    case 'MessageEdited':
    case 'MessageDeleted': {
      const { messageId } = event.data
      // With its former texts, a message may need the room of others.
      const messages = newest(
        state.messages.map((one) => (one.id === messageId ? changedMessage(one, event) : one)),
      )
      if (event.type !== 'MessageDeleted') return { ...state, messages }
      // Nobody answers what is gone.
      const visitorMessages = state.visitorMessages.map((one) =>
        one.messageId === messageId ? { ...one, outcome: 'answered' as const } : one,
      )
      return { ...state, messages, visitorMessages }
    }
    case 'ConversationStatusChanged':
      return { ...state, status: event.data.status }
    case 'ConversationTagged':
      return { ...state, tags: event.data.tags }
    case 'ConversationAssigned':
      return { ...state, assignee: event.data.assignee }
    case 'ConversationRead':
      return { ...state, readUpTo: event.data.index }
    case 'NoteAdded':
      return { ...state, notes: [...state.notes, event.data.noteId] }
    case 'NoteRemoved':
      return { ...state, notes: state.notes.filter((noteId) => noteId !== event.data.noteId) }
    case 'FeedbackGiven':
      return rated(state, event.data)
    case 'VisitorIdentified': {
      const { externalId, name, email, phone, verified } = event.data
      return { ...state, identity: { externalId, name, email, phone, verified } }
    }
    case 'VariablesSet':
      return { ...state, variables: event.data.variables }
    case 'FieldsCaptured':
      return { ...state, fields: newestFields({ ...state.fields, ...event.data.fields }) }
    case 'PageViewed':
      return { ...state, pageUrl: event.data.pageUrl, pageTitle: undefined }
    case 'ConversationDeleted':
      return {
        ...initialState,
        started: state.started,
        epoch: state.epoch + 1,
        deleted: true,
        deletedAt: event.data.at,
      }
    default:
      return state
  }
}

/** Returns the subject whose key seals the texts. */
export function subjectOf({ conversationId }: Pick<Started, 'conversationId'>): string {
  return conversationSubject(conversationId)
}

/** Returns a visitor's message with its outcome; undefined if it was never received, or long ago. */
export function visitorMessageIn(state: ConversationState, messageId: string): VisitorMessage | undefined {
  return state.visitorMessages.findLast((message) => message.messageId === messageId)
}

/** Returns the unanswered messages that the agent is to answer, in order; none of a conversation that was moved here. */
export function waitingMessages(state: ConversationState): VisitorMessage[] {
  if (state.started?.imported) return []
  return state.visitorMessages.filter((message) => message.outcome === 'waiting')
}

function rated(state: ConversationState, { messageId, rating }: Fact<'FeedbackGiven'>): ConversationState {
  const given = rating === 'none' ? undefined : rating
  if (messageId === undefined) return { ...state, rating: given }
  const messages = state.messages.map((message) => {
    if (message.id !== messageId) return message
    const { feedback: _former, ...rest } = message
    return given === undefined ? rest : { ...rest, feedback: given }
  })
  return { ...state, messages }
}

const MOST_FIELDS = 100

function newestFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).slice(-MOST_FIELDS))
}

function mark(
  messages: readonly VisitorMessage[],
  messageId: string | undefined,
  also: readonly string[] | undefined,
  outcome: 'answered' | 'failed',
  replyId: string,
): readonly VisitorMessage[] {
  if (messageId === undefined) return messages
  return messages.map((one) =>
    one.messageId === messageId || also?.includes(one.messageId)
      ? {
          messageId: one.messageId,
          nth: one.nth,
          outcome,
          replyId,
          failures: one.failures + (outcome === 'failed' ? 1 : 0),
          ...(one.again === undefined ? {} : { again: one.again }),
        }
      : one,
  )
}
