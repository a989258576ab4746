/**
 * With which embedding model each source, or page of a website, was embedded, of all tenants: those without vectors of
 * the present model are embedded in the background. Contains no text, and is read only by the server.
 */
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'
import { pageDocumentId } from '../knowledge-pages/knowledge-pages.projection.ts'

export type KnowledgeEmbeddingDocument = {
  tenant: string
  sourceId: string
  agentId: string
  pageId?: string
  /** The model of all vectors; empty if a text has none, or they are of several. Absent while there are no chunks. */
  model?: string
  /** The model of the vectors of the chunks as read; empty if there are none. */
  readWith: string
  /** The same for the text of each edited chunk, by its key. */
  editedWith: Record<string, string>
}

const events = pick(
  knowledgeEvents,
  'KnowledgeSourceIngested',
  'KnowledgeSourceFailed',
  'KnowledgeSourceDeleted',
  'KnowledgePageIngested',
  'KnowledgePageSkipped',
  'KnowledgePageRemoved',
  'KnowledgeChunkEdited',
  'KnowledgeChunkDeleted',
  'KnowledgeChunkRestored',
  'KnowledgeEmbedded',
  'KnowledgeChunkEmbedded',
)
type ChunkEvent = Extract<SealedEventOf<typeof events>, { data: { chunkKey: string } }>

export const knowledgeEmbeddings = publicProjection<KnowledgeEmbeddingDocument>()({
  name: 'knowledge-embeddings',
  version: 1,
  events,
  indexes: {
    byModel: { sparse: ['model', 'tenant'] },
    byAgent: { sparse: ['tenant', 'agentId', 'model'] },
  },
  identify(event) {
    const { sourceId } = event.data
    if (event.type === 'KnowledgeSourceDeleted')
      return [sourceId, ...(event.data.pageIds ?? []).map((pageId) => pageDocumentId(sourceId, pageId))]
    const pageId = 'pageId' in event.data ? event.data.pageId : undefined
    return pageId === undefined ? sourceId : pageDocumentId(sourceId, pageId)
  },
  project(document, event) {
    switch (event.type) {
      case 'KnowledgeSourceIngested':
      case 'KnowledgePageIngested': {
        const { sourceId, agentId, chunkCount, embedding } = event.data
        const page = event.type === 'KnowledgePageIngested' ? { pageId: event.data.pageId } : {}
        const { editedWith = {} } = document ?? {}
        const readWith = embedding?.model ?? ''
        const read = { tenant: event.tenant, sourceId, agentId, ...page, readWith, editedWith }
        return chunkCount === 0 ? read : withModel(read)
      }
      case 'KnowledgeSourceDeleted':
      case 'KnowledgePageSkipped':
      case 'KnowledgePageRemoved':
        return undefined
    }
    if (!document) return undefined
    switch (event.type) {
      case 'KnowledgeSourceFailed': {
        const { model: _, ...rest } = document
        return { ...rest, readWith: '' }
      }
      case 'KnowledgeEmbedded':
        return changed({ ...document, readWith: event.data.embedding.model })
      default:
        return changed({ ...document, editedWith: editedWith(document.editedWith, event) })
    }
  },
})

function editedWith(before: Record<string, string>, { type, data }: ChunkEvent): Record<string, string> {
  const { [data.chunkKey]: edited, ...others } = before
  if (type === 'KnowledgeChunkEdited') return { ...others, [data.chunkKey]: data.embedding?.model ?? '' }
  return type === 'KnowledgeChunkEmbedded' && edited !== undefined
    ? { ...others, [data.chunkKey]: data.embedding.model }
    : others
}

function changed(document: KnowledgeEmbeddingDocument): KnowledgeEmbeddingDocument {
  return document.model === undefined ? document : withModel(document)
}

function withModel(document: KnowledgeEmbeddingDocument): KnowledgeEmbeddingDocument {
  const { readWith, editedWith } = document
  const same = Object.values(editedWith).every((model) => model === readWith)
  return { ...document, model: same ? readWith : '' }
}
