/** Reads the events that give sources their texts from the log, one by one. */
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type Keyring, unsealData } from '@parley/kernel/sealing/sealing.ts'
import { knowledgeSource } from '../knowledge-source.decider.ts'
import type { SourceEvent } from './ingest.ts'
import type { WaitingSource } from './ingester.ts'

const events = pick(knowledgeEvents, 'KnowledgeSourceAdded', 'KnowledgeSourceEdited')

/** The event at a place, opened; undefined if there is none of this tenant that gives a source its text. */
export function sourceEventAt({ eventStore, keyring }: { eventStore: EventStore; keyring: Keyring }) {
  return async ({ tenant, sourceId, revision }: WaitingSource): Promise<SourceEvent | undefined> => {
    const stream = `${knowledgeSource.category}-${sourceId}`
    const [stored] = await eventStore.readStream(stream, { from: revision, limit: 1 })
    if (!stored || !(stored.type in events)) return undefined
    const event = decode(stored, events)
    if (event.tenant !== tenant) return undefined
    const data = await unsealData(keyring, events, event.type, event.data, tenant)
    return { ...event, data } as SourceEvent
  }
}
