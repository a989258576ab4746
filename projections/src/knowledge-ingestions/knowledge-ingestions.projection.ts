/**
 * The sources whose text waits for ingestion, of all tenants, so that interrupted work continues in the next process.
 * Contains no text, and is read only by the server.
 */
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'
import { PUBLIC, type ReadStore } from '@parley/kernel/read-models/read-store.ts'

/** `revisions`: the events in the source's stream whose text waits, in order; each has one outcome. */
export type KnowledgeIngestionDocument = {
  tenant: string
  sourceId: string
  since: string
  revisions: { revision: number; characters: number }[]
}

export const knowledgeIngestions = publicProjection<KnowledgeIngestionDocument>()({
  name: 'knowledge-ingestions',
  version: 1,
  events: pick(
    knowledgeEvents,
    'KnowledgeSourceAdded',
    'KnowledgeSourceEdited',
    'KnowledgeSourceIngested',
    'KnowledgeSourceFailed',
    'KnowledgeSourceDeleted',
  ),
  indexes: { bySince: ['since'] },
  identify: (event) => event.data.sourceId,
  project(document, event) {
    const { tenant, revision, at } = event
    switch (event.type) {
      case 'KnowledgeSourceAdded':
      case 'KnowledgeSourceEdited': {
        const { sourceId, content, pairs } = event.data
        const file = event.type === 'KnowledgeSourceAdded' ? event.data.file : undefined
        const text = file ?? pairs ?? content
        if (text === undefined) return document
        const before = document ?? { tenant, sourceId, since: at, revisions: [] }
        return { ...before, revisions: [...before.revisions, { revision, characters: text.length }] }
      }
      case 'KnowledgeSourceIngested':
      case 'KnowledgeSourceFailed': {
        const [, ...left] = document?.revisions ?? []
        return document && left.length > 0 ? { ...document, revisions: left } : undefined
      }
      case 'KnowledgeSourceDeleted':
        return undefined
    }
  },
})

/** Returns what waits, of all sources, longest waiting first. */
export function dueIngestions(
  readStore: Pick<ReadStore, 'find'>,
  collectionOf: (projection: string) => string | Promise<string>,
) {
  return async (): Promise<{ tenant: string; sourceId: string; revision: number; characters: number }[]> => {
    const collection = await collectionOf(knowledgeIngestions.name)
    const documents: KnowledgeIngestionDocument[] = []
    let cursor: string | undefined
    do {
      const { items, next } = await readStore.find(collection, PUBLIC, {
        index: 'bySince',
        limit: 200,
        cursor,
      })
      documents.push(...items.map((item) => item.document as KnowledgeIngestionDocument))
      cursor = next
    } while (cursor !== undefined)
    return documents.flatMap(({ tenant, sourceId, revisions }) =>
      revisions.map((waiting) => ({ tenant, sourceId, ...waiting })),
    )
  }
}
