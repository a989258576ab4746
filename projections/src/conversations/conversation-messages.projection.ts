/**
 * One document for each message, since a document of a whole transcript would be written again with every message. The
 * text stays sealed.
 */
import { type DeliveryFailure, type DeliveryState, deliveryShown } from '@parley/contracts/channel/names.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { conversationIdOf } from './conversations.projection.ts'

export type ConversationMessage = {
  conversationId: string
  messageId: string
  index: number
  role: 'visitor' | 'agent' | 'human' | 'system'
  /**
   * The content of `said`: a sealed text, the sealed JSON of blocks, a notice in plain text, or the reason of a change
   * of owner.
   */
  form: 'text' | 'blocks' | 'ownership'
  said: string
  /** Sealed JSON of the blocks other than the text. */
  content?: string
  /** ISO 8601. */
  at: string
  sources?: { sourceId: string; name: string; url?: string }[]
  /** The agent, of a reply to a visitor that has `sources`. */
  citedBy?: string
  failed?: boolean
  failure?: ReplyFailure
  stopped?: boolean
  receivedAt?: string
  /** Of those of the same moment, as the channel counts. */
  sequence?: number
  deliveryState?: DeliveryState
  deliveryFailure?: DeliveryFailure
  partsSent?: number
  /** Sealed JSON of its blocks in the other side's language. */
  translation?: { lang: string; content: string }
  /** What is said in its recordings, by their files; the texts are sealed. */
  transcripts?: { fileId: string; text: string; lang?: string; seconds: number }[]
  /** The visitor's rating. */
  feedback?: 'up' | 'down'
  /** Sealed: the person who wrote it or took the conversation over. */
  author?: string
  /** It was written in the app of the channel's provider. */
  outside?: true
  /** Sealed: the visitor's reaction. */
  reaction?: string
  /** When it was edited last, its text since then, and those between `said` and it, the oldest first; sealed. */
  edited?: { at: string; text: string; earlier: string[] }
  deleted?: true
}

/** Returns the id of the document of a message. */
export const messageAt = (conversationId: string, index: number): string => `${conversationId}.${index}`

const events = pick(
  conversationEvents,
  'VisitorMessageReceived',
  'AgentGreeted',
  'AgentReplied',
  'ReplyFailed',
  'HumanReplied',
  'MessageTranslated',
  'VoiceNoteTranscribed',
  'MessageDeliveryChanged',
  'OwnershipChanged',
  'FeedbackGiven',
  'ReactionChanged',
  'MessageEdited',
  'MessageDeleted',
  'ConversationDeleted',
)

export const conversationMessagesProjection = tenantProjection<ConversationMessage>()({
  name: 'conversation-messages',
  version: 10,
  events,
  indexes: {
    byConversation: ['conversationId', 'index'],
    byMessage: ['conversationId', 'messageId'],
    byCited: { sparse: ['citedBy', 'at'] },
  },
  identify(event) {
    const conversationId = conversationIdOf(event)
    if (event.type === 'ConversationDeleted')
      return Array.from({ length: event.data.messages ?? 0 }, (_, index) => messageAt(conversationId, index))
    const { index } = event.data
    return index === undefined ? undefined : messageAt(conversationId, index)
  },
  project(message, event) {
    if (event.type === 'ConversationDeleted') return undefined
    if (event.type === 'FeedbackGiven') return message && rated(message, event.data.rating)
    if (event.type === 'MessageDeliveryChanged')
      return message && { ...message, ...deliveryShown(event.data) }
    if (isChange(event)) return message && changed(message, event)
    if (event.type === 'VoiceNoteTranscribed') return message && transcribed(message, event.data)
    if (event.type !== 'MessageTranslated') return messageIn(event)
    const { lang, content } = event.data
    // Of a deleted one nothing is shown, nor what was translated of it meanwhile.
    if (!message || message.deleted) return message
    return { ...message, translation: { lang, content } }
  },
})

function rated(
  { feedback: _former, ...message }: ConversationMessage,
  rating: 'up' | 'down' | 'none',
): ConversationMessage {
  return rating === 'none' ? message : { ...message, feedback: rating }
}

