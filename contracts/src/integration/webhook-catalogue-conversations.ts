/** Events of conversations, leads and feedback. Those of the test panel and of unrecorded conversations are not sent. */
import { z } from 'zod'
import { channels, conversationStatuses, owners, ownershipReasons } from '../conversation/events.ts'
import { leadStatuses } from '../conversation/lead-events.ts'
import { requestStatuses } from '../conversation/lead-requests.ts'

const inConversation = { agentId: z.string(), conversationId: z.string(), channel: z.enum(channels) }
const example = {
  agentId: 'a7Xk29LmQp04TzRb',
  conversationId: 'cJ4hV81yNw6DsEuF03Gk',
  channel: 'web-chat',
} as const
const fields = { email: 'ada@example.com', name: 'Ada Lovelace' }

export const catalogueOfConversations = {
  conversation_started: {
    group: 'Conversations',
    summary: 'A visitor opened a conversation.',
    version: 1,
    payload: z.object({
      ...inConversation,
      visitorId: z.string(),
      lang: z.string().optional(),
      country: z.string().optional(),
      pageUrl: z.string().optional(),
    }),
    example: { ...example, visitorId: 'v5Gt2pLq8RzX', lang: 'en', pageUrl: 'https://shop.example/prices' },
  },
  message_received: {
    group: 'Messages',
    summary: 'A visitor wrote.',
    version: 1,
    payload: z.object({ ...inConversation, messageId: z.string(), text: z.string() }),
    example: { ...example, messageId: 'm1', text: 'When are you open?' },
  },
  message_transcribed: {
    group: 'Messages',
    summary: 'What a visitor says in a voice note was transcribed. One of message_received came before.',
    version: 1,
    payload: z.object({
      ...inConversation,
      messageId: z.string(),
      fileId: z.string(),
      /** Empty if nothing is said. */
      text: z.string(),
      lang: z.string().optional(),
      seconds: z.number(),
    }),
    example: {
      ...{ ...example, messageId: 'm1', fileId: 'f4Kq8ZtXw1LmRc7RbY5d' },
      ...{ text: 'When are you open?', lang: 'en', seconds: 3 },
    },
  },
  message_sent: {
    group: 'Messages',
    summary: 'The agent or a person of the team answered.',
    version: 1,
    payload: z.object({
      ...inConversation,
      messageId: z.string(),
      by: z.enum(['agent', 'person']),
      text: z.string(),
      /** The message that the agent answers. */
      inReplyTo: z.string().optional(),
      /** The member of the team who wrote it. */
      userId: z.string().optional(),
    }),
    example: { ...example, messageId: 'r1', by: 'agent', text: 'From nine to five.', inReplyTo: 'm1' },
  },
  reply_failed: {
    group: 'Messages',
    summary: 'The agent could not answer; the visitor was told.',
    version: 1,
    payload: z.object({ ...inConversation, inReplyTo: z.string(), reason: z.string() }),
    example: { ...example, inReplyTo: 'm1', reason: 'no-credits' },
  },
  handoff_requested: {
    group: 'Handoffs',
    summary: 'A visitor, a node or the model asked for a person.',
    version: 1,
    payload: z.object({
      ...inConversation,
      by: z.enum(['visitor', 'node', 'model']),
      reason: z.string().optional(),
      /** Whether nobody of the team was online. */
      offline: z.boolean(),
    }),
    example: { ...example, by: 'visitor', offline: false },
  },
  conversation_owner_changed: {
    group: 'Handoffs',
    summary: 'A person took a conversation over, or it went back to the agent.',
    version: 1,
    payload: z.object({
      ...inConversation,
      from: z.enum(owners),
      owner: z.enum(owners),
      reason: z.enum(ownershipReasons),
      userId: z.string().optional(),
    }),
    example: { ...example, from: 'nobody', owner: 'human', reason: 'taken-over', userId: 'u8Rq1LzT' },
  },
  conversation_status_changed: {
    group: 'Conversations',
    summary: 'A conversation was resolved or reopened.',
    version: 1,
    payload: z.object({ ...inConversation, status: z.enum(conversationStatuses) }),
    example: { ...example, status: 'resolved' },
  },
  feedback_given: {
    group: 'Feedback',
    summary: 'A visitor rated an answer or the conversation.',
    version: 1,
    payload: z.object({
      ...inConversation,
      /** Absent for the whole conversation. */
      messageId: z.string().optional(),
      /** `none` takes the rating back. */
      rating: z.enum(['up', 'down', 'none']),
      comment: z.string().optional(),
    }),
    example: { ...example, messageId: 'r1', rating: 'up', comment: 'Just what I needed.' },
  },
  lead_captured: {
    group: 'Leads',
    summary: 'A visitor left their details for the first time.',
    version: 1,
    payload: z.object({
      ...inConversation,
      leadId: z.string(),
      visitorId: z.string(),
      by: z.enum(['question', 'form', 'identify', 'person']),
      fields: z.record(z.string(), z.string()),
    }),
    example: { ...example, leadId: 'l9Wm3', visitorId: 'v5Gt2pLq8RzX', by: 'form', fields },
  },
  lead_changed: {
    group: 'Leads',
    summary: 'The details of a lead changed.',
    version: 1,
    payload: z.object({
      agentId: z.string(),
      leadId: z.string(),
      by: z.enum(['question', 'form', 'identify', 'person']),
      /** All of them after the change. */
      fields: z.record(z.string(), z.string()),
    }),
    example: { agentId: example.agentId, leadId: 'l9Wm3', by: 'question', fields },
  },
  lead_request_changed: {
    group: 'Leads',
    summary: 'A visitor answered questions of a flow, such as those of a booking, or confirmed the answers.',
    version: 1,
    payload: z.object({
      agentId: z.string(),
      leadId: z.string(),
      conversationId: z.string(),
      /** Which request of the conversation it is; the first is 1. */
      nth: z.number(),
      /** `complete`: all questions were answered. `confirmed`: the visitor said that what was read back is right. */
      status: z.enum(requestStatuses),
      /** All of the request. */
      fields: z.record(z.string(), z.string()),
    }),
    example: {
      ...{ agentId: example.agentId, conversationId: example.conversationId, leadId: 'l9Wm3' },
      ...{ nth: 1, status: 'confirmed', fields },
    },
  },
  lead_status_changed: {
    group: 'Leads',
    summary: 'A lead was contacted, qualified, won or lost.',
    version: 1,
    payload: z.object({ agentId: z.string(), leadId: z.string(), status: z.enum(leadStatuses) }),
    example: { agentId: example.agentId, leadId: 'l9Wm3', status: 'qualified' },
  },
} as const
