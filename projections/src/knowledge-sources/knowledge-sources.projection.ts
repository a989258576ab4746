/** The list of an agent's knowledge sources, without their texts. */
import { knowledgeEvents, type refreshRates, type sourceKinds } from '@parley/contracts/knowledge/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import type { Place } from '@parley/kernel/log/recorded-event.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { switched } from './source-switches.ts'

type Kind = (typeof sourceKinds)[number]
type RefreshRate = (typeof refreshRates)[number]
type Progress = { found: number; done: number; failed: number; pages: number; chunks: number; chars: number }

export type KnowledgeSourceDocument = {
  sourceId: string
  agentId: string
  sourceType: 'doc' | 'url'
  kind: Kind
  name: string
  status: 'INITIALIZED' | 'PENDING' | 'SUCCESS' | 'ERROR'
  error?: string
  /** When `error` occurred, ISO 8601. */
  failedAt?: string
  tags: string[]
  charCount: number
  chunkCount: number
  /** Of the chunks' vectors, if there are any. */
  dimensions?: number
  metadata?: { description: string }
  fileName?: string
  disabled?: true
  sample?: true
  url?: string
  refreshRate?: RefreshRate
  /** Its schedule is paused. */
  paused?: true
  /** Unix seconds. */
  lastRefreshTS?: number
  pageCount?: number
  failedPages?: number
  limited?: true
  /** The crawl that is reading or last read the website. */
  crawlId?: string
  /** Set during a crawl. */
  progress?: Progress
  addedAt: string
  updatedAt: string
}

export const knowledgeSources = tenantProjection<KnowledgeSourceDocument>()({
  name: 'knowledge-sources',
  version: 6,
  events: knowledgeEvents,
  indexes: {
    byAgent: ['agentId', 'addedAt'],
    // Only sources that could not be read, or not again, have `failedAt`.
    byProblem: { sparse: ['agentId', 'failedAt'] },
  },
  identify: (event) => event.data.sourceId,
  project(document, event) {
    if (event.type === 'KnowledgeSourceAdded') return added(event)
    if (!document) return undefined
    switch (event.type) {
      case 'KnowledgeSourceIngested': {
        const { error: _, failedAt: ___, dimensions: __, ...rest } = document
        const { charCount, chunkCount, embedding } = event.data
        const read = { ...rest, status: 'SUCCESS' as const, charCount, chunkCount, updatedAt: event.at }
        return embedding ? { ...read, dimensions: embedding.dimensions } : read
      }
      case 'KnowledgeSourceFailed':
        return {
          ...document,
          status: 'ERROR',
          error: event.data.reason,
          failedAt: event.at,
          charCount: 0,
          chunkCount: 0,
          updatedAt: event.at,
        }
      case 'KnowledgeSourceEdited': {
        const renamed = { ...document, name: event.data.name, updatedAt: event.at }
        const isSame = event.data.content === undefined && event.data.pairs === undefined
        if (isSame) return renamed
        const { sample: _, ...own } = renamed
        return { ...own, status: 'INITIALIZED' }
      }
      case 'KnowledgeSourceDeleted':
        return undefined
      case 'KnowledgeSourceTagged':
        return { ...document, tags: event.data.tags }
      case 'KnowledgeSourceDisabled':
      case 'KnowledgeSourceEnabled':
      case 'KnowledgeRefreshRateSet':
      case 'KnowledgeRefreshesPaused':
      case 'KnowledgeRefreshesResumed':
        return switched(document, event)
      case 'KnowledgeChunkEdited':
      case 'KnowledgeChunkDisabled':
      case 'KnowledgeChunkEnabled':
      case 'KnowledgeChunkDeleted':
      case 'KnowledgeChunkRestored':
        return { ...document, updatedAt: event.at }
      case 'KnowledgeEmbedded':
        return { ...document, dimensions: event.data.embedding.dimensions }
      case 'KnowledgeChunkEmbedded':
        return document
      case 'KnowledgeCrawlStarted': {
        const { error: _, failedAt: __, ...rest } = document
        const { crawlId, progress } = event.data
        return { ...rest, status: 'PENDING', crawlId, progress }
      }
      case 'KnowledgePageIngested': {
        const { url, description, embedding, progress } = event.data
        const about = description !== undefined && (url === document.url || !document.metadata)
        return {
          ...document,
          ...heldOf(progress),
          progress,
          ...(about ? { metadata: { description } } : {}),
          ...(embedding ? { dimensions: embedding.dimensions } : {}),
        }
      }
      case 'KnowledgePagesFound':
      case 'KnowledgePagesUnchanged':
      case 'KnowledgePageFailed':
      case 'KnowledgePageSkipped':
      case 'KnowledgePageRemoved':
        return { ...document, ...heldOf(event.data.progress), progress: event.data.progress }
      case 'KnowledgeCrawlFinished':
        return finished(document, event)
    }
  },
})

function heldOf({ pages, chunks, chars, failed }: Progress) {
  return { pageCount: pages, chunkCount: chunks, charCount: chars, failedPages: failed }
}

function finished(
  { progress: _, error: __, failedAt: ____, limited: ___, ...document }: KnowledgeSourceDocument,
  event: Extract<SealedEventOf<typeof knowledgeEvents>, { type: 'KnowledgeCrawlFinished' }> & Place,
): KnowledgeSourceDocument {
  const { outcome, reason, progress, limited } = event.data
  return {
    ...document,
    ...heldOf(progress),
    // What was read before can still be found, whatever the result of this crawl.
    status: progress.pages > 0 ? 'SUCCESS' : 'ERROR',
    ...(reason === undefined ? {} : { error: reason, failedAt: event.at }),
    ...(limited ? { limited } : {}),
    ...(outcome === 'cancelled' ? {} : { lastRefreshTS: Math.floor(Date.parse(event.at) / 1000) }),
    updatedAt: event.at,
  }
}

function added(
  event: Extract<SealedEventOf<typeof knowledgeEvents>, { type: 'KnowledgeSourceAdded' }> & Place,
): KnowledgeSourceDocument {
  const { sourceId, agentId, kind, name, tags, fileName, url, refreshRate, sample } = event.data
  return {
    sourceId,
    agentId,
    sourceType: url === undefined ? 'doc' : 'url',
    kind,
    name,
    status: kind === 'document' ? 'PENDING' : 'INITIALIZED',
    tags,
    charCount: 0,
    chunkCount: 0,
    ...(sample ? { sample } : {}),
    ...(fileName === undefined ? {} : { fileName }),
    ...(url === undefined ? {} : { url, refreshRate: refreshRate ?? 'never', pageCount: 0 }),
    addedAt: event.at,
    updatedAt: event.at,
  }
}
