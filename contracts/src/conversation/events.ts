import { z } from 'zod'
import { channelKindNames, deliveryFailures, deliveryStates, simulatedKindNames } from '../channel/names.ts'
import { defineEvents, type EventOf, earlierVersion, impersonalIf, personal } from '../message.ts'
import { messageContent } from './blocks.ts'
import { calledValues } from './called-values.ts'
import { storedFlow } from './flow-state.ts'
import { contactKinds, requestStatuses } from './lead-requests.ts'
import { modelFaultSchema } from './model-faults.ts'
import { namedTexts } from './named-texts.ts'
import { replyFailures } from './reply-failures.ts'
import { replyTrace } from './trace.ts'

/** Our own, and those that a workspace connects. */
export const channels = ['web-chat', 'test-panel', 'api', ...channelKindNames] as const
const channel = z.enum(channels)

/** Who answers: the agent, a person, or nobody (a person was requested and has not come yet, or it is resolved). */
export const owners = ['agent', 'human', 'nobody'] as const
export type Owner = (typeof owners)[number]

export const ownershipReasons = [
  /** The visitor, a node of the flow or the model requested a person. */
  'handoff-requested',
  'taken-over',
  'handed-back',
  /** No person answered in time, so the agent continues. */
  'timed-out',
  'resolved',
  /** The visitor wrote again after it was resolved, or a person reopened it. */
  'reopened',
] as const

export const conversationStatuses = ['open', 'resolved'] as const

/** A member of the team, with the name that visitors may see: the member's own, not the conversation's. */
const person = { userId: z.string(), displayName: personal({ of: 'userId' }) }
/** Part of each message's event, so that it can be counted without reading the conversation. `at`: ISO 8601. */
const said = { agentId: z.string(), channel, index: z.number(), at: z.string() }
const handoff = { agentId: z.string(), channel, at: z.string(), by: z.enum(['visitor', 'node', 'model']) }

/**
 * Stream `conversation-<conversationId>`; the subject is `conversation-<conversationId>` too, so that one conversation
 * can be erased while others of the visitor are kept. Events with an `index` are part of the transcript.
 */
