/** Conversations and leads as they move to another workspace: what happened in them, in the order of the log. */
import { z } from 'zod'
import { agentParams } from '../endpoint.ts'
import { pick } from '../message.ts'
import { conversationEvents } from './events.ts'
import { leadEvents } from './lead-events.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)
const at = z.iso.datetime()

/**
 * What the read models show. How replies came about is recorded in the test panel alone, whose conversations stay; calls of
 * tools stay, and so do summaries, which only the model reads, of conversations that nobody goes on with.
 */
export const movedConversationEvents = pick(
  conversationEvents,
  'ConversationStarted',
  'VisitorMessageReceived',
  'AgentGreeted',
  'AgentReplied',
  'ReplyFailed',
  'HumanReplied',
  'MessageTranslated',
  'VoiceNoteTranscribed',
  'ReactionChanged',
  'MessageEdited',
  'MessageDeleted',
  'MessageDeliveryChanged',
  'OwnershipChanged',
  'HandoffRequested',
  'ToolApprovalRequested',
  'ToolApprovalDecided',
  'VisitorIdentified',
  'VariablesSet',
  'PageViewed',
  'FieldsCaptured',
  'FeedbackGiven',
  'NoteAdded',
  'NoteRemoved',
  'ConversationTagged',
  'ConversationAssigned',
  'ConversationStatusChanged',
  'ConversationRead',
)
export const movedLeadEvents = pick(
  leadEvents,
  'LeadCaptured',
  'LeadFieldsChanged',
  'LeadRequestChanged',
  'LeadStatusChanged',
  'LeadNoted',
)

/** Events that one line of the file has at most, which is also what one append takes. */
export const mostMovedEvents = 200

/** `data` is checked against the event's own schema (`movedConversationEvents`) when it is imported. */
const movedEvent = z.object({ type: z.string().max(64), at, data: z.unknown() })
export type MovedEvent = z.infer<typeof movedEvent>

/** That a question was handled which the agent could not answer: one of the messages that the events of its line answer. */
const handledQuestion = z.object({ messageId: id, sourceId: id.optional(), at })
export type MovedHandledQuestion = z.infer<typeof handledQuestion>
const handled = z.array(handledQuestion).max(1_000).optional()

const events = z.array(movedEvent).min(1).max(mostMovedEvents)

/** A conversation with its first events; the following lines may go on with it. */
export const movedConversation = z.object({
  agentId: agentParams.shape.agentId,
  conversationId: id,
  /** When the newest of its events happened. */
  lastAt: at,
  events,
  handled,
})
export type MovedConversation = z.infer<typeof movedConversation>

/** What happened next in the conversation before it. */
export const movedOn = z.object({ conversationId: id, events, handled })
export type MovedOn = z.infer<typeof movedOn>

/** A file of a message in the conversation before it. */
export const movedFile = z.object({
  conversationId: id,
  fileId: id,
  name: z.string().min(1).max(255),
  /** Base64. */
  bytes: z.string().min(1),
})
export type MovedFile = z.infer<typeof movedFile>

export const movedLead = z.object({
  agentId: agentParams.shape.agentId,
  leadId: id,
  events,
})
export type MovedLead = z.infer<typeof movedLead>
