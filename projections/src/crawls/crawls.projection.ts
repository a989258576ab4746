/**
 * The websites that agents read, one document each, with the counts of their last runs. What each run changed is in
 * `crawl-changes`.
 */
import { mostRunsKept, type runOutcomes, type runReasons } from '@parley/contracts/knowledge/crawl-names.ts'
import { knowledgeEvents, type refreshRates, type websiteKinds } from '@parley/contracts/knowledge/events.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { sourceSwitches, switched } from '../knowledge-sources/source-switches.ts'

export type RunDocument = {
  crawlId: string
  reason: (typeof runReasons)[number]
  /** ISO 8601. */
  startedAt: string
  endedAt?: string
  outcome?: (typeof runOutcomes)[number]
  fault?: string
  limited?: true
  added: number
  changed: number
  removed: number
  failed: number
  skipped: number
  checked: number
  pages: number
}

export type CrawlDocument = {
  sourceId: string
  agentId: string
  name: string
  url: string
  kind: (typeof websiteKinds)[number]
  refreshRate: (typeof refreshRates)[number]
  paused?: true
  disabled?: true
  addedAt: string
  /** When a run began or ended last, or the website was added. ISO 8601. */
  activeAt: string
  /** When a run ended last, or the website was added; the next one is due by it. ISO 8601. */
  lastAt: string
  /** The running crawl. */
  crawlId?: string
  pages: number
  failedPages: number
  /** Newest first. */
  runs: RunDocument[]
}

/** The events by which a crawl changes what is known of its pages. */
export const crawlEvents = pick(
  knowledgeEvents,
  'KnowledgeCrawlStarted',
  'KnowledgePagesFound',
  'KnowledgePageIngested',
  'KnowledgePagesUnchanged',
  'KnowledgePageFailed',
  'KnowledgePageSkipped',
  'KnowledgePageRemoved',
  'KnowledgeCrawlFinished',
)

const events = {
  ...crawlEvents,
  ...pick(knowledgeEvents, 'KnowledgeSourceAdded', 'KnowledgeSourceEdited', 'KnowledgeSourceDeleted'),
  ...sourceSwitches,
}

export const crawlsProjection = tenantProjection<CrawlDocument>()({
  name: 'crawls',
  version: 1,
  events,
  indexes: { newest: ['activeAt'], byAgent: ['agentId', 'activeAt'] },
  identify: (event) => event.data.sourceId,
  project(document, event) {
    if (event.type === 'KnowledgeSourceAdded') return added(event)
    if (!document) return undefined
    switch (event.type) {
      case 'KnowledgeSourceEdited':
        return { ...document, name: event.data.name }
      case 'KnowledgeSourceDisabled':
      case 'KnowledgeSourceEnabled':
      case 'KnowledgeRefreshRateSet':
      case 'KnowledgeRefreshesPaused':
      case 'KnowledgeRefreshesResumed':
        return switched(document, event)
      case 'KnowledgeSourceDeleted':
        return undefined
      case 'KnowledgeCrawlStarted': {
        const { crawlId, reason } = event.data
        const run = { crawlId, reason, startedAt: event.at, ...none, pages: document.pages }
        const runs = [run, ...document.runs].slice(0, mostRunsKept)
        return { ...document, crawlId, activeAt: event.at, runs }
      }
      case 'KnowledgeCrawlFinished': {
        const { crawlId: _, ...rest } = counted(document, event)
        const { outcome, reason, limited } = event.data
        const ended = { endedAt: event.at, outcome, ...(reason === undefined ? {} : { fault: reason }) }
        const runs = rest.runs.map((run, nth) =>
          nth === 0 ? { ...run, ...ended, ...(limited ? { limited } : {}) } : run,
        )
        return { ...rest, activeAt: event.at, lastAt: event.at, runs }
      }
      default:
        return counted(document, event)
    }
  },
})

const none = { added: 0, changed: 0, removed: 0, failed: 0, skipped: 0, checked: 0 }

function added(event: Extract<RecordedOf<typeof events>, { type: 'KnowledgeSourceAdded' }>) {
  const { sourceId, agentId, name, url, kind, refreshRate = 'never' } = event.data
  if (url === undefined || (kind !== 'url' && kind !== 'sitemap' && kind !== 'site')) return undefined
  const [addedAt, activeAt, lastAt] = [event.at, event.at, event.at]
  const source = { sourceId, agentId, name, url, kind, refreshRate }
  return { ...source, addedAt, activeAt, lastAt, pages: 0, failedPages: 0, runs: [] }
}

/** Counts what the event says in the newest run, which is the one that is running. */
function counted(
  document: CrawlDocument,
  event: Extract<RecordedOf<typeof crawlEvents>, { data: { progress: object } }>,
): CrawlDocument {
  const [run, ...earlier] = document.runs
  const { crawlId, progress } = event.data
  if (run?.crawlId !== crawlId) return document
  const change = changeIn(event, document.pages)
  const counts = change ? { [change]: run[change] + 1 } : {}
  const now = { ...run, ...counts, checked: progress.done, pages: progress.pages }
  return { ...document, pages: progress.pages, failedPages: progress.failed, runs: [now, ...earlier] }
}

/** What an event changes of the pages with a text, of which there were `held` before. */
function changeIn(
  event: RecordedOf<typeof crawlEvents>,
  held: number,
): 'added' | 'changed' | 'removed' | 'failed' | 'skipped' | undefined {
  const after = event.data.progress.pages
  switch (event.type) {
    case 'KnowledgePageIngested':
      return after > held ? 'added' : 'changed'
    case 'KnowledgePageRemoved':
      return after < held ? 'removed' : undefined
    case 'KnowledgePageFailed':
      return 'failed'
    case 'KnowledgePageSkipped':
      return after < held ? 'removed' : 'skipped'
    default:
      return undefined
  }
}
