/** The snapshot of a conversation: a contact may write for years. It is sealed, since it contains messages. */
import { messageView } from '@parley/contracts/conversation/blocks.ts'
import { type ConversationEvent, conversationEvents, owners } from '@parley/contracts/conversation/events.ts'
import { storedFlow } from '@parley/contracts/conversation/flow-state.ts'
import type { SnapshotOf } from '@parley/kernel/commands/decider.ts'
import type { Json } from '@parley/kernel/read-models/read-store.ts'
import { z } from 'zod'
import { type ConversationState, initialState } from './conversation.state.ts'

const text = z.string().optional()
const texts = z.record(z.string(), z.string())
const rating = z.enum(['up', 'down']).optional()

const saved = z.object({
  started: conversationEvents.ConversationStarted.data.omit({
    pageUrl: true,
    pageTitle: true,
    browser: true,
    platform: true,
  }),
  messageCount: z.number(),
  messages: z.array(messageView),
  visitorMessageCount: z.number(),
  visitorMessages: z.array(
    z.object({
      messageId: z.string(),
      nth: z.number(),
      outcome: z.enum(['waiting', 'answered', 'failed', 'left']),
      failures: z.number(),
      again: z.number().optional(),
      dispatched: z.boolean().optional(),
      replyId: text,
    }),
  ),
  approvals: z.array(
    conversationEvents.ToolApprovalRequested.data
      .omit({ agentId: true, channel: true, values: true })
      .extend({
        values: z.record(z.string(), z.unknown()),
        standing: z.enum(['pending', 'approved', 'declined', 'expired']),
        decidedAt: text,
        comment: text,
        answered: conversationEvents.ToolCalled.data.pick({ outcome: true, response: true }).optional(),
      }),
  ),
  decidedApprovals: z.array(z.string()),
  forms: z.array(z.object({ formId: z.string(), names: z.array(z.string()) })),
  summary: z.object({ upTo: z.number(), text: z.string() }).optional(),
  flow: storedFlow.optional(),
  owner: z.enum(owners),
  epoch: z.number(),
  stopRequests: z.number(),
  person: z.object({ userId: z.string(), displayName: z.string() }).optional(),
  awaitingSince: text,
  handoffPending: z.boolean(),
  status: z.enum(['open', 'resolved']),
  tags: z.array(z.string()),
  assignee: text,
  readUpTo: z.number(),
  notes: z.array(z.string()),
  rating,
  identity: z
    .object({ externalId: text, name: text, email: text, phone: text, verified: z.boolean() })
    .optional(),
  variables: texts,
  fields: texts,
  pageUrl: text,
  pageTitle: text,
  deleted: z.boolean(),
  deletedAt: text,
})

export const conversationSnapshot: SnapshotOf<ConversationState, ConversationEvent> = {
  version: 3,
  every: 100,
  save: (state): Json => JSON.parse(JSON.stringify(state)),
  restore: (from) => ({ ...initialState, ...saved.parse(from) }),
  // The state knows the newest messages by their ids; a command is not repeated after hundreds of others.
  guarded: 'all',
  keysKept: 500,
}
