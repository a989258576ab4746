/** What a conversation is, folded from its events: the transcript as visitors see it, and who cares for it. */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent, Owner } from '@parley/contracts/conversation/events.ts'
import { blocksIn, namedTexts } from './conversation.content.ts'
import { owned } from './conversation.ownership.ts'

export type Fact<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>['data']
export type Channel = Fact<'ConversationStarted'>['channel']
export type FailureReason = Fact<'ReplyFailed'>['reason']

/**
 * What the visitor waits for: `waiting` until a reply or a failure; a failure may be tried again. `left`: it was
 * said while the agent was silent, for a person to read.
 */
export type Asked = {
  messageId: string
  outcome: 'waiting' | 'answered' | 'failed' | 'left'
  failures: number
  /** The third party's dialog may have heard it since it was last tried. */
  told?: boolean
  /** The message that came back, a notice included. */
  replyId?: string
}

export type Started = Omit<Fact<'ConversationStarted'>, 'pageUrl' | 'browser' | 'platform'>

/** Who the visitor is, as the page told. `verified`: signed by the server of the page. */
export type Identity = Pick<Fact<'VisitorIdentified'>, 'externalId' | 'name' | 'email' | 'phone' | 'verified'>

export type ConversationState = {
  started: Started | undefined
  /** The transcript, as visitors see it. */
  messages: readonly MessageView[]
  /** The visitor's messages in order. */
  asked: readonly Asked[]
  /** Where the node flow stands, the JSON of the flow's state. */
  flow: string | undefined
  owner: Owner
  /** How often the owner changed: a reply begun under an earlier one is discarded. */
  epoch: number
  /** How often a visitor asked for a reply to end that another process was giving. */
  stopRequests: number
  /** Who holds it, where a person does. */
  person: { userId: string; displayName: string } | undefined
  /** Since when the visitor waits for a person (ISO 8601); undefined where nobody is awaited. */
  awaitingSince: string | undefined
  status: 'open' | 'resolved'
  tags: readonly string[]
  assignee: string | undefined
  /** The team has seen everything up to this index. */
  readUpTo: number
  notes: readonly string[]
  ratings: Readonly<Record<string, 'up' | 'down'>>
  identity: Identity | undefined
  /** What the page set. */
  variables: Readonly<Record<string, string>>
  /** What questions, forms and people captured. */
  fields: Readonly<Record<string, string>>
  pageUrl: string | undefined
  deleted: boolean
}

export const initialState: ConversationState = {
  started: undefined,
  messages: [],
  asked: [],
  flow: undefined,
  owner: 'agent',
  epoch: 0,
  stopRequests: 0,
  person: undefined,
  awaitingSince: undefined,
  status: 'open',
  tags: [],
  assignee: undefined,
  readUpTo: -1,
  notes: [],
  ratings: {},
  identity: undefined,
  variables: {},
  fields: {},
  pageUrl: undefined,
  deleted: false,
}

