/**
 * The texts of a knowledge source: what was given and the chunks made of it. They stay sealed; whoever builds an
 * index opens them, in memory.
 */
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

export type KnowledgeChunksDocument = {
  sourceId: string
  agentId: string
  kind: 'text' | 'qa' | 'document'
  name: string
  /** Sealed: the text, or for `qa` the JSON of the pairs; of a document what was extracted. */
  content?: string
  /** Sealed: JSON of the chunks' texts. Those of the former text remain until the new one is ingested. */
  chunks?: string
  chunkCount: number
  /** Sealed: base64 of 32-bit floats. */
  vectors?: string
  embedding?: { model: string; dimensions: number }
  /** Position of the last event that changed what an index holds. */
  version: number
}

export const knowledgeChunks = tenantProjection<KnowledgeChunksDocument>()({
  name: 'knowledge-chunks',
  version: 1,
  events: knowledgeEvents,
  indexes: { byAgent: ['agentId'] },
  identify: (event) => event.data.sourceId,
  project(document, event) {
    if (event.type === 'KnowledgeSourceAdded') {
      const { sourceId, agentId, kind, name, content } = event.data
      return {
        sourceId,
        agentId,
        kind,
        name,
        ...(content === undefined ? {} : { content }),
        chunkCount: 0,
        version: event.position,
      }
    }
    if (!document) return undefined
    const { sourceId, agentId, kind, name } = document
    switch (event.type) {
      case 'KnowledgeSourceIngested': {
        const { chunks, chunkCount, vectors, embedding } = event.data
        const content = event.data.content ?? document.content
        return {
          sourceId,
          agentId,
          kind,
          name,
          ...(content === undefined ? {} : { content }),
          chunks,
          chunkCount,
          ...(vectors === undefined || embedding === undefined ? {} : { vectors, embedding }),
          version: event.position,
        }
      }
      case 'KnowledgeSourceFailed':
        return {
          sourceId,
          agentId,
          kind,
          name,
          ...(document.content === undefined ? {} : { content: document.content }),
          chunkCount: 0,
          version: event.position,
        }
      case 'KnowledgeSourceEdited': {
        const content = event.data.content ?? document.content
        return {
          ...document,
          name: event.data.name,
          ...(content === undefined ? {} : { content }),
          version: event.position,
        }
      }
      case 'KnowledgeSourceDeleted':
        return undefined
    }
  },
})
