/**
 * Conversations with calls of tools that wait for the team's approval, of all tenants. Used to end the waiting when nobody
 * decides. Contains no text, and is read only by the server.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { type CollectionOf, waitingSince } from './waiting-since.ts'

export type PendingApprovalsDocument = {
  tenant: string
  conversationId: string
  /** Oldest first; at least one. `at`: ISO 8601. */
  pending: { approvalId: string; at: string }[]
  /** Milliseconds since 1970: since when the oldest waits. */
  since: number
}

export const pendingApprovalsProjection = publicProjection<PendingApprovalsDocument>()({
  name: 'pending-approvals',
  version: 1,
  events: pick(conversationEvents, 'ToolApprovalRequested', 'ToolApprovalDecided', 'ConversationDeleted'),
  indexes: { bySince: ['since'] },
  // What was imported is answered by nobody here: nothing waits.
  identify: (event) =>
    event.importedAt === undefined ? event.stream.slice('conversation-'.length) : undefined,
  project(document, event, conversationId) {
    if (event.type === 'ConversationDeleted') return undefined
    const { approvalId, at } = event.data
    const others = (document?.pending ?? []).filter((one) => one.approvalId !== approvalId)
    const pending = event.type === 'ToolApprovalRequested' ? [...others, { approvalId, at }] : others
    const [oldest] = pending
    return oldest && { tenant: event.tenant, conversationId, pending, since: Date.parse(oldest.at) }
  },
})

/** Yields the conversations with calls that wait since before a moment (milliseconds). */
export function pendingApprovals(readStore: Pick<ReadStore, 'find'>, collectionOf: CollectionOf) {
  return waitingSince<PendingApprovalsDocument>(readStore, collectionOf, pendingApprovalsProjection.name)
}