/** The first transcript of a file stays. */
function transcribed(
  message: ConversationMessage,
  { fileId, text, lang, seconds }: RecordedOf<Pick<typeof events, 'VoiceNoteTranscribed'>>['data'],
): ConversationMessage {
  const { transcripts = [] } = message
  if (message.deleted || transcripts.some((one) => one.fileId === fileId)) return message
  const transcript = { fileId, text, ...(lang === undefined ? {} : { lang }), seconds }
  return { ...message, transcripts: [...transcripts, transcript] }
}

type Change = Extract<
  RecordedOf<typeof events>,
  { type: 'ReactionChanged' | 'MessageEdited' | 'MessageDeleted' }
>

const isChange = (event: RecordedOf<typeof events>): event is Change =>
  ['ReactionChanged', 'MessageEdited', 'MessageDeleted'].includes(event.type)

/** Former texts that are kept, as many as are shown. */
const MOST_EARLIER = 20

function changed(message: ConversationMessage, event: Change): ConversationMessage {
  const { reaction: _, ...rest } = message
  switch (event.type) {
    case 'ReactionChanged': {
      const { reaction } = event.data
      return reaction === undefined ? rest : { ...rest, reaction }
    }
    case 'MessageEdited': {
      const { text, editedAt: at } = event.data
      const { edited, translation: __, ...before } = message
      // An event that comes again changes nothing.
      if (message.deleted || (edited?.at === at && edited.text === text)) return message
      const earlier = edited ? [...edited.earlier, edited.text].slice(1 - MOST_EARLIER) : []
      return { ...before, edited: { at, text, earlier } }
    }
    case 'MessageDeleted': {
      const { content: __, translation: ___, edited: ____, transcripts: _____, ...left } = rest
      return { ...left, said: '', form: 'text', deleted: true }
    }
  }
}

function messageIn(
  event: Exclude<
    RecordedOf<typeof events>,
    {
      type:
        | 'ConversationDeleted'
        | 'MessageTranslated'
        | 'VoiceNoteTranscribed'
        | 'FeedbackGiven'
        | 'MessageDeliveryChanged'
        | Change['type']
    }
  >,
): ConversationMessage {
  const { index, at } = event.data
  const place = { conversationId: conversationIdOf(event), index, at }
  switch (event.type) {
    case 'VisitorMessageReceived': {
      const { messageId, text, content, sentAt, sequence } = event.data
      const arrived = sentAt === undefined ? place : { ...place, at: sentAt, receivedAt: at }
      const written = sequence === undefined ? arrived : { ...arrived, sequence }
      const message = { ...written, messageId, role: 'visitor', form: 'text', said: text } as const
      return content === undefined ? message : { ...message, content }
    }
    case 'AgentGreeted': {
      const { messageId, content } = event.data
      return { ...place, messageId, role: 'agent', form: 'blocks', said: content }
    }
    case 'AgentReplied': {
      const { messageId, content, sources, stopped, agentId, channel } = event.data
      const citedBy = channel === 'test-panel' ? {} : { citedBy: agentId }
      return {
        ...place,
        messageId,
        role: 'agent',
        form: 'blocks',
        said: content,
        ...(sources.length === 0 ? {} : { sources, ...citedBy }),
        ...(stopped ? { stopped } : {}),
      }
    }
    case 'ReplyFailed': {
      const { messageId, notice, reason } = event.data
      return { ...place, messageId, role: 'agent', form: 'text', said: notice, failed: true, failure: reason }
    }
    case 'HumanReplied': {
      const { messageId, content, displayName, outside, sentAt } = event.data
      const written = sentAt === undefined ? place : { ...place, at: sentAt, receivedAt: at }
      const message = { ...written, messageId, role: 'human', form: 'blocks', said: content } as const
      return { ...message, author: displayName, ...(outside ? { outside } : {}) }
    }
    case 'OwnershipChanged': {
      const { reason, displayName } = event.data
      const change = {
        ...place,
        messageId: `event-${index}`,
        role: 'system',
        form: 'ownership',
        said: reason,
      } as const
      return displayName === undefined ? change : { ...change, author: displayName }
    }
  }
}
