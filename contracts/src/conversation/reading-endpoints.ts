/** What the team reads of conversations: the inbox's list and counts, one conversation, downloads. */
import { z } from 'zod'
import { agentParams, defineEndpoints, pageQuery } from '../endpoint.ts'
import { actorSchema } from '../message.ts'
import { messageView } from './blocks.ts'
import { conversationStatuses, owners } from './events.ts'

const conversationParams = agentParams.extend({ conversationId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) })

/**
 * `open`: not resolved. `unassigned`, `mine`: open, and assigned to nobody or to the principal. `waiting`: a person was
 * requested and has not come yet. `all`: all except those of the test panel, which are listed only by their channel.
 */
export const conversationViews = ['open', 'unassigned', 'mine', 'waiting', 'resolved', 'all'] as const
export type ConversationViewName = (typeof conversationViews)[number]

/** Properties by which conversations can be filtered. */
export const conversationTraits = ['handoff', 'human-reply', 'unanswered', 'failed', 'note'] as const

/** A day (UTC) or a moment. */
const moment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Please give a date such as 2026-01-31.')

export const conversationFilters = z.object({
  view: z.enum(conversationViews).optional(),
  channel: z.string().max(30).optional(),
  status: z.enum(conversationStatuses).optional(),
  owner: z.enum(owners).optional(),
  tag: z.string().max(100).optional(),
  /** A member's user id, or `nobody`. */
  assignee: z.string().max(64).optional(),
  unread: z.enum(['true', 'false']).optional(),
  /** Started on or after it. */
  from: moment.optional(),
  /** Started before it; a day is included. */
  to: moment.optional(),
  country: z.string().max(10).optional(),
  /** A prefix of the language code is enough: `de` matches `de-AT`. */
  lang: z.string().max(20).optional(),
  feedback: z.enum(['up', 'down']).optional(),
  having: z.enum(conversationTraits).optional(),
  /** Words that must all occur in the messages, in notes, or in the visitor's details. */
  q: z.string().max(200).optional(),
})
export type ConversationFilters = z.infer<typeof conversationFilters>

export const conversationListItem = z.object({
  conversationId: z.string(),
  agentId: z.string(),
  visitorId: z.string(),
  /** Name or address, if the visitor or the page gave it. */
  visitorName: z.string().optional(),
  channel: z.string(),
  /** Beginning of the visitor's first message, if it has text. */
  question: z.string().optional(),
  /** Beginning of the newest message. */
  preview: z.string(),
  /** Beginning of the visitor's newest text, if somebody else wrote after it. */
  visitorSaid: z.string().optional(),
  /** What was said, from the first word that a search found. */
  match: z.string().optional(),
  messages: z.number(),
  /** ISO 8601. */
  startedAt: z.string(),
  lastMessageAt: z.string(),
  lastRole: z.string(),
  failed: z.boolean(),
  cost: z.number(),
  status: z.enum(conversationStatuses),
  owner: z.enum(owners),
  /** Since when a person is requested, or the approval of a call. */
  waitingSince: z.string().optional(),
  /** How many calls of functions wait for the team's approval; absent if none does. */
  pendingApprovals: z.number().optional(),
  resolvedAt: z.string().optional(),
  /** The id of a member or a client. */
  assignee: z.string().optional(),
  /** For the team: the names of clients by their ids, as far as they are named here. */
  clientNames: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.string()),
  unread: z.boolean(),
  country: z.string().optional(),
  lang: z.string().optional(),
  feedback: z.enum(['up', 'down']).optional(),
  notes: z.number(),
})
export type ConversationListItem = z.infer<typeof conversationListItem>

export const noteView = z.object({
  noteId: z.string(),
  /** ISO 8601. */
  at: z.string(),
  userId: z.string(),
  author: z.string(),
  text: z.string(),
})
export type NoteView = z.infer<typeof noteView>

const actDone = {
  /** ISO 8601. */
  at: z.string(),
  by: actorSchema,
}
/** A call of a function that waits for the team's decision. `values`: what the model chose. */
export const pendingApprovalView = z.object({
  approvalId: z.string(),
  /** ISO 8601. */
  at: z.string(),
  name: z.string(),
  values: z.record(z.string(), z.unknown()),
})
export type PendingApprovalView = z.infer<typeof pendingApprovalView>

/** What the team did with a conversation besides writing, by user ids. */
export const conversationAct = z.discriminatedUnion('did', [
  z.object({ ...actDone, did: z.literal('tag'), added: z.array(z.string()), removed: z.array(z.string()) }),
  /** `assignee`: empty for nobody. */
  z.object({ ...actDone, did: z.literal('assign'), assignee: z.string() }),
  /** `name`: of the function. */
  z.object({
    ...actDone,
    did: z.literal('decide'),
    name: z.string(),
    outcome: z.enum(['approved', 'declined', 'expired']),
  }),
])
export type ConversationAct = z.infer<typeof conversationAct>

