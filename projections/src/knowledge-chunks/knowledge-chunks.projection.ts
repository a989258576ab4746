/**
 * The texts of a knowledge source, or of one page of a website: the given text, its chunks, and changes to them. They
 * stay sealed; indexes open them in memory.
 */
import { knowledgeEvents, type sourceKinds } from '@parley/contracts/knowledge/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import type { Place } from '@parley/kernel/log/recorded-event.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { pageDocumentId } from '../knowledge-pages/knowledge-pages.projection.ts'

/** A user's change to a chunk. `text` is sealed. */
export type ChunkChange = {
  text?: string
  vector?: string
  embedding?: { model: string; dimensions: number }
  disabled?: true
  deleted?: true
}

export type KnowledgeChunksDocument = {
  sourceId: string
  agentId: string
  kind: (typeof sourceKinds)[number]
  /** For a page, its title. */
  name: string
  pageId?: string
  url?: string
  /** Sealed: the text, for a document as extracted. */
  content?: string
  /** Sealed: the JSON of questions and answers, of the kind `qa`. */
  pairs?: string
  /** Sealed: JSON of the chunks' texts. Those of the former text stay until the new one is ingested. */
  chunks?: string
  chunkCount: number
  /** The keys of the chunks; absent for older chunks, whose keys are `#` and their places. */
  chunkKeys?: string[]
  /**
   * By chunk key. A change whose chunk is no longer part of the source has no effect, and applies again if the same
   * text returns.
   */
  changes?: Record<string, ChunkChange>
  /** Sealed: base64 of 32-bit floats. */
  vectors?: string
  embedding?: { model: string; dimensions: number }
  /** Position of the last event that changed the content of an index. */
  version: number
}

type SealedEvent = SealedEventOf<typeof knowledgeEvents>
type ChangeEvent = Extract<SealedEvent, { data: { chunkKey: string } }>

export const knowledgeChunks = tenantProjection<KnowledgeChunksDocument>()({
  name: 'knowledge-chunks',
  version: 3,
  events: pick(
    knowledgeEvents,
    'KnowledgeSourceAdded',
    'KnowledgeSourceIngested',
    'KnowledgeSourceFailed',
    'KnowledgeSourceEdited',
    'KnowledgeSourceDeleted',
    'KnowledgeChunkEdited',
    'KnowledgeChunkDisabled',
    'KnowledgeChunkEnabled',
    'KnowledgeChunkDeleted',
    'KnowledgeChunkRestored',
    'KnowledgeEmbedded',
    'KnowledgeChunkEmbedded',
    'KnowledgePageIngested',
    'KnowledgePageSkipped',
    'KnowledgePageRemoved',
  ),
  indexes: { byAgent: ['agentId'] },
  identify(event) {
    const { sourceId } = event.data
    if (event.type === 'KnowledgeSourceDeleted')
      return [sourceId, ...(event.data.pageIds ?? []).map((pageId) => pageDocumentId(sourceId, pageId))]
    const pageId = 'pageId' in event.data ? event.data.pageId : undefined
    return pageId === undefined ? sourceId : pageDocumentId(sourceId, pageId)
  },
  project(document, event) {
    if (event.type === 'KnowledgeSourceAdded') {
      const { sourceId, agentId, kind, name, content, pairs } = event.data
      return {
        sourceId,
        agentId,
        kind,
        name,
        ...(content === undefined ? {} : { content }),
        ...(pairs === undefined ? {} : { pairs }),
        chunkCount: 0,
        version: event.position,
      }
    }
    if (event.type === 'KnowledgePageIngested') return pageRead(document, event)
    if (!document) return undefined
    const { chunks: _, chunkKeys: __, vectors: ___, embedding: ____, ...rest } = document
    switch (event.type) {
      case 'KnowledgeSourceIngested': {
        const { chunks, chunkCount, chunkKeys, vectors, embedding } = event.data
        const content = event.data.content ?? document.content
        return {
          ...rest,
          ...(content === undefined ? {} : { content }),
          chunks,
          chunkCount,
          ...(chunkKeys === undefined ? {} : { chunkKeys }),
          ...(vectors === undefined || embedding === undefined ? {} : { vectors, embedding }),
          version: event.position,
        }
      }
      case 'KnowledgeSourceFailed':
        return { ...rest, chunkCount: 0, version: event.position }
      case 'KnowledgeSourceEdited': {
        const { name, content, pairs = document.kind === 'qa' ? content : undefined } = event.data
        const isPairs = pairs !== undefined
        return {
          ...document,
          name,
          ...(isPairs ? { pairs } : content === undefined ? {} : { content }),
          version: event.position,
        }
      }
      case 'KnowledgeEmbedded': {
        const { vectors, embedding } = event.data
        return { ...document, vectors, embedding, version: event.position }
      }
      case 'KnowledgePageSkipped':
      case 'KnowledgePageRemoved':
      case 'KnowledgeSourceDeleted':
        return undefined
      default:
        return { ...document, changes: changed(document.changes ?? {}, event), version: event.position }
    }
  },
})

function pageRead(
  document: KnowledgeChunksDocument | undefined,
  event: Extract<SealedEvent, { type: 'KnowledgePageIngested' }> & Place,
): KnowledgeChunksDocument {
  const { sourceId, agentId, pageId, url, title, chunks, chunkCount, chunkKeys } = event.data
  const { vectors, embedding } = event.data
  return {
    sourceId,
    agentId,
    kind: 'url',
    name: title,
    pageId,
    url,
    chunks,
    chunkCount,
    chunkKeys,
    ...(document?.changes ? { changes: document.changes } : {}),
    ...(vectors === undefined || embedding === undefined ? {} : { vectors, embedding }),
    version: event.position,
  }
}

function changed(changes: Record<string, ChunkChange>, event: ChangeEvent): Record<string, ChunkChange> {
  const { chunkKey } = event.data
  const { [chunkKey]: before = {}, ...others } = changes
  switch (event.type) {
    case 'KnowledgeChunkEdited': {
      const { text, vector, embedding } = event.data
      const { disabled } = before
      const vectors = vector === undefined || !embedding ? {} : { vector, embedding }
      return { ...others, [chunkKey]: { text, ...vectors, ...(disabled ? { disabled } : {}) } }
    }
    case 'KnowledgeChunkEmbedded': {
      const { vector, embedding } = event.data
      return before.text === undefined ? changes : { ...others, [chunkKey]: { ...before, vector, embedding } }
    }
    case 'KnowledgeChunkDisabled':
      return { ...others, [chunkKey]: { ...before, disabled: true } }
    case 'KnowledgeChunkEnabled': {
      const { disabled: _, ...rest } = before
      return Object.keys(rest).length === 0 ? others : { ...others, [chunkKey]: rest }
    }
    case 'KnowledgeChunkDeleted':
      return { ...others, [chunkKey]: { deleted: true } }
    case 'KnowledgeChunkRestored':
      return others
  }
}
