/**
 * Crawls of a website, as part of its source's stream: the pages, and the outcome of each in the present crawl. The
 * crawler asks for the pages that still wait, so an interrupted crawl continues where it stopped.
 */
import type {
  crawlOptionsSchema,
  crawlProgressSchema,
  KnowledgeEvent,
} from '@parley/contracts/knowledge/events.ts'
import { accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import type { z } from 'zod'

export type CrawlOptions = z.infer<typeof crawlOptionsSchema>
export type CrawlProgress = z.infer<typeof crawlProgressSchema>
export type FoundPage = { pageId: string; url: string; depth: number }

export type WebsitePage = {
  url: string
  depth: number
  /** The outcome of the last visit; `waiting` until the crawl has visited it. */
  status: 'waiting' | 'read' | 'failed' | 'skipped'
  /** The crawl that found it or visits it. */
  round: string
  /** Whether its chunks are stored. */
  held: boolean
  chars: number
  chunkKeys: string[]
  contentHash?: string
  etag?: string
  lastModified?: string
}

export type Website = {
  pages: Record<string, WebsitePage>
  /** Pages that were removed in this crawl and must not be found again. */
  dropped: Record<string, true>
  crawl?: { crawlId: string; reason: 'added' | 'asked' | 'scheduled' | 'retry' }
}

/** A page as read, cut into chunks. */
export type ReadPage = {
  pageId: string
  url: string
  title: string
  description?: string
  charCount: number
  chunks: string[]
  chunkKeys: string[]
  contentHash: string
  etag?: string
  lastModified?: string
  vectors?: string
  embedding?: { model: string; dimensions: number }
}

export type CrawlCommand =
  | {
      type: 'StartCrawl'
      crawlId: string
      reason: 'asked' | 'scheduled' | 'retry'
      /** Absent for the scheduler, whose own list contains it. */
      agentId?: string
      only?: 'failed'
      pageId?: string
    }
  | { type: 'RecordFound'; crawlId: string; pages: FoundPage[] }
  | ({
      type: 'RecordPage'
      crawlId: string
      found: FoundPage[]
      insteadOf?: string
      depth: number
    } & ReadPage)
  | { type: 'RecordUnchanged'; crawlId: string; pageIds: string[] }
  | { type: 'RecordPageFailure'; crawlId: string; pageId: string; reason: string; skipped: boolean }
  | { type: 'RemovePage'; crawlId: string; pageId: string; why: 'gone' | 'duplicate'; found?: FoundPage[] }
  | { type: 'FinishCrawl'; crawlId: string; failure?: string; listed?: string[] }
  | { type: 'CancelCrawl'; agentId: string }

type Source = { sourceId: string; agentId: string; crawlOptions: CrawlOptions; website: Website }

export const emptyWebsite: Website = { pages: {}, dropped: {} }

export function isWaiting(page: WebsitePage): boolean {
  return page.status === 'waiting'
}

/** Decides the commands of a crawl. Nothing is recorded for a crawl that has ended. */
export function decideCrawl(command: CrawlCommand, source: Source): Decision<KnowledgeEvent> {
  const { website } = source
  if (command.type === 'StartCrawl') return start(command, source)
  if (command.type === 'CancelCrawl') {
    if (command.agentId !== source.agentId)
      return refuse('not-found', 'This knowledge source does not exist.')
    return website.crawl ? accept(finished(source, website, website.crawl.crawlId, 'cancelled')) : accept()
  }
  const { crawlId } = command
  if (website.crawl?.crawlId !== crawlId) return refuse('conflict', 'This round of reading is over.')
  const base = { sourceId: source.sourceId, agentId: source.agentId, crawlId }
  const recorded = recorder(source, base)

  switch (command.type) {
    case 'RecordFound':
      recorded.find(command.pages)
      return accept(...recorded.events)
    case 'RecordPage': {
      const { type: _, found, insteadOf, depth, chunks, ...page } = command
      if (insteadOf !== undefined && insteadOf !== page.pageId) recorded.remove(insteadOf, 'duplicate')
      if (!recorded.website().pages[page.pageId])
        recorded.find([{ pageId: page.pageId, url: page.url, depth }], true)
      const twin = twinOf(recorded.website(), page)
      if (twin !== undefined) recorded.remove(page.pageId, 'duplicate')
      else
        recorded.put('KnowledgePageIngested', {
          ...page,
          chunks,
          chunkCount: chunks.length,
        })
      recorded.find(found)
      return accept(...recorded.events)
    }
    case 'RecordUnchanged': {
      const pageIds = command.pageIds.filter((pageId) => website.pages[pageId]?.status === 'waiting')
      if (pageIds.length > 0) recorded.put('KnowledgePagesUnchanged', { pageIds })
      return accept(...recorded.events)
    }
    case 'RecordPageFailure': {
      const page = website.pages[command.pageId]
      if (!page) return accept()
      const { pageId, reason } = command
      const type = command.skipped ? 'KnowledgePageSkipped' : 'KnowledgePageFailed'
      recorded.put(type, { pageId, url: page.url, reason })
      return accept(...recorded.events)
    }
    case 'RemovePage':
      recorded.remove(command.pageId, command.why)
      recorded.find(command.found ?? [])
      return accept(...recorded.events)
    case 'FinishCrawl': {
      const listed = command.listed && new Set(command.listed)
      if (listed)
        for (const pageId of Object.keys(website.pages))
          if (!listed.has(pageId)) recorded.remove(pageId, 'unlisted')
      const present = recorded.website()
      const held = Object.values(present.pages).some((page) => page.held)
      return accept(
        ...recorded.events,
        finished(source, present, crawlId, held && !command.failure ? 'done' : 'failed', command.failure),
      )
    }
  }
}

/** The state of a website after an event; the same object if the event is not about websites. */
export function evolveWebsite(website: Website, event: KnowledgeEvent): Website {
  switch (event.type) {
    case 'KnowledgeCrawlStarted': {
      const { crawlId, reason, pageIds } = event.data
      const chosen = pageIds && new Set(pageIds)
      const pages = Object.fromEntries(
        Object.entries(website.pages).map(([pageId, page]) => [
          pageId,
          chosen && !chosen.has(pageId) ? page : { ...page, status: 'waiting' as const, round: crawlId },
        ]),
      )
      return { pages, dropped: {}, crawl: { crawlId, reason } }
    }
    case 'KnowledgePagesFound': {
      const pages = { ...website.pages }
      for (const { pageId, url, depth } of event.data.pages)
        pages[pageId] = {
          url,
          depth,
          status: 'waiting',
          round: event.data.crawlId,
          held: false,
          chars: 0,
          chunkKeys: [],
        }
      return { ...website, pages }
    }
    case 'KnowledgePageIngested': {
      const { pageId, url, charCount, chunkKeys, contentHash, etag, lastModified } = event.data
      const { depth = 0, round = event.data.crawlId } = website.pages[pageId] ?? {}
      const validators = { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) }
      const page = { url, depth, round, held: true, chars: charCount, chunkKeys, contentHash, ...validators }
      return { ...website, pages: { ...website.pages, [pageId]: { ...page, status: 'read' } } }
    }
    case 'KnowledgePagesUnchanged': {
      const pages = { ...website.pages }
      for (const pageId of event.data.pageIds) {
        const page = pages[pageId]
        if (page) pages[pageId] = { ...page, status: 'read' }
      }
      return { ...website, pages }
    }
    case 'KnowledgePageFailed':
      return withStatus(website, event.data.pageId, 'failed')
    case 'KnowledgePageSkipped': {
      const skipped = withStatus(website, event.data.pageId, 'skipped')
      const page = skipped.pages[event.data.pageId]
      if (!page) return skipped
      const { etag: _, lastModified: __, contentHash: ___, ...rest } = page
      const emptied = { ...rest, held: false, chars: 0, chunkKeys: [] }
      return { ...skipped, pages: { ...skipped.pages, [event.data.pageId]: emptied } }
    }
    case 'KnowledgePageRemoved': {
      const { [event.data.pageId]: _, ...pages } = website.pages
      return { ...website, pages, dropped: { ...website.dropped, [event.data.pageId]: true } }
    }
    case 'KnowledgeCrawlFinished': {
      const { crawl: _, ...rest } = website
      return rest
    }
    default:
      return website
  }
}