export const visitorView = z.object({
  visitorId: z.string(),
  externalId: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  /** Whether the page's server signed the visitor's identity. */
  verified: z.boolean(),
  /** Captured by questions and forms. */
  fields: z.record(z.string(), z.string()),
  /** Set by the page. */
  variables: z.record(z.string(), z.string()),
  /** The pages that the visitor opened, newest first. */
  pages: z.array(z.object({ url: z.string(), at: z.string() })),
  leadId: z.string().optional(),
  /** Other conversations of the same visitor, newest first. */
  conversations: z.array(conversationListItem.pick({ conversationId: true, startedAt: true, preview: true })),
})
export type VisitorView = z.infer<typeof visitorView>

export const conversationDetail = conversationListItem.extend({
  notes: z.array(noteView),
  /** The newest 50, in order. */
  acts: z.array(conversationAct),
  /** The calls of functions that wait for the team's decision, oldest first. */
  approvals: z.array(pendingApprovalView),
  pageUrl: z.string().optional(),
  browser: z.string().optional(),
  platform: z.string().optional(),
  agentVersion: z.number().optional(),
  /** It took place at another workspace and was moved here: its visitor can't be reached. */
  imported: z.literal(true).optional(),
  /** The reason given with the request for a person. */
  handoffNote: z.string().optional(),
  feedbackComment: z.string().optional(),
  visitor: visitorView,
  /** Index of the newest message that the team has read; -1 if none. */
  readUpTo: z.number(),
  /** The newest messages, in order. */
  transcript: z.array(messageView),
  /** Whether there are earlier messages. */
  earlier: z.boolean(),
})
export type ConversationDetail = z.infer<typeof conversationDetail>

const countOfEachView = {
  open: z.number(),
  unassigned: z.number(),
  mine: z.number(),
  waiting: z.number(),
  resolved: z.number(),
  all: z.number(),
}

export const readingEndpoints = defineEndpoints({
  'conversations.list': {
    summary:
      'The conversations of an agent, newest message first. A search opens sealed texts under a budget of time: `next` goes on, `searched` says how far it came',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/conversations',
    permission: 'conversation.read',
    kind: 'query',
    params: agentParams,
    query: pageQuery.extend(conversationFilters.shape).extend({
      /** Only these, separated by commas, if they match the filters; used to keep a list up to date. */
      ids: z.string().max(4_000).optional(),
    }),
    output: z.object({
      items: z.array(conversationListItem),
      next: z.string().optional(),
      searched: z.object({ conversations: z.number(), backTo: z.string().optional() }),
    }),
  },
  'conversations.counts': {
    summary: 'How many conversations each view holds, and how many of them are unread',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/conversation-counts',
    permission: 'conversation.read',
    kind: 'query',
    params: agentParams,
    output: z.object({
      ...countOfEachView,
      /** How many of them are unread, counted up to 100. */
      unread: z.object(countOfEachView),
    }),
  },
  'conversations.count': {
    summary: 'How many conversations fit the filters; large numbers are told as "at least"',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/conversation-count',
    permission: 'conversation.read',
    kind: 'query',
    params: agentParams,
    query: conversationFilters.omit({ q: true }),
    output: z.object({
      count: z.number(),
      /** Whether there may be more, since counting stopped here. */
      atLeast: z.boolean(),
    }),
  },
  'conversations.get': {
    summary: 'One conversation with its newest messages, notes, and what is known of its visitor',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/conversations/{conversationId}',
    permission: 'conversation.read',
    kind: 'query',
    params: conversationParams,
    output: conversationDetail,
  },
  'conversations.transcript': {
    summary: 'The messages before an index, in their order',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/conversations/{conversationId}/transcript',
    permission: 'conversation.read',
    kind: 'query',
    params: conversationParams,
    query: z.object({
      before: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    output: z.object({ messages: z.array(messageView), earlier: z.boolean() }),
  },
  'conversations.export': {
    summary: 'One whole conversation as a file: JSON, or text to read',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/conversations/{conversationId}/export',
    permission: 'conversation.read',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['application/json', 'text/plain'],
    params: conversationParams,
    query: z.object({ format: z.enum(['json', 'text']).optional() }),
    output: z.string(),
  },
  'conversations.exportList': {
    summary: 'The filtered list as CSV, streamed; cells that a spreadsheet would calculate are disarmed',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/conversations.csv',
    permission: 'conversation.read',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['text/csv'],
    params: agentParams,
    query: conversationFilters,
    output: z.string(),
  },
})
