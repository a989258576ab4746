/**
 * One conversation between a visitor and an agent. Messages are numbered from 0 in the order they were said, and
 * a visitor's message gets one reply, however many turns race to give it.
 */
import { type Block, blockSchema, type MessageView } from '@parley/contracts/conversation/blocks.ts'
import { type ConversationEvent, conversationEvents } from '@parley/contracts/conversation/events.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/decider.ts'

type Fact<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>['data']
export type Channel = Fact<'ConversationStarted'>['channel']
export type FailureReason = Fact<'ReplyFailed'>['reason']

/** What the visitor waits for: `waiting` until a reply or a failure; a failure may be tried again. */
export type Asked = {
  messageId: string
  outcome: 'waiting' | 'answered' | 'failed'
  failures: number
  /** The message that came back, a notice included. */
  replyId?: string
}

export type Started = Omit<Fact<'ConversationStarted'>, 'pageUrl' | 'browser' | 'platform'>

export type ConversationState = {
  started: Started | undefined
  /** The transcript, as visitors see it. */
  messages: readonly MessageView[]
  /** The visitor's messages in order. */
  asked: readonly Asked[]
  /** Where the node flow stands, the JSON of the flow's state. */
  flow: string | undefined
}

export type Reply = {
  messageId: string
  inReplyTo: string
  blocks: Block[]
  sources: { sourceId: string; name: string }[]
  modelId: string
  inputTokens: number
  outputTokens: number
  /** Milliseconds. */
  tookMs: number
  /** Credits. */
  cost: number
  knew: boolean
  flow?: string
}

export type ConversationCommand =
  | {
      type: 'StartConversation'
      conversation: Fact<'ConversationStarted'>
      /** What the agent says of its own accord. */
      firstMessages: { messageId: string; blocks: Block[] }[]
      flow?: string
    }
  | { type: 'ReceiveVisitorMessage'; messageId: string; text: string }
  | { type: 'RecordReply'; reply: Reply }
  | {
      type: 'RecordFailure'
      messageId: string
      inReplyTo: string
      /** Counts from 1; of two turns that fail side by side, one is recorded. */
      attempt: number
      notice: string
      reason: FailureReason
      detail?: string
    }

const initialState: ConversationState = { started: undefined, messages: [], asked: [], flow: undefined }

/** Refuses `not-started`, `already-started`, `not-asked` and `already-answered`. */
export const conversation: Aggregate<ConversationState, ConversationCommand, ConversationEvent> = {
  category: 'conversation',
  events: conversationEvents,
  decider: { initialState, evolve, decide },
}

function decide(
  command: ConversationCommand,
  state: ConversationState,
  now: Date,
): Decision<ConversationEvent> {
  if (command.type === 'StartConversation') {
    if (state.started) return refuse('already-started', 'This conversation has started already.')
    return accept(
      { type: 'ConversationStarted', data: command.conversation },
      ...command.firstMessages.map((message, nth) =>
        firstMessage(
          message,
          { ...whereIn(command.conversation), index: nth, at: now.toISOString() },
          nth === command.firstMessages.length - 1 ? command.flow : undefined,
        ),
      ),
    )
  }
  if (!state.started) return refuse('not-started', 'This conversation does not exist.')
  const said = { ...whereIn(state.started), index: state.messages.length, at: now.toISOString() }

  switch (command.type) {
    case 'ReceiveVisitorMessage': {
      if (askedIn(state, command.messageId)) return accept()
      const { messageId, text } = command
      return accept({ type: 'VisitorMessageReceived', data: { ...said, messageId, text } })
    }
    case 'RecordReply': {
      const asked = askedIn(state, command.reply.inReplyTo)
      if (!asked) return refuse('not-asked', 'There is no such message to reply to.')
      if (asked.outcome === 'answered') return alreadyAnswered
      const { blocks, flow, ...rest } = command.reply
      const data = { ...said, ...rest, content: JSON.stringify(blocks) }
      return accept({ type: 'AgentReplied', data: flow === undefined ? data : { ...data, flow } })
    }
    case 'RecordFailure': {
      const asked = askedIn(state, command.inReplyTo)
      if (!asked) return refuse('not-asked', 'There is no such message to reply to.')
      if (asked.outcome === 'answered' || asked.failures >= command.attempt) return alreadyAnswered
      const { messageId, inReplyTo, notice, reason, detail } = command
      const data = { ...said, messageId, inReplyTo, notice, reason }
      return accept({ type: 'ReplyFailed', data: detail === undefined ? data : { ...data, detail } })
    }
  }
}