function start(
  command: Extract<CrawlCommand, { type: 'StartCrawl' }>,
  source: Source,
): Decision<KnowledgeEvent> {
  const { sourceId, website } = source
  const { crawlId, reason, agentId = source.agentId } = command
  if (agentId !== source.agentId) return refuse('not-found', 'This knowledge source does not exist.')
  if (website.crawl) return refuse('already-refreshing', 'This website is being read at the moment.')
  const pageIds = chosenPages(command, website)
  if (pageIds?.length === 0) return refuse('not-found', 'There is no such page to read again.')
  const data = { sourceId, agentId, crawlId, reason, ...(pageIds ? { pageIds } : {}) }
  const after = evolveWebsite(website, {
    type: 'KnowledgeCrawlStarted',
    data: { ...data, progress: nothing },
  })
  return accept({ type: 'KnowledgeCrawlStarted', data: { ...data, progress: progressOf(after, crawlId) } })
}

function chosenPages(
  { only, pageId }: { only?: 'failed'; pageId?: string },
  website: Website,
): string[] | undefined {
  if (pageId !== undefined) return website.pages[pageId] ? [pageId] : []
  if (only === undefined) return undefined
  const entries = Object.entries(website.pages)
  return entries.filter(([, page]) => page.status === 'failed' || isWaiting(page)).map(([id]) => id)
}

