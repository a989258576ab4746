/**
 * What the last runs of a website changed, page by page, one document a website. It holds no text: the texts before and
 * after are read from the log, at the revisions that stand here. It is removed with the website.
 */
import {
  longestListedAddress,
  mostChangesKept,
  mostChangesOfRun,
  mostRunsKept,
  type PageChange,
  type removalReasons,
} from '@parley/contracts/knowledge/crawl-names.ts'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type ChangedPage = {
  pageId: string
  url: string
  title?: string
  change: PageChange
  /** Why it was not read or is skipped. */
  reason?: string
  /** Why it was removed. */
  why?: (typeof removalReasons)[number]
  /** The revisions of the events with its text before and after. */
  before?: number
  after?: number
}

export type CrawlChangesDocument = {
  sourceId: string
  agentId: string
  /** By page: the revision of the event with its present text, and the page's title. */
  texts: Record<string, { revision: number; title: string }>
  /** Newest first. `more`: how many changes are not listed. */
  runs: { crawlId: string; changes: ChangedPage[]; more: number }[]
}

const MOST_OF_TITLE = 200
const MOST_OF_REASON = 400

const events = pick(
  knowledgeEvents,
  'KnowledgeSourceAdded',
  'KnowledgeCrawlStarted',
  'KnowledgePageIngested',
  'KnowledgePageFailed',
  'KnowledgePageSkipped',
  'KnowledgePageRemoved',
  'KnowledgeSourceDeleted',
)

export const crawlChangesProjection = tenantProjection<CrawlChangesDocument>()({
  name: 'crawl-changes',
  version: 1,
  events,
  indexes: {},
  identify: (event) => event.data.sourceId,
  project(document, event) {
    if (event.type === 'KnowledgeSourceAdded') {
      const { sourceId, agentId, url } = event.data
      return url === undefined ? undefined : { sourceId, agentId, texts: {}, runs: [] }
    }
    if (!document) return undefined
    switch (event.type) {
      case 'KnowledgeSourceDeleted':
        return undefined
      case 'KnowledgeCrawlStarted': {
        const run = { crawlId: event.data.crawlId, changes: [], more: 0 }
        return { ...document, runs: [run, ...document.runs].slice(0, mostRunsKept) }
      }
      default:
        return changed(document, event)
    }
  },
})

function changed(
  document: CrawlChangesDocument,
  event: Exclude<
    RecordedOf<typeof events>,
    { type: 'KnowledgeSourceAdded' | 'KnowledgeCrawlStarted' | 'KnowledgeSourceDeleted' }
  >,
): CrawlChangesDocument {
  const { pageId, url, crawlId } = event.data
  const { [pageId]: before, ...others } = document.texts
  const page = { pageId, url, ...(before ? { before: before.revision, title: before.title } : {}) }
  switch (event.type) {
    case 'KnowledgePageIngested': {
      const title = event.data.title.slice(0, MOST_OF_TITLE)
      const change = before ? 'changed' : 'added'
      const texts = { ...others, [pageId]: { revision: event.revision, title } }
      return listed({ ...document, texts }, crawlId, { ...page, title, change, after: event.revision })
    }
    case 'KnowledgePageFailed': {
      const reason = event.data.reason.slice(0, MOST_OF_REASON)
      const { before: _, ...failed } = page
      return listed(document, crawlId, { ...failed, change: 'failed', reason })
    }
    case 'KnowledgePageSkipped': {
      const reason = event.data.reason.slice(0, MOST_OF_REASON)
      const change = before ? 'removed' : 'skipped'
      return listed({ ...document, texts: others }, crawlId, { ...page, change, reason })
    }
    case 'KnowledgePageRemoved':
      // One that was found and never read, such as a second address of a page, is no change.
      if (!before) return document
      return listed({ ...document, texts: others }, crawlId, {
        ...page,
        change: 'removed',
        why: event.data.why,
      })
  }
}

/** Adds a change to its run, as far as there is room for it. */
function listed(document: CrawlChangesDocument, crawlId: string, change: ChangedPage): CrawlChangesDocument {
  const runs = document.runs.map((run) => {
    if (run.crawlId !== crawlId) return run
    const room = run.changes.length < mostChangesOfRun && change.url.length <= longestListedAddress
    return room ? { ...run, changes: [...run.changes, change] } : { ...run, more: run.more + 1 }
  })
  return { ...document, runs: bounded(runs) }
}

/** Only counts what the oldest runs changed where all runs list too much. */
function bounded(runs: CrawlChangesDocument['runs']): CrawlChangesDocument['runs'] {
  let kept = 0
  return runs.map((run) => {
    kept += run.changes.length
    if (kept <= mostChangesKept || run.changes.length === 0) return run
    return { ...run, changes: [], more: run.more + run.changes.length }
  })
}