export function evolve(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'ConversationStarted': {
      const { pageUrl, browser: _, platform: __, ...started } = event.data
      return { ...state, started, pageUrl }
    }
    case 'VisitorMessageReceived': {
      const { messageId, text, content, index, at } = event.data
      const blocks: Block[] = text === '' ? [] : [{ type: 'text', text }]
      if (content !== undefined) blocks.push(...blocksIn(content))
      const outcome = state.owner === 'agent' ? 'waiting' : 'left'
      return {
        ...state,
        messages: [...state.messages, { id: messageId, index, role: 'visitor', blocks, at }],
        asked: [...state.asked, { messageId, outcome, failures: 0 }],
        awaitingSince: outcome === 'left' ? (state.awaitingSince ?? at) : undefined,
      }
    }
    case 'AgentGreeted': {
      const { messageId, index, at, content, flow } = event.data
      const message: MessageView = { id: messageId, index, role: 'agent', blocks: blocksIn(content), at }
      return { ...state, messages: [...state.messages, message], flow: flow ?? state.flow }
    }
    case 'AgentReplied': {
      const { messageId, inReplyTo, alsoAnswers, index, at, content, sources, flow, stopped } = event.data
      const message: MessageView = { id: messageId, index, role: 'agent', blocks: blocksIn(content), at }
      if (sources.length > 0) message.sources = sources
      if (stopped) message.stopped = true
      return {
        ...state,
        messages: [...state.messages, message],
        asked: mark(state.asked, inReplyTo, alsoAnswers, 'answered', messageId),
        flow: flow ?? state.flow,
      }
    }
    case 'ReplyFailed': {
      const { messageId, inReplyTo, alsoAnswers, index, at, notice } = event.data
      const blocks: Block[] = [{ type: 'text', text: notice }]
      return {
        ...state,
        messages: [...state.messages, { id: messageId, index, role: 'agent', blocks, at, failed: true }],
        asked: mark(state.asked, inReplyTo, alsoAnswers, 'failed', messageId),
      }
    }
    case 'ReplyDiscarded':
      return state
    case 'ReplyStopRequested':
      return { ...state, stopRequests: state.stopRequests + 1 }
    case 'DialogDispatched': {
      const { messageIds } = event.data
      return {
        ...state,
        asked: state.asked.map((one) => (messageIds.includes(one.messageId) ? { ...one, told: true } : one)),
      }
    }
    case 'OwnershipChanged':
      return owned(state, event.data)
    case 'HandoffRequested':
      return { ...state, awaitingSince: state.awaitingSince ?? event.data.at }
    case 'HumanReplied': {
      const { messageId, index, at, content, displayName } = event.data
      const blocks = blocksIn(content)
      return {
        ...state,
        messages: [
          ...state.messages,
          { id: messageId, index, role: 'human', blocks, at, author: displayName },
        ],
        asked: state.asked.map((one) =>
          one.outcome === 'left' ? { ...one, outcome: 'answered', replyId: messageId } : one,
        ),
        awaitingSince: undefined,
      }
    }
    case 'MessageTranslated': {
      const { messageId, lang, content } = event.data
      const translation = { lang, blocks: blocksIn(content) }
      return {
        ...state,
        messages: state.messages.map((one) => (one.id === messageId ? { ...one, translation } : one)),
      }
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
      return { ...state, variables: namedTexts(event.data.variables) }
    case 'FieldsCaptured':
      return { ...state, fields: { ...state.fields, ...namedTexts(event.data.fields) } }
    case 'PageViewed':
      return { ...state, pageUrl: event.data.pageUrl }
    case 'ConversationDeleted':
      return { ...initialState, started: state.started, epoch: state.epoch + 1, deleted: true }
    default:
      return state
  }
}

/** Whose key seals what is said in it: the conversation's own, so that it can be erased alone. */
export function subjectOf({ conversationId }: Pick<Started, 'conversationId'>): string {
  return `conversation-${conversationId}`
}

/** What became of a visitor's message; undefined if it was never received. */
export function askedIn(state: ConversationState, messageId: string): Asked | undefined {
  return state.asked.findLast((asked) => asked.messageId === messageId)
}

/** The visitor's messages that nobody has answered yet and the agent is to answer, in order. */
export function waitingIn(state: ConversationState): Asked[] {
  return state.asked.filter((asked) => asked.outcome === 'waiting')
}

function rated(state: ConversationState, { messageId, rating }: Fact<'FeedbackGiven'>): ConversationState {
  const { [messageId ?? '']: _, ...others } = state.ratings
  const ratings = rating === 'none' ? others : { ...others, [messageId ?? '']: rating }
  if (messageId === undefined) return { ...state, ratings }
  const messages = state.messages.map((message) => {
    if (message.id !== messageId) return message
    const { feedback: _former, ...rest } = message
    return rating === 'none' ? rest : { ...rest, feedback: rating }
  })
  return { ...state, ratings, messages }
}

function mark(
  asked: readonly Asked[],
  messageId: string | undefined,
  also: readonly string[] | undefined,
  outcome: 'answered' | 'failed',
  replyId: string,
): readonly Asked[] {
  if (messageId === undefined) return asked
  return asked.map((one) =>
    one.messageId === messageId || also?.includes(one.messageId)
      ? {
          messageId: one.messageId,
          outcome,
          replyId,
          failures: one.failures + (outcome === 'failed' ? 1 : 0),
        }
      : one,
  )
}