/** Collects events and applies each to the state. */
function recorder(source: Source, base: { sourceId: string; agentId: string; crawlId: string }) {
  let website = source.website
  // bounded: of one command
  const events: KnowledgeEvent[] = []
  return {
    events,
    website: () => website,
    put,
    remove(pageId: string, why: 'gone' | 'duplicate' | 'unlisted') {
      const page = website.pages[pageId]
      if (page) put('KnowledgePageRemoved', { pageId, url: page.url, why })
    },
    /** `anyway`: also above the limit of pages, for pages that replace another. */
    find(pages: FoundPage[], anyway = false) {
      const room = anyway ? pages.length : source.crawlOptions.maxPages - Object.keys(website.pages).length
      const fresh = pages.filter(
        ({ pageId }, at) =>
          !website.pages[pageId] &&
          !website.dropped[pageId] &&
          pages.findIndex((other) => other.pageId === pageId) === at,
      )
      const taken = fresh.slice(0, Math.max(0, room))
      if (taken.length > 0) put('KnowledgePagesFound', { pages: taken })
    },
  }

  function put<Type extends KnowledgeEvent['type']>(type: Type, data: object): void {
    const draft = { type, data: { ...base, ...data, progress: nothing } } as unknown as KnowledgeEvent
    website = evolveWebsite(website, draft)
    const progress = progressOf(website, base.crawlId)
    events.push({ type, data: { ...base, ...data, progress } } as unknown as KnowledgeEvent)
  }
}

function finished(
  source: Source,
  website: Website,
  crawlId: string,
  outcome: 'done' | 'cancelled' | 'failed',
  failure?: string,
): KnowledgeEvent {
  const progress = progressOf(website, crawlId)
  const reason =
    failure ??
    (outcome === 'failed'
      ? 'No page of it could be read.'
      : outcome === 'cancelled' && progress.pages === 0
        ? 'It was stopped before a page was read.'
        : undefined)
  const { maxPages } = source.crawlOptions
  const limited = maxPages > 1 && Object.keys(website.pages).length >= maxPages
  return {
    type: 'KnowledgeCrawlFinished',
    data: {
      sourceId: source.sourceId,
      agentId: source.agentId,
      crawlId,
      outcome,
      ...(reason === undefined ? {} : { reason }),
      ...(limited ? { limited } : {}),
      progress,
    },
  }
}

const nothing: CrawlProgress = { found: 0, done: 0, failed: 0, pages: 0, chunks: 0, chars: 0 }

export function progressOf(website: Website, crawlId: string): CrawlProgress {
  const progress = { ...nothing }
  for (const page of Object.values(website.pages)) {
    if (page.round === crawlId) {
      progress.found++
      if (!isWaiting(page)) progress.done++
    }
    if (page.status === 'failed') progress.failed++
    if (!page.held) continue
    progress.pages++
    progress.chunks += page.chunkKeys.length
    progress.chars += page.chars
  }
  return progress
}

/** Another page with the same content, such as the same page at a second address. */
function twinOf(website: Website, page: Pick<ReadPage, 'pageId' | 'contentHash'>): string | undefined {
  return Object.entries(website.pages).find(
    ([pageId, other]) => pageId !== page.pageId && other.held && other.contentHash === page.contentHash,
  )?.[0]
}

function withStatus(website: Website, pageId: string, status: WebsitePage['status']): Website {
  const page = website.pages[pageId]
  return page ? { ...website, pages: { ...website.pages, [pageId]: { ...page, status } } } : website
}
