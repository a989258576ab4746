import { z } from 'zod'
import { defineEvents, type EventOf, personal } from '../message.ts'

export const channels = ['web-chat', 'test-panel', 'api'] as const
const channel = z.enum(channels)

/** Who answers: the agent, a person, or nobody (a person was asked for and none is there yet, or it is resolved). */
export const owners = ['agent', 'human', 'nobody'] as const
export type Owner = (typeof owners)[number]

export const ownershipReasons = [
  /** The visitor, a flow's node or the model asked for a person. */
  'handoff-requested',
  'taken-over',
  'handed-back',
  /** No person answered in time: the agent goes on. */
  'timed-out',
  'resolved',
  /** The visitor wrote again after it was resolved, or a person opened it. */
  'reopened',
] as const

export const conversationStatuses = ['open', 'resolved'] as const

/** A member of the team, as visitors may see them. */
const person = { userId: z.string(), displayName: personal() }
/** In each message's event, so that it can be counted without knowing the conversation. `at`: ISO 8601. */
const said = { agentId: z.string(), channel, index: z.number(), at: z.string() }

/**
 * Stream `conversation-<conversationId>`; the subject is `conversation-<conversationId>` too, so that one
 * conversation can be erased and others of the visitor kept. What is numbered by `index` stands in the transcript.
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
      lang: z.string().optional(),
      pageUrl: personal().optional(),
      browser: z.string().optional(),
      platform: z.string().optional(),
      /** ISO 3166 code, only where the agent has `enableGeoAnalytics`. */
      country: z.string().optional(),
      /** The version of the agent that answers, where it has one. */
      agentVersion: z.number().optional(),
      /** False where the agent has `recordChatHistory: false`: never listed, its key erased when it is over. */
      recorded: z.boolean().optional(),
    }),
  },
  VisitorMessageReceived: {
    version: 1,
    summary: 'Wrote to an agent',
    data: z.object({
      ...said,
      messageId: z.string(),
      text: personal(),
      /** The JSON of blocks besides the text: files, a filled form. */
      content: personal().optional(),
      lang: z.string().optional(),
    }),
  },
  /** A first message: the agent said it of its own accord, and no model was asked. `content` as in `AgentReplied`. */
  AgentGreeted: {
    version: 1,
    summary: 'Agent greeted the visitor',
    data: z.object({
      ...said,
      messageId: z.string(),
      content: personal(),
      /** As in `AgentReplied`, with the last of the first messages. */
      flow: personal().optional(),
    }),
  },
  /** `content` is the JSON of the message's blocks. */
  AgentReplied: {
    version: 1,
    summary: 'Agent replied',
    data: z.object({
      ...said,
      messageId: z.string(),
      inReplyTo: z.string(),
      /** What its credits were held under. */
      holdId: z.string().optional(),
      /** Further messages of the same burst that it answers. */
      alsoAnswers: z.array(z.string()).optional(),
      /** The visitor stopped it: `content` is what was said until then. */
      stopped: z.boolean().optional(),
      content: personal(),
      /** `url` is the page's address, where the source is a website. */
      sources: z.array(z.object({ sourceId: z.string(), name: z.string(), url: z.string().optional() })),
      modelId: z.string().min(1),
      inputTokens: z.number(),
      outputTokens: z.number(),
      /** Milliseconds from the visitor's message to the whole reply. */
      tookMs: z.number(),
      /** Credits. */
      cost: z.number(),
      grounded: z.boolean(),
      /** Where the node flow stands, JSON of {nodeId, variables}; personal since variables hold answers. */
      flow: personal().optional(),
    }),
  },
  /** The visitor's words are kept; `notice` is what the visitor was told. */
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
      reason: z.enum([
        'time-out',
        'provider-error',
        'rate-limited',
        'no-credits',
        'usage-limit',
        'messages-limit',
        'refused',
      ]),
      /** The provider's words without secrets or message text. */
      detail: z.string().optional(),
    }),
  },
  /** A reply that was begun under a former owner, and is not shown to anyone. */
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
  /** The visitor asked for the reply to end, at another process than the one that was giving it. */
  ReplyStopRequested: {
    version: 1,
    summary: 'Stopped a reply',
    data: z.object({ agentId: z.string(), channel, at: z.string() }),
  },
  /** How a reply came about, JSON of a trace; recorded for the test panel. */
  ReplyTraced: {
    version: 1,
    summary: 'Recorded how a reply came about',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      messageId: z.string(),
      trace: personal(),
    }),
  },
  /** A call that the model or a node made; `request` and `response` are JSON, cut to what a person can read. */
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
      outcome: z.enum(['ok', 'error', 'refused', 'time-out', 'too-large']),
      /** HTTP status. */
      status: z.number().optional(),
      tookMs: z.number(),
      request: personal(),
      response: personal(),
    }),
  },
  /**
   * The visitor's words are about to be told to the third party that answers for `vf` agents. It may have heard them,
   * whatever becomes of the reply: they are not told again unless the visitor wants it.
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
      /** Who of the team did it. */
      userId: person.userId.optional(),
      displayName: person.displayName.optional(),
    }),
  },
  /** Asks the team for a person. `offline`: nobody was there when it was asked. */
  HandoffRequested: {
    version: 1,
    summary: 'Asked for a person',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      by: z.enum(['visitor', 'node', 'model']),
      /** Why, in the words of whoever asked. */
      note: personal().optional(),
      offline: z.boolean(),
    }),
  },
  HumanReplied: {
    version: 1,
    summary: 'Replied as a person',
    data: z.object({ ...said, messageId: z.string(), content: personal(), ...person }),
  },
  /**
   * A message in the other side's language `lang`: what the visitor reads of a person's reply, what the agent and the
   * team read of a visitor's message. `content` is the JSON of its blocks.
   */
  MessageTranslated: {
    version: 1,
    summary: 'Translated a message',
    data: z.object({ ...said, messageId: z.string(), lang: z.string(), content: personal() }),
  },
  /** The page, or the visitor's own words, told who it is. `verified`: signed by the page's server. */
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
  /** `variables`: JSON of names and texts that the page told; the flow and the prompt know them. */
  VariablesSet: {
    version: 1,
    summary: 'Set variables of a conversation',
    data: z.object({ agentId: z.string(), at: z.string(), variables: personal() }),
  },
  PageViewed: {
    version: 1,
    summary: 'Visitor opened a page',
    data: z.object({ agentId: z.string(), at: z.string(), pageUrl: personal() }),
  },
  /** Fields that a question, a form or a tool captured, JSON of names and texts: what a lead is made of. */
  FieldsCaptured: {
    version: 1,
    summary: 'Captured details of a visitor',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      visitorId: z.string(),
      by: z.enum(['question', 'form', 'identify', 'person']),
      fields: personal(),
    }),
  },
  FeedbackGiven: {
    version: 1,
    summary: 'Rated an answer',
    data: z.object({
      agentId: z.string(),
      channel,
      at: z.string(),
      /** Undefined for the conversation as a whole. */
      messageId: z.string().optional(),
      /** 'none' takes it back. */
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
  /** `tags`: all of them afterwards. */
  ConversationTagged: {
    version: 1,
    summary: 'Tagged a conversation',
    data: z.object({ agentId: z.string(), at: z.string(), tags: z.array(z.string()) }),
  },
  /** `assignee`: a member's user id; undefined for nobody. */
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
  /** The team has seen everything up to `index`; a lower one than before marks it unread again. */
  ConversationRead: {
    version: 1,
    summary: 'Read a conversation',
    data: z.object({ agentId: z.string(), at: z.string(), index: z.number() }),
  },
  /** Its key is erased with it: nothing that was said can be read again. */
  ConversationDeleted: {
    version: 1,
    summary: 'Deleted a conversation',
    data: z.object({
      agentId: z.string(),
      visitorId: z.string(),
      at: z.string(),
      reason: z.enum(['person', 'retention', 'not-recorded', 'visitor-erased']),
      /** How many stood in the transcript, so that each of their documents goes with it. */
      messages: z.number().optional(),
    }),
  },
})
export type ConversationEvent = EventOf<typeof conversationEvents>