function evolve(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'ConversationStarted': {
      const { pageUrl: _, browser: __, platform: ___, ...started } = event.data
      return { ...state, started }
    }
    case 'VisitorMessageReceived': {
      const { messageId, text, index, at } = event.data
      return {
        ...state,
        messages: [
          ...state.messages,
          { id: messageId, index, role: 'visitor', blocks: [{ type: 'text', text }], at },
        ],
        asked: [...state.asked, { messageId, outcome: 'waiting', failures: 0 }],
      }
    }
    case 'AgentReplied': {
      const { messageId, inReplyTo, index, at, content, sources, flow } = event.data
      const message: MessageView = { id: messageId, index, role: 'agent', blocks: blocksIn(content), at }
      if (sources.length > 0) message.sources = sources
      return {
        ...state,
        messages: [...state.messages, message],
        asked: mark(state.asked, inReplyTo, 'answered', messageId),
        flow: flow ?? state.flow,
      }
    }
    case 'ReplyFailed': {
      const { messageId, inReplyTo, index, at, notice } = event.data
      return {
        ...state,
        messages: [
          ...state.messages,
          { id: messageId, index, role: 'agent', blocks: [{ type: 'text', text: notice }], at, failed: true },
        ],
        asked: mark(state.asked, inReplyTo, 'failed', messageId),
      }
    }
    default:
      return state
  }
}

/** What became of a visitor's message; undefined if it was never received. */
export function askedIn(state: ConversationState, messageId: string): Asked | undefined {
  return state.asked.findLast((asked) => asked.messageId === messageId)
}

/** The visitor's messages that nobody has answered yet, in order. */
export function waitingIn(state: ConversationState): Asked[] {
  return state.asked.filter((asked) => asked.outcome === 'waiting')
}

/** The text of a message, its text blocks joined. */
export function textOf(message: Pick<MessageView, 'blocks'>): string {
  return message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}

/** Reads stored content; an erased or damaged one becomes a text block that says so. */
export function blocksIn(content: string): Block[] {
  if (content === ERASED) return [{ type: 'text', text: ERASED }]
  try {
    const parsed = blockSchema.array().safeParse(JSON.parse(content))
    if (parsed.success) return parsed.data
  } catch {}
  return [{ type: 'text', text: content }]
}

function whereIn({ agentId, channel }: Started): Pick<Started, 'agentId' | 'channel'> {
  return { agentId, channel }
}

const alreadyAnswered = refuse('already-answered', 'This message has been answered already.')

function firstMessage(
  message: { messageId: string; blocks: Block[] },
  said: Pick<Fact<'AgentReplied'>, 'agentId' | 'channel' | 'index' | 'at'>,
  flow: string | undefined,
): ConversationEvent {
  const data = {
    ...said,
    messageId: message.messageId,
    content: JSON.stringify(message.blocks),
    sources: [],
    modelId: '',
    inputTokens: 0,
    outputTokens: 0,
    tookMs: 0,
    cost: 0,
    knew: true,
  }
  return { type: 'AgentReplied', data: flow === undefined ? data : { ...data, flow } }
}

function mark(
  asked: readonly Asked[],
  messageId: string | undefined,
  outcome: 'answered' | 'failed',
  replyId: string,
): readonly Asked[] {
  if (messageId === undefined) return asked
  return asked.map((one) =>
    one.messageId === messageId
      ? { messageId, outcome, replyId, failures: one.failures + (outcome === 'failed' ? 1 : 0) }
      : one,
  )
}