export const conversationEvents = defineEvents({
  ConversationStarted: {
    version: 1,
    summary: 'Started a conversation',
    data: z.object({
      conversationId: z.string(),
      agentId: z.string(),
      visitorId: z.string(),
      channel,
      /** The connected channel, and the contact's id there; absent on the website. */
      channelId: z.string().optional(),
      contactId: personal().optional(),
      /** The channel that the test panel simulates, where a form is asked field by field. */
      simulates: z.enum(simulatedKindNames).optional(),
      lang: z.string().optional(),
      pageUrl: personal().optional(),
      pageTitle: personal().optional(),
      browser: z.string().optional(),
      platform: z.string().optional(),
      /** ISO 3166 code, only where the agent has `enableGeoAnalytics`. */
      country: z.string().optional(),
      /** IANA name of the visitor's time zone, only where the agent's flow asks for a day or answers emergencies. */
      timeZone: personal().optional(),
      /** The version of the agent that answers, if it has one. */
      agentVersion: z.number().optional(),
      /** False if the agent has `recordChatHistory: false`: never listed, and its key is erased when it is over. */
      recorded: z.boolean().optional(),
      /** It took place at another workspace and was moved here: nobody answers in it, its visitor can't be reached. */
      imported: z.literal(true).optional(),
    }),
  },
  VisitorMessageReceived: {
    version: 1,
    summary: 'Wrote to an agent',
    data: z.object({
      ...said,
      messageId: z.string(),
      text: personal(),
      /** Blocks other than the text: files, a filled-in form. */
      content: messageContent.optional(),
      lang: z.string().optional(),
      /** When it was written (ISO 8601), as the channel that delivered it says. */
      sentAt: z.string().optional(),
      /** Its number among those that were written at the same moment, as that channel counts. */
      sequence: z.number().optional(),
      /** Who owned the conversation, if not the agent. */
      owner: z.enum(['human', 'nobody']).optional(),
    }),
  },
  /**
   * A message that the agent sent without a visitor's message and without a model: a first one, or what it says when a
   * person was asked for by a button.
   */
  AgentGreeted: {
    version: 1,
    summary: 'Agent wrote first',
    data: z.object({
      ...said,
      messageId: z.string(),
      content: impersonalIf('impersonal', messageContent),
      /** As in `AgentReplied`; set with the last of the first messages. */
      flow: impersonalIf('impersonal', storedFlow).optional(),
      /** It follows from the agent's document and the language alone, so every visitor gets the same. */
      impersonal: z.boolean().optional(),
      /** The visitor's message that it answers, if it is an answer after all. */
      inReplyTo: z.string().optional(),
    }),
  },
  AgentReplied: {
    version: 1,
    summary: 'Agent replied',
    data: z.object({
      ...said,
      messageId: z.string(),
      inReplyTo: z.string(),
      /** The id of the hold for its credits. */
      holdId: z.string().optional(),
      /** What `cost` is charged to; without it, the hold stands in the ledger. */
      reservationId: z.string().optional(),
      /** The organisation that pays, whose ledger has the reservation; without it, the workspace pays. */
      payingOrganisationId: z.string().optional(),
      /** Further messages of the same burst that it answers. */
      alsoAnswers: z.array(z.string()).optional(),
      /** The visitor stopped it; `content` is the text up to then. */
      stopped: z.boolean().optional(),
      /** The decisions on calls of tools of which it tells the outcome; `inReplyTo` was answered before. */
      approvalIds: z.array(z.string()).optional(),
      content: messageContent,
      /** `url` is the page's address, if the source is a website. */
      sources: z.array(z.object({ sourceId: z.string(), name: z.string(), url: z.string().optional() })),
      modelId: z.string().min(1),
      inputTokens: z.number(),
      outputTokens: z.number(),
      /** Milliseconds from the visitor's message to the whole reply. */
      tookMs: z.number(),
      /** Credits. */
      cost: z.number(),
      grounded: z.boolean(),
      /**
       * Absent if what it answers is a question: an answer to the flow, a button, a command, small talk or contact details
       * alone ask nothing.
       */
      asksNothing: z.literal(true).optional(),
      /** Where the flow or dialog stands after it; personal since it contains answers. */
      flow: storedFlow.optional(),
      /** What went wrong with a model on the way, although there is a reply. */
      modelFault: modelFaultSchema.optional(),
    }),
  },
  /** The visitor's message is kept; `notice` is the text that the visitor got. */
  ReplyFailed: {
    version: 1,
    summary: 'No reply could be given',
    data: z.object({
      ...said,
      messageId: z.string(),
      inReplyTo: z.string(),
      holdId: z.string().optional(),
      notice: z.string(),
      /** Further messages of the same burst. */
      alsoAnswers: z.array(z.string()).optional(),
      reason: z.enum(replyFailures),
      /** The provider's message, without secrets or message text. */
      detail: z.string().optional(),
      /** What went wrong with a model, if that is why. */
      modelFault: modelFaultSchema.optional(),
    }),
  },
  /** A reply that began under a previous owner and is not shown to anyone. */
  ReplyDiscarded: {
    version: 1,
    summary: 'Reply discarded, as somebody else answers',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      inReplyTo: z.string(),
      holdId: z.string().optional(),
      reason: z.enum(['owner-changed', 'deleted']),
    }),
  },
  /** The visitor stopped the reply through another process than the one that runs the turn. */
  ReplyStopRequested: {
    version: 1,
    summary: 'Stopped a reply',
    data: z.object({ agentId: z.string(), channel, at: z.string() }),
  },
  /** What was said before the message with the index `upTo`, for the agent's model; replaces earlier summaries. */
  ConversationSummarised: {
    version: 1,
    summary: 'Summarised what was said',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      upTo: z.number(),
      text: personal(),
      /** As in `AgentReplied`. */
      holdId: z.string().optional(),
      reservationId: z.string().optional(),
      payingOrganisationId: z.string().optional(),
      modelId: z.string().min(1),
      inputTokens: z.number(),
      outputTokens: z.number(),
      cost: z.number(),
    }),
  },
  /** How a reply was produced; recorded for the test panel. */
  ReplyTraced: {
    version: 1,
    summary: 'Recorded how a reply came about',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      messageId: z.string(),
      trace: replyTrace,
    }),
  },
  /** A call by the model or a node; `request` and `response` are shortened to a readable length. */
  ToolCalled: {
    version: 1,
    summary: 'Agent called a tool',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      inReplyTo: z.string().optional(),
      toolId: z.string(),
      name: z.string(),
      calledBy: z.enum(['model', 'node']),
      /** The decision by which it was made, if it needed one. */
      approvalId: z.string().optional(),
      outcome: z.enum(['ok', 'error', 'refused', 'time-out', 'too-large']),
      /** HTTP status. */
      status: z.number().optional(),
      tookMs: z.number(),
      request: personal(),
      response: personal(),
    }),
  },
  /** The model wants to call a tool that needs approval. `toolVersion` changes whenever the tool does. */
  ToolApprovalRequested: {
    version: 1,
    summary: 'Agent asked for the approval of a call',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      approvalId: z.string(),
      /** The visitor's message that is answered once more after the decision. */
      inReplyTo: z.string(),
      toolId: z.string(),
      functionName: z.string(),
      name: z.string(),
      values: calledValues,
      toolVersion: personal(),
    }),
  },
  /** `outcome`: what was decided; `expired` if nobody decided in time. */
  ToolApprovalDecided: {
    version: 1,
    summary: 'Decided on a call of a tool',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      approvalId: z.string(),
      toolId: z.string(),
      name: z.string(),
      outcome: z.enum(['approved', 'declined', 'expired']),
      /** For the agent, in the words of whoever declined it. */
      comment: personal().optional(),
      /** The member of the team who decided. */
      userId: person.userId.optional(),
      displayName: person.displayName.optional(),
    }),
  },
  /**
   * Recorded before the visitor's message is sent to the third party that answers for `vf` agents. The third party may
   * have received it, whatever the outcome, so it is not sent again unless the visitor asks for it.
   */
  DialogDispatched: {
    version: 1,
    summary: 'Sent a message to the dialog API',
    data: z.object({ agentId: z.string(), channel, at: z.string(), messageIds: z.array(z.string()) }),
  },
  OwnershipChanged: {
    version: 1,
    summary: 'Conversation changed hands',
    data: z.object({
      ...said,
      from: z.enum(owners),
      owner: z.enum(owners),
      reason: z.enum(ownershipReasons),
      /** The member of the team who did it. */
      userId: person.userId.optional(),
      displayName: person.displayName.optional(),
    }),
  },
  /** A request for a person of the team. `offline`: no member was online at the time. */
  HandoffRequested: {
    version: 2,
    summary: 'Asked for a person',
    data: z.object({
      ...handoff,
      /** In the words of whoever requested it. */
      reason: personal().optional(),
      offline: z.boolean(),
    }),
    earlier: {
      // A note is what the team writes for itself (`NoteAdded`).
      1: earlierVersion(
        z.object({
          ...handoff,
          channel: z.enum(['web-chat', 'test-panel', 'api', 'webhook']),
          note: personal().optional(),
          offline: z.boolean(),
        }),
        ({ note, ...data }) => (note === undefined ? data : { ...data, reason: note }),
      ),
    },
  },
  HumanReplied: {
    version: 1,
    summary: 'Replied as a person',
    data: z.object({
      ...said,
      messageId: z.string(),
      content: messageContent,
      ...person,
      /**
       * It was written in the provider's own app, and has reached the visitor; `userId` and `displayName` are then of the
       * account there, since nobody knows which person it was.
       */
      outside: z.literal(true).optional(),
      /** As in `VisitorMessageReceived`. */
      sentAt: z.string().optional(),
    }),
  },
  /** The visitor reacted to a message; without `reaction`, they took the reaction back. */
  ReactionChanged: {
    version: 1,
    summary: 'Reacted to a message',
    data: z.object({ ...said, messageId: z.string(), reaction: personal().optional() }),
  },
  /** Whoever wrote a message through a channel has changed its text there; earlier texts stay readable. */
  MessageEdited: {
    version: 1,
    summary: 'Edited a message',
    data: z.object({ ...said, messageId: z.string(), text: personal(), editedAt: z.string() }),
  },
  /** Whoever wrote a message through a channel has deleted it there; nobody is shown its content any more. */
  MessageDeleted: {
    version: 1,
    summary: 'Deleted a message',
    data: z.object({ ...said, messageId: z.string() }),
  },
  /**
   * A message in the other side's language `lang`: what the visitor reads of a person's reply, or what the agent and
   * the team read of a visitor's message.
   */
  MessageTranslated: {
    version: 1,
    summary: 'Translated a message',
    data: z.object({ ...said, messageId: z.string(), lang: z.string(), content: messageContent }),
  },
  /** A recording that the visitor sent, as text; `text` is empty if nothing was said. `lang`: what was spoken (ISO 639). */
  VoiceNoteTranscribed: {
    version: 1,
    summary: 'Transcribed a voice note',
    data: z.object({
      ...said,
      messageId: z.string(),
      fileId: z.string(),
      text: personal(),
      lang: z.string().optional(),
      seconds: z.number(),
      modelId: z.string().min(1),
    }),
  },
  /** What became of a message of the agent or the team that was sent through a connected channel. */
  MessageDeliveryChanged: {
    version: 1,
    summary: 'Delivered a message through a channel',
    data: z.object({
      ...said,
      messageId: z.string(),
      state: z.enum(deliveryStates),
      reason: z.enum(deliveryFailures).optional(),
      /** Of a message in parts that failed: how many parts were sent; absent if none were. */
      partsSent: z.number().optional(),
    }),
  },
  /** The page, or the visitor's own message, identified the visitor. `verified`: signed by the page's server. */
  VisitorIdentified: {
    version: 1,
    summary: 'Visitor was identified',
    data: z.object({
      agentId: z.string(),
      visitorId: z.string(),
      at: z.string(),
      externalId: personal().optional(),
      name: personal().optional(),
      email: personal().optional(),
      phone: personal().optional(),
      verified: z.boolean(),
    }),
  },
  /** `variables`: all that the page set, available to the flow and the prompt. */
  VariablesSet: {
    version: 1,
    summary: 'Set variables of a conversation',
    data: z.object({ agentId: z.string(), at: z.string(), variables: namedTexts }),
  },
  PageViewed: {
    version: 1,
    summary: 'Visitor opened a page',
    data: z.object({ agentId: z.string(), at: z.string(), pageUrl: personal() }),
  },
  /** Fields captured by a question, a form or a tool, from which a lead is made. */
  FieldsCaptured: {
    version: 1,
    summary: 'Captured details of a visitor',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      visitorId: z.string(),
      by: z.enum(['question', 'form', 'identify', 'person']),
      fields: namedTexts,
      /** The request that the fields belong to, and its status with them; undefined outside the questions of a flow. */
      request: z.object({ nth: z.number(), status: z.enum(requestStatuses) }).optional(),
      /** What they say about who the visitor is. */
      contact: z.enum(contactKinds).optional(),
    }),
  },
  FeedbackGiven: {
    version: 1,
    summary: 'Rated an answer',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      /** Undefined for the whole conversation. */
      messageId: z.string().optional(),
      /** The index of that message. */
      index: z.number().optional(),
      /** 'none' removes the rating. */
      rating: z.enum(['up', 'down', 'none']),
      comment: personal().optional(),
    }),
  },
  NoteAdded: {
    version: 1,
    summary: 'Added a note',
    data: z.object({ agentId: z.string(), at: z.string(), noteId: z.string(), text: personal(), ...person }),
  },
  NoteRemoved: {
    version: 1,
    summary: 'Removed a note',
    data: z.object({ agentId: z.string(), at: z.string(), noteId: z.string() }),
  },
  /** `tags`: all tags after the change. */
  ConversationTagged: {
    version: 1,
    summary: 'Tagged a conversation',
    data: z.object({ agentId: z.string(), at: z.string(), tags: z.array(z.string()) }),
  },
  /** `assignee`: the id of a member or a client; undefined for nobody. */
  ConversationAssigned: {
    version: 1,
    summary: 'Assigned a conversation',
    data: z.object({ agentId: z.string(), at: z.string(), assignee: z.string().optional() }),
  },
  ConversationStatusChanged: {
    version: 1,
    summary: 'Resolved or reopened a conversation',
    data: z.object({ agentId: z.string(), channel, at: z.string(), status: z.enum(conversationStatuses) }),
  },
  /** The team has read everything up to `index`; a lower index than before marks it unread again. */
  ConversationRead: {
    version: 1,
    summary: 'Read a conversation',
    data: z.object({ agentId: z.string(), at: z.string(), index: z.number() }),
  },
  /** Its key is erased with it, so that none of its messages can be read again. */
  ConversationDeleted: {
    version: 1,
    summary: 'Deleted a conversation',
    data: z.object({
      agentId: z.string(),
      visitorId: z.string(),
      at: z.string(),
      reason: z.enum(['person', 'retention', 'not-recorded', 'visitor-erased']),
      /** The number of messages in the transcript, so that all of their documents are removed. */
      messages: z.number().optional(),
    }),
  },
})
export type ConversationEvent = EventOf<typeof conversationEvents>
