/**
 * Conversations in which the agent does not reply because a person was requested or took over, of all tenants. Used to
 * give them back to the agent when no person answers. Contains no text, and is read only by the server.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { type CollectionOf, waitingSince } from './waiting-since.ts'

export type AwaitedPersonDocument = {
  tenant: string
  conversationId: string
  agentId: string
  /** Milliseconds since 1970: the last change of owner or reply of a person. */
  since: number
}

export const awaitedPeopleProjection = publicProjection<AwaitedPersonDocument>()({
  name: 'awaited-people',
  version: 1,
  events: pick(conversationEvents, 'OwnershipChanged', 'HumanReplied', 'ConversationDeleted'),
  indexes: { bySince: ['since'] },
  // What was imported is answered by nobody here: nothing waits.
  identify: (event) =>
    event.importedAt === undefined ? event.stream.slice('conversation-'.length) : undefined,
  project(document, event, conversationId) {
    const { agentId, at } = event.data
    const since = Date.parse(at)
    if (event.type === 'HumanReplied') return document && { ...document, since }
    if (event.type === 'ConversationDeleted') return undefined
    if (event.data.owner === 'agent' || event.data.reason === 'resolved') return undefined
    return { tenant: event.tenant, conversationId, agentId, since }
  },
})

/** Yields the conversations waiting since before a moment (milliseconds), longest first, read page by page. */
export function awaitedPeople(readStore: Pick<ReadStore, 'find'>, collectionOf: CollectionOf) {
  return waitingSince<AwaitedPersonDocument>(readStore, collectionOf, awaitedPeopleProjection.name)
}
