/** The list of an agent's knowledge sources, without their texts. */
import { type KnowledgeEvent, knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'
import type { Place } from '@parley/kernel/recorded-event.ts'

export type KnowledgeSourceDocument = {
  sourceId: string
  agentId: string
  sourceType: 'doc'
  kind: 'text' | 'qa' | 'document'
  name: string
  status: 'INITIALIZED' | 'PENDING' | 'SUCCESS' | 'ERROR'
  error?: string
  tags: string[]
  charCount: number
  chunkCount: number
  fileName?: string
  addedAt: string
  updatedAt: string
}

export const knowledgeSources = tenantProjection<KnowledgeSourceDocument>()({
  name: 'knowledge-sources',
  version: 1,
  events: knowledgeEvents,
  indexes: { byAgent: ['agentId', 'addedAt'] },
  identify: (event) => event.data.sourceId,
  project(document, event) {
    if (event.type === 'KnowledgeSourceAdded') return added(event)
    if (!document) return undefined
    switch (event.type) {
      case 'KnowledgeSourceIngested': {
        const { error: _, ...rest } = document
        const { charCount, chunkCount } = event.data
        return { ...rest, status: 'SUCCESS', charCount, chunkCount, updatedAt: event.at }
      }
      case 'KnowledgeSourceFailed':
        return {
          ...document,
          status: 'ERROR',
          error: event.data.reason,
          charCount: 0,
          chunkCount: 0,
          updatedAt: event.at,
        }
      case 'KnowledgeSourceEdited': {
        const renamed = { ...document, name: event.data.name, updatedAt: event.at }
        return event.data.content === undefined ? renamed : { ...renamed, status: 'INITIALIZED' }
      }
      case 'KnowledgeSourceDeleted':
        return undefined
    }
  },
})

function added(
  event: Extract<KnowledgeEvent, { type: 'KnowledgeSourceAdded' }> & Place,
): KnowledgeSourceDocument {
  const { sourceId, agentId, kind, name, tags, fileName } = event.data
  return {
    sourceId,
    agentId,
    sourceType: 'doc',
    kind,
    name,
    status: kind === 'document' ? 'PENDING' : 'INITIALIZED',
    tags,
    charCount: 0,
    chunkCount: 0,
    ...(fileName === undefined ? {} : { fileName }),
    addedAt: event.at,
    updatedAt: event.at,
  }
}
