/**
 * Conversations in which the agent is silent, of all tenants, for the one who lets it go on when nobody came. Holds
 * no text, and nobody outside the server is shown it.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, publicProjection } from '@parley/kernel/projection.ts'
import { PUBLIC, type ReadStore } from '@parley/kernel/read-store.ts'

export type AwaitedPersonDocument = {
  tenant: string
  conversationId: string
  agentId: string
  /** Milliseconds since 1970: when the team was last asked or last said something. */
  since: number
}

export const awaitedPeopleProjection = publicProjection<AwaitedPersonDocument>()({
  name: 'awaited-people',
  version: 1,
  events: pick(conversationEvents, 'OwnershipChanged', 'HumanReplied', 'ConversationDeleted'),
  indexes: { bySince: ['since'] },
  identify: (event) => event.stream.slice('conversation-'.length),
  project(document, event, conversationId) {
    const { agentId, at } = event.data
    const since = Date.parse(at)
    if (event.type === 'HumanReplied') return document && { ...document, since }
    if (event.type === 'ConversationDeleted') return undefined
    if (event.data.owner === 'agent' || event.data.reason === 'resolved') return undefined
    return { tenant: event.tenant, conversationId, agentId, since }
  },
})

/** Those silent since before a moment (milliseconds), longest first, page by page. */
export function awaitedPeople(
  readStore: Pick<ReadStore, 'find'>,
  collectionOf: (projection: string) => string | Promise<string>,
) {
  return async function* (before: number): AsyncGenerator<AwaitedPersonDocument> {
    let cursor: string | undefined
    do {
      const found = await readStore.find(await collectionOf(awaitedPeopleProjection.name), PUBLIC, {
        index: 'bySince',
        where: { since: { lte: before } },
        limit: 200,
        cursor,
      })
      for (const { document } of found.items) yield document as AwaitedPersonDocument
      cursor = found.next
    } while (cursor !== undefined)
  }
}
