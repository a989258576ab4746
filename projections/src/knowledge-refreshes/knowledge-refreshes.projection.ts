/**
 * When each website is due for a crawl, of all tenants. A website that is being read is due at once, so that its crawl
 * continues after the process ended. Contains no text, and is read only by the server.
 */
import { knowledgeEvents, type refreshRates } from '@parley/contracts/knowledge/events.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'
import { PUBLIC, type ReadStore } from '@parley/kernel/read-models/read-store.ts'

type RefreshRate = (typeof refreshRates)[number]

export type KnowledgeRefreshDocument = {
  tenant: string
  sourceId: string
  agentId: string
  refreshRate: RefreshRate
  disabled: boolean
  /** Absent in documents of websites that were never paused. */
  paused?: boolean
  /** When the last crawl ended, or the source was added, in milliseconds. */
  lastAt: number
  /** The running crawl. */
  crawlId?: string
  /** When it is due, in milliseconds; 0 during a crawl. */
  due: number
}

const HOUR_MS = 3_600_000
const rateMs: Record<RefreshRate, number> = {
  '6h': 6 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  never: Number.POSITIVE_INFINITY,
}
/** The latest moment that a Date can represent. */
export const NEVER_DUE = 8.64e15

export const knowledgeRefreshes = publicProjection<KnowledgeRefreshDocument>()({
  name: 'knowledge-refreshes',
  version: 2,
  events: pick(
    knowledgeEvents,
    'KnowledgeSourceAdded',
    'KnowledgeRefreshRateSet',
    'KnowledgeRefreshesPaused',
    'KnowledgeRefreshesResumed',
    'KnowledgeSourceDisabled',
    'KnowledgeSourceEnabled',
    'KnowledgeCrawlStarted',
    'KnowledgeCrawlFinished',
    'KnowledgeSourceDeleted',
  ),
  indexes: { byDue: ['due'] },
  identify: (event) => event.data.sourceId,
  project(document, event) {
    if (event.type === 'KnowledgeSourceAdded') {
      const { sourceId, agentId, url, refreshRate = 'never' } = event.data
      if (url === undefined) return undefined
      const lastAt = Date.parse(event.at)
      return dated({ tenant: event.tenant, sourceId, agentId, refreshRate, disabled: false, lastAt })
    }
    if (!document) return undefined
    switch (event.type) {
      case 'KnowledgeRefreshRateSet':
        return dated({ ...document, refreshRate: event.data.refreshRate })
      case 'KnowledgeRefreshesPaused':
        return dated({ ...document, paused: true })
      case 'KnowledgeRefreshesResumed':
        return dated({ ...document, paused: false })
      case 'KnowledgeSourceDisabled':
        return dated({ ...document, disabled: true })
      case 'KnowledgeSourceEnabled':
        return dated({ ...document, disabled: false })
      case 'KnowledgeCrawlStarted':
        return dated({ ...document, crawlId: event.data.crawlId })
      case 'KnowledgeCrawlFinished': {
        const { crawlId: _, ...rest } = document
        return dated({ ...rest, lastAt: Date.parse(event.at) })
      }
      case 'KnowledgeSourceDeleted':
        return undefined
    }
  },
})

/** Returns when a website is next due after its last crawl, in milliseconds; `NEVER_DUE` for never. */
export function nextRefresh(refreshRate: RefreshRate, lastAt: number): number {
  return Math.min(NEVER_DUE, lastAt + rateMs[refreshRate])
}

function dated(document: Omit<KnowledgeRefreshDocument, 'due'>): KnowledgeRefreshDocument {
  const { crawlId, disabled, paused, refreshRate, lastAt } = document
  const due = crawlId !== undefined ? 0 : disabled || paused ? NEVER_DUE : nextRefresh(refreshRate, lastAt)
  return { ...document, due }
}

/** Returns what is due at a moment (milliseconds), longest due first; at most 100. */
export function dueRefreshes(
  readStore: Pick<ReadStore, 'find'>,
  collectionOf: (projection: string) => string | Promise<string>,
) {
  return async (now: number): Promise<KnowledgeRefreshDocument[]> => {
    const found = await readStore.find(await collectionOf(knowledgeRefreshes.name), PUBLIC, {
      index: 'byDue',
      where: { due: { lte: now } },
      limit: 100,
    })
    return found.items.map((item) => item.document as KnowledgeRefreshDocument)
  }
}
