/**
 * One conversation between a visitor, an agent and the team. Messages are numbered from 0 in the order they were sent.
 * A visitor's message gets one reply, even if several turns answer it concurrently, and only from the owner.
 */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { type ConversationEvent, conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { StoredFlow } from '@parley/contracts/conversation/flow-state.ts'
import type { ModelFaultRecord } from '@parley/contracts/conversation/model-faults.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { type DecideApproval, decideApproval } from './approval/approvals.ts'
import { decideOutsideTurn, type OutsideTurnCommand, translated } from './conversation.outside-turns.ts'
import { conversationSnapshot } from './conversation.snapshot.ts'
import {
  type ConversationState,
  evolve,
  type Fact,
  initialState,
  type Started,
  visitorMessageIn,
  waitingMessages,
} from './conversation.state.ts'
import {
  type ImportConversation,
  importConversation,
  isOpenWhereImported,
} from './moved/import-conversation.ts'
import { type HeardNote, transcriptEvents } from './transcription/transcripts.decider.ts'
import { areSame } from './translation/block-words.ts'
import type { Consequences, ToolCallRecord } from './turn/generate/generated-reply.ts'
import { consequencesOf } from './turn/record/consequences.ts'

export { textOf } from './conversation.content.ts'
export {
  type Channel,
  type ConversationState,
  type Started,
  subjectOf,
  type VisitorMessage,
  visitorMessageIn,
  waitingMessages,
} from './conversation.state.ts'

export type Reply = {
  messageId: string
  inReplyTo: string
  /** Ids of the other messages of the burst that it answers. */
  alsoAnswers?: string[]
  /** What went wrong with a model on the way. */
  modelFault?: ModelFaultRecord
  /** The hold of its credits. */
  holdId?: string
  /** The reservation that it is charged to. */
  reservationId?: string
  /** The organisation that it is charged to; the workspace if there is none. */
  payingOrganisationId?: string
  /** Whether the visitor stopped it. */
  stopped?: boolean
  /** The decisions on calls of tools of which it tells the outcome. */
  approvalIds?: string[]
  blocks: Block[]
  sources: { sourceId: string; name: string; url?: string }[]
  modelId: string
  inputTokens: number
  outputTokens: number
  /** Milliseconds. */
  tookMs: number
  /** Credits. */
  cost: number
  grounded: boolean
  /** What it answers is no question to the agent. */
  asksNothing?: true
  flow?: StoredFlow
  /** The visitor's voice notes that were transcribed for it. */
  heard?: readonly HeardNote[]
} & Omit<Consequences, 'handoff'> & { handoff?: Handoff }

/** A handoff that a node or the model requested, with the terms that applied at that time. */
export type Handoff = NonNullable<Consequences['handoff']> & { offline: boolean; silencesAgent: boolean }

export type Summary = Omit<Fact<'ConversationSummarised'>, 'agentId' | 'channel' | 'at'>

export type ConversationCommand =
  | {
      type: 'StartConversation'
      conversation: Fact<'ConversationStarted'>
      /** What is known of the visitor from the beginning; recorded with it, as `IdentifyVisitor` does. */
      contact?: Omit<Extract<OutsideTurnCommand, { type: 'IdentifyVisitor' }>, 'type'>
      /** Messages that the agent sends before the visitor writes. */
      firstMessages: { messageId: string; blocks: Block[] }[]
      /** Whether the first messages, and `flow`, follow from the agent's document and the language alone. */
      impersonal?: boolean
      flow?: StoredFlow
    }
  | {
      type: 'ReceiveVisitorMessage'
      messageId: string
      text: string
      /** Files or a submitted form. */
      blocks?: Block[]
      lang?: string
      /** When it was written (ISO 8601), if a channel says so. */
      sentAt?: string
      /** Its number among those of the same moment, if the channel counts. */
      sequence?: number
    }
  /** Stops the reply in progress, in whichever process it runs. */
  | { type: 'RequestStop' }
  /** Recorded before the messages are sent to a third party's dialog. */
  | { type: 'DispatchDialog'; messageIds: string[]; epoch: number }
  | {
      type: 'RecordReply'
      reply: Reply
      /** The epoch in which the reply began; it is discarded if the epoch has changed since. */
      epoch?: number
    }
  | {
      type: 'RecordFailure'
      messageId: string
      inReplyTo: string
      alsoAnswers?: string[]
      holdId?: string
      /** Counts from 1. If two concurrent turns fail, one failure is recorded. */
      attempt: number
      notice: string
      reason: ReplyFailure
      detail?: string
      modelFault?: ModelFaultRecord
      epoch?: number
      /** Tool calls made before the failure. */
      toolCalls?: ToolCallRecord[]
      /** Voice notes that were transcribed before the failure. */
      heard?: readonly HeardNote[]
    }
  /** Recorded once for a stretch: of two summaries up to the same message, the first. */
  | ({ type: 'RecordSummary' } & Summary)
  | DecideApproval
  | ImportConversation
  | OutsideTurnCommand

/**
 * Refuses with `imported` what would reach the visitor of a conversation that was moved here, with `not-importable` what
 * can't be events of one conversation, and else with `not-started`, `already-started`, `not-asked`, `already-answered`, `owner-changed`, `deleted`, and the
 * codes of `decideOutsideTurn` and `decideApproval`.
 */
export const conversation: Aggregate<ConversationState, ConversationCommand, ConversationEvent> = {
  category: 'conversation',
  events: conversationEvents,
  decider: { initialState, evolve, decide },
  snapshot: conversationSnapshot,
}

function decide(
  command: ConversationCommand,
  state: ConversationState,
  now: Date,
): Decision<ConversationEvent> {
  if (command.type === 'StartConversation') return start(command, state, now)
  if (command.type === 'ImportConversation') return importConversation(command, state)
  if (!state.started) {
    if (command.type === 'WriteUnasked' && command.conversation)
      return startWith(command, command.conversation, state, now)
    return refuse('not-started', 'This conversation does not exist.')
  }
  if (state.started.imported && !isOpenWhereImported(command.type)) return imported
  switch (command.type) {
    case 'ReceiveVisitorMessage':
      return receive(command, state, state.started, now)
    case 'RequestStop':
      if (state.deleted || waitingMessages(state).length === 0) return accept()
      return accept({
        type: 'ReplyStopRequested',
        data: { ...whereIn(state.started), at: now.toISOString() },
      })
    case 'DispatchDialog': {
      if (state.deleted || command.epoch !== state.epoch) return ownerChanged
      const { messageIds } = command
      return accept({
        type: 'DialogDispatched',
        data: { ...whereIn(state.started), at: now.toISOString(), messageIds },
      })
    }
    case 'RecordReply': {
      const { blocks, flow, ...others } = command.reply
      const { heard, translatedMessages, toolCalls, approvalRequests, captured, handoff, trace, ...rest } =
        others
      const whole = { ...rest, ...(flow === undefined ? {} : { flow }), content: blocks }
      const concluded = concluding(command.epoch, whole, state, state.started, now, (said, answered) => ({
        type: 'AgentReplied',
        data: { ...said, ...answered },
      }))
      const consequences = {
        heard,
        translatedMessages,
        toolCalls,
        approvalRequests,
        captured,
        handoff,
        trace,
      }
      return withConsequences(concluded, consequences, rest, state, state.started, now)
    }
    case 'RecordFailure': {
      const { type: _, attempt, epoch, toolCalls, heard, ...failure } = command
      const received = visitorMessageIn(state, failure.inReplyTo)
      if (received && received.failures >= attempt) return alreadyAnswered
      const concluded = concluding(epoch, failure, state, state.started, now, (said, failed) => ({
        type: 'ReplyFailed',
        data: { ...said, ...failed },
      }))
      return withConsequences(
        concluded,
        { heard, toolCalls },
        { ...failure, cost: 0 },
        state,
        state.started,
        now,
      )
    }
    case 'RecordSummary': {
      const { type: _, ...summary } = command
      if (state.deleted) return deleted
      if (summary.upTo <= (state.summary?.upTo ?? 0) || summary.upTo > state.messageCount) return accept()
      const where = whereIn(state.started)
      return accept({ type: 'ConversationSummarised', data: { ...where, at: now.toISOString(), ...summary } })
    }
    case 'DecideApproval':
      return state.deleted ? deleted : decideApproval(command, state, state.started, now)
    default:
      return decideOutsideTurn(command, state, state.started, now)
  }
}

function start(
  command: Extract<ConversationCommand, { type: 'StartConversation' }>,
  state: ConversationState,
  now: Date,
): Decision<ConversationEvent> {
  if (state.started) return refuse('already-started', 'This conversation has started already.')
  const { conversation: started, contact, firstMessages, flow, impersonal } = command
  const identified = contact
    ? decideOutsideTurn({ type: 'IdentifyVisitor', ...contact }, state, started, now)
    : accept<ConversationEvent>()
  if (!identified.ok) return identified
  return accept(
    { type: 'ConversationStarted', data: started },
    ...identified.events,
    ...firstMessages.map((message, nth) =>
      firstMessage(
        message,
        { ...whereIn(started), index: nth, at: now.toISOString(), ...(impersonal ? { impersonal } : {}) },
        nth === firstMessages.length - 1 ? flow : undefined,
      ),
    ),
  )
}

/** Starts a conversation and carries out a command on it, in one step. */
function startWith(
  command: ConversationCommand,
  conversation: Fact<'ConversationStarted'>,
  state: ConversationState,
  now: Date,
): Decision<ConversationEvent> {
  const begun = start({ type: 'StartConversation', conversation, firstMessages: [] }, state, now)
  if (!begun.ok) return begun
  const decided = decide(command, begun.events.reduce(evolve, state), now)
  return decided.ok ? accept(...begun.events, ...decided.events) : decided
}

/** Records a visitor's message. A message to a resolved conversation reopens it, with the agent as the owner. */
function receive(
  {
    messageId,
    text,
    blocks,
    lang,
    sentAt,
    sequence,
  }: Extract<ConversationCommand, { type: 'ReceiveVisitorMessage' }>,
  state: ConversationState,
  started: Started,
  now: Date,
): Decision<ConversationEvent> {
  if (state.deleted) return deleted
  if (visitorMessageIn(state, messageId)) return accept()
  const at = now.toISOString()
  const where = whereIn(started)
  const reopening: ConversationEvent[] = []
  if (state.status === 'resolved') {
    reopening.push({ type: 'ConversationStatusChanged', data: { ...where, at, status: 'open' } })
    if (state.owner !== 'agent') {
      const index = state.messageCount
      const change = { from: state.owner, owner: 'agent', reason: 'reopened' } as const
      reopening.push({ type: 'OwnershipChanged', data: { ...where, index, at, ...change } })
    }
  }
  const index = state.messageCount + reopening.filter(({ type }) => type === 'OwnershipChanged').length
  const data: Fact<'VisitorMessageReceived'> = { ...where, index, at, messageId, text }
  if (blocks !== undefined && blocks.length > 0) data.content = blocks
  if (lang !== undefined) data.lang = lang
  if (reopening.length === 0 && state.owner !== 'agent') data.owner = state.owner
  // Nothing was written after it arrived: the sender's clock is fast.
  if (sentAt !== undefined) data.sentAt = Date.parse(sentAt) > now.getTime() ? at : sentAt
  if (sequence !== undefined) data.sequence = sequence
  return accept(...reopening, { type: 'VisitorMessageReceived', data })
}

/**
 * Records the reply or failure that ends a turn. Discards it if the epoch has changed since the turn began. Leaves out
 * messages that were answered meanwhile.
 */
function concluding<Ending extends { inReplyTo: string; alsoAnswers?: string[]; holdId?: string }>(
  epoch: number | undefined,
  ending: Ending,
  state: ConversationState,
  started: Started,
  now: Date,
  event: (said: ReplyBase, ending: Ending) => ConversationEvent,
): Decision<ConversationEvent> {
  const at = now.toISOString()
  const { inReplyTo, alsoAnswers, ...rest } = ending
  if (state.deleted || (epoch !== undefined && epoch !== state.epoch)) {
    const reason = state.deleted ? 'deleted' : 'owner-changed'
    const held = ending.holdId === undefined ? {} : { holdId: ending.holdId }
    return accept({ type: 'ReplyDiscarded', data: { ...whereIn(started), at, inReplyTo, ...held, reason } })
  }
  const received = visitorMessageIn(state, inReplyTo)
  if (!received) return refuse('not-asked', 'There is no such message to reply to.')
  if (received.outcome === 'answered') return alreadyAnswered
  const also = alsoAnswers?.filter((messageId) => visitorMessageIn(state, messageId)?.outcome !== 'answered')
  const answered = { ...rest, inReplyTo, ...(also?.length ? { alsoAnswers: also } : {}) } as Ending
  return accept(event({ ...whereIn(started), index: state.messageCount, at }, answered))
}

/**
 * Adds the events that follow from a reply. Tool calls are recorded even if the reply failed or was discarded, unless
 * the conversation is deleted, and transcripts even if it failed; everything else is recorded only with a reply.
 */
function withConsequences(
  concluded: Decision<ConversationEvent>,
  {
    heard = [],
    translatedMessages = [],
    toolCalls,
    handoff,
    ...others
  }: Omit<Consequences, 'handoff'> & {
    heard?: readonly HeardNote[] | undefined
    handoff?: Handoff | undefined
  },
  reply: { messageId: string; inReplyTo: string; cost: number },
  state: ConversationState,
  started: Started,
  now: Date,
): Decision<ConversationEvent> {
  if (!concluded.ok || state.deleted) return concluded
  const [concluding] = concluded.events
  const given = concluding?.type === 'AgentReplied'
  const where = { ...whereIn(started), at: now.toISOString(), visitorId: started.visitorId }
  const events = [
    ...concluded.events,
    ...(concluding?.type === 'ReplyDiscarded' ? [] : transcriptEvents(heard, state, where)),
    ...(given ? translationEvents(translatedMessages, state, where) : []),
    ...consequencesOf(given ? { toolCalls, ...others } : { toolCalls }, where, reply),
  ]
  if (!given || !handoff) return accept(...events)
  const after = evolve(state, concluding)
  const asked = decideOutsideTurn({ type: 'RequestHandoff', ...handoff }, after, started, now)
  return asked.ok ? accept(...events, ...asked.events) : asked
}

/** Returns the translations of the visitor's messages that the agent received, for the team to read. */
function translationEvents(
  translatedMessages: NonNullable<Consequences['translatedMessages']>,
  { messages }: ConversationState,
  { agentId, channel, at }: Omit<ReplyBase, 'index'>,
): ConversationEvent[] {
  return translatedMessages.flatMap(({ messageId, ...translation }) => {
    const message = messages.find(({ id }) => id === messageId)
    if (!message || message.deleted || message.translation) return []
    if (areSame(message.blocks, translation.blocks)) return []
    return [translated({ agentId, channel, at, index: message.index, messageId }, translation)]
  })
}

type ReplyBase = Pick<Fact<'AgentReplied'>, 'agentId' | 'channel' | 'index' | 'at'>

function whereIn({ agentId, channel }: Started): Pick<Started, 'agentId' | 'channel'> {
  return { agentId, channel }
}

const alreadyAnswered = refuse('already-answered', 'This message has been answered already.')
const ownerChanged = refuse('owner-changed', 'Somebody else answers this conversation now.')
const deleted = refuse('deleted', 'This conversation has been deleted.')
const imported = refuse(
  'imported',
  'This conversation took place in another workspace. Its visitor can’t be reached from here.',
)

function firstMessage(
  { messageId, blocks }: { messageId: string; blocks: Block[] },
  said: ReplyBase & Pick<Fact<'AgentGreeted'>, 'impersonal'>,
  flow: StoredFlow | undefined,
): ConversationEvent {
  const data = { ...said, messageId, content: blocks }
  return { type: 'AgentGreeted', data: flow === undefined ? data : { ...data, flow } }
}
