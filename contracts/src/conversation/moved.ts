/** Conversations and leads as they move to another workspace: what happened in them, in the order of the log. */
import { z } from 'zod'
import { agentParams } from '../endpoint.ts'
import { pick } from '../message.ts'
import { conversationEvents } from './events.ts'
import { leadEvents } from './lead-events.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)
const at = z.iso.datetime()

/** What the read models show; how replies came about, calls of tools and summaries for the model stay. */
export const movedConversationEvents = pick(
  conversationEvents,
  'ConversationStarted',
  'VisitorMessageReceived',
  'AgentGreeted',
  'AgentReplied',
  'ReplyFailed',
  'HumanReplied',
  'MessageTranslated',
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
  'LeadStatusChanged',
  'LeadNoted',
)

/** Events that one line of the file has at most, which is also what one append takes. */
export const mostMovedEvents = 200

/** `data` is checked against the event's own schema (`movedConversationEvents`) when it is imported. */
const movedEvent = z.object({ type: z.string().max(64), at, data: z.unknown() })
export type MovedEvent = z.infer<typeof movedEvent>

const events = z.array(movedEvent).min(1).max(mostMovedEvents)

/** A conversation with its first events; the following lines may go on with it. */
export const movedConversation = z.object({
  agentId: agentParams.shape.agentId,
  conversationId: id,
  /** When the newest of its events happened. */
  lastAt: at,
  events,
})
export type MovedConversation = z.infer<typeof movedConversation>

/** What happened next in the conversation before it. */
export const movedOn = z.object({ conversationId: id, events })
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
