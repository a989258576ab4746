/** The pages of websites, with the result of their last crawl. */
import { knowledgeEvents, type pageStatuses } from '@parley/contracts/knowledge/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type KnowledgePageDocument = {
  sourceId: string
  agentId: string
  pageId: string
  url: string
  title: string
  status: (typeof pageStatuses)[number]
  error?: string
  charCount: number
  chunkCount: number
  /** ISO 8601. */
  readAt?: string
  /** The crawl that last checked it. */
  crawlId: string
}

export const knowledgePages = tenantProjection<KnowledgePageDocument>()({
  name: 'knowledge-pages',
  version: 1,
  events: pick(
    knowledgeEvents,
    'KnowledgePagesFound',
    'KnowledgePageIngested',
    'KnowledgePagesUnchanged',
    'KnowledgePageFailed',
    'KnowledgePageSkipped',
    'KnowledgePageRemoved',
    'KnowledgeSourceDeleted',
  ),
  indexes: { bySource: ['sourceId', 'url'] },
  identify(event) {
    const { sourceId } = event.data
    if (event.type === 'KnowledgePagesFound')
      return event.data.pages.map(({ pageId }) => pageDocumentId(sourceId, pageId))
    if (event.type === 'KnowledgePagesUnchanged' || event.type === 'KnowledgeSourceDeleted')
      return (event.data.pageIds ?? []).map((pageId) => pageDocumentId(sourceId, pageId))
    return pageDocumentId(sourceId, event.data.pageId)
  },
  project(document, event, id) {
    switch (event.type) {
      case 'KnowledgePagesFound': {
        const { sourceId, agentId, crawlId } = event.data
        const found = event.data.pages.find(({ pageId }) => pageDocumentId(sourceId, pageId) === id)
        if (!found) return document
        const { pageId, url } = found
        const base = { sourceId, agentId, pageId, url, title: '', crawlId }
        return { ...base, status: 'PENDING', charCount: 0, chunkCount: 0 }
      }
      case 'KnowledgePageIngested': {
        const { sourceId, agentId, pageId, url, title, charCount, chunkCount, crawlId } = event.data
        const base = { sourceId, agentId, pageId, url, title, charCount, chunkCount, crawlId }
        return { ...base, status: 'SUCCESS', readAt: event.at }
      }
      case 'KnowledgePagesUnchanged': {
        if (!document) return undefined
        const { error: _, ...rest } = document
        return { ...rest, status: 'SUCCESS', readAt: event.at, crawlId: event.data.crawlId }
      }
      case 'KnowledgePageFailed': {
        const { reason, crawlId } = event.data
        return document && { ...document, status: 'ERROR', error: reason, crawlId }
      }
      case 'KnowledgePageSkipped': {
        if (!document) return undefined
        const { reason, crawlId } = event.data
        return { ...document, status: 'SKIPPED', error: reason, charCount: 0, chunkCount: 0, crawlId }
      }
      case 'KnowledgePageRemoved':
      case 'KnowledgeSourceDeleted':
        return undefined
    }
  },
})

/** Returns the id of a page's document, also in `knowledge-chunks`. */
export function pageDocumentId(sourceId: string, pageId: string): string {
  return `${sourceId}/${pageId}`
}
