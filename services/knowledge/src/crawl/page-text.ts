/** Reads the text that a page of a website had, from the log. */
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type Keyring, unsealData } from '@parley/kernel/sealing/sealing.ts'
import { z } from 'zod'
import { knowledgeSource } from '../knowledge-source.decider.ts'

const events = pick(knowledgeEvents, 'KnowledgePageIngested')

const readPage = z.object({ pageId: z.string(), chunks: z.array(z.string()) })

export type PageTextAt = ReturnType<typeof pageTextAt>

/**
 * Returns the passages that a page was cut into by the event at a revision of its source; undefined if there is no such
 * event of this tenant and page, or its text was erased.
 */
export function pageTextAt({ eventStore, keyring }: { eventStore: EventStore; keyring: Keyring }) {
  return async (
    tenant: string,
    place: { sourceId: string; pageId: string; revision: number },
  ): Promise<string[] | undefined> => {
    const stream = `${knowledgeSource.category}-${place.sourceId}`
    const [stored] = await eventStore.readStream(stream, { from: place.revision, limit: 1 })
    if (!stored || !(stored.type in events)) return undefined
    const event = decode(stored, events)
    if (event.tenant !== tenant) return undefined
    const opened = readPage.safeParse(await unsealData(keyring, events, event.type, event.data, tenant))
    return opened.success && opened.data.pageId === place.pageId ? opened.data.chunks : undefined
  }
}
