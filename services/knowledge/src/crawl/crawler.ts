/**
 * Crawls websites politely: one request to a host at a time, as seldom as the site asks, and only what its robots.txt
 * allows. Crawls of different tenants never wait for each other: they share the slots of requests (`visits.ts`) and of
 * readers (`extract.ts`), which a crawl holds only while it uses them. The outcome of each page is recorded at once, so
 * an interrupted crawl continues where it stopped; for a crawl that was cancelled, or whose source was deleted, nothing
 * more is recorded.
 */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createFairQueue } from '@parley/kernel/limits/fair-queue.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { Leases } from '@parley/kernel/running/leases.ts'
import { unlimited, type WithinCharacters } from '../character-limit.ts'
import type { ExtractPage } from '../ingestion/extract.ts'
import {
  type KnowledgeSourceCommand,
  knowledgeSource,
  type PresentSource,
} from '../knowledge-source.decider.ts'
import type { EmbedDeps } from '../retrieval/embed-chunks.ts'
import type { CrawlCommand, WebsitePage } from '../website.ts'
import { isWaiting } from '../website.ts'
import { type Outcome, readPage } from './read-page.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { createVisits, MOST_WEBSITES_OF_TENANT, type Visits } from './visits.ts'
import { isWanted, normaliseUrl, pageIdOf, sameSite } from './web-address.ts'

export type CrawlerDeps = EmbedDeps & {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  /** Decide which process crawls a website. */
  leases: Leases
  fetch: SafeFetch
  extractPage: ExtractPage
  onFault(error: unknown, sourceId: string): void
  /** The address at which a site's owner can read about the crawler. */
  publicUrl: string
  /** Milliseconds between two requests to a host without a crawl delay; defaults to 250. */
  pauseMs?: number
  /** Aborts when the process stops. */
  signal: AbortSignal
  /** Without it characters are not limited. */
  withinCharacters?: WithinCharacters
}

export type Crawler = {
  /** Continues the present crawl of a website, unless this or another process is already running it. */
  read(tenant: string, sourceId: string): void
  /** Resolves when no crawl is running. */
  idle(): Promise<void>
  /** A tenant's requests to websites, in turn with those of its crawls. */
  visitsOf(tenant: string): Visits
}

const PAUSE_MS = 250
/** After this many pages in a row without an answer, the crawl of the site ends. */
const MOST_SILENCES = 8
const UNCHANGED_TOGETHER = 20
const name = 'crawler'

export function createCrawler(deps: CrawlerDeps): Crawler {
  const visitsOf = createVisits(deps, deps.pauseMs ?? PAUSE_MS)
  const running = new Map<string, Promise<void>>()
  // Limited per tenant: further websites of a tenant wait for its own crawls only.
  const rounds = createFairQueue({
    slots: { small: Number.POSITIVE_INFINITY },
    perTenant: { small: MOST_WEBSITES_OF_TENANT },
  })

  return {
    visitsOf,
    read(tenant, sourceId) {
      if (running.has(sourceId) || deps.signal.aborted) return
      const work = rounds
        .run({ tenant }, async () => {
          const lease = await deps.leases.take(`crawl/${tenant}/${sourceId}`)
          if (!lease) return
          try {
            await readSource(deps, visitsOf(tenant), tenant, sourceId)
          } finally {
            await lease.release()
          }
        })
        .catch((error) => {
          if (!deps.signal.aborted) deps.onFault(error, sourceId)
        })
        .finally(() => running.delete(sourceId))
      running.set(sourceId, work)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}

async function readSource(
  deps: CrawlerDeps,
  visits: Visits,
  tenant: string,
  sourceId: string,
): Promise<void> {
  // The next crawl may have begun before this one ended.
  for (let last = ''; ; ) {
    const found = await deps.load(knowledgeSource, sourceId, tenant)
    const source = found?.state.stage === 'present' ? found.state : undefined
    const crawlId = source?.website.crawl?.crawlId
    if (!source || crawlId === undefined || crawlId === last || deps.signal.aborted) return
    last = crawlId
    await readRound(deps, visits, tenant, source, crawlId)
  }
}

async function readRound(
  deps: CrawlerDeps,
  visits: Visits,
  tenant: string,
  begun: PresentSource,
  crawlId: string,
): Promise<void> {
  let source = begun
  const tried = new Set<string>()
  let unchanged: string[] = []
  let silences = 0
  let lastReason: string | undefined

  const start = await begin()
  if (!start) return
  if (start.failure !== undefined) {
    await record(`begin/failed`, { type: 'FinishCrawl', crawlId, failure: start.failure })
    return
  }
  for (let next = nextPage(); next; next = nextPage()) {
    const [pageId, page] = next
    tried.add(pageId)
    const outcome = await readPage({ ...deps, visits, tenant }, source, pageId, page)
    if (deps.signal.aborted) return
    if (!(await recordOutcome(pageId, page, outcome))) return
    if (silences >= MOST_SILENCES) {
      await finish('The site stopped answering. What was read before stays.')
      return
    }
  }
  await finish()

  /** The pages to start with; undefined if the crawl has ended. */
  async function begin(): Promise<{ listed?: string[]; failure?: string } | undefined> {
    const retry = source.website.crawl?.reason === 'retry'
    if (source.kind === 'sitemap') {
      if (retry) return {}
      const sitemap = await readSitemaps(visits, source.url)
      if (deps.signal.aborted) return undefined
      if (!sitemap.ok) return { failure: sitemap.reason }
      const pages = asFound(sitemap.pages, 0)
      if (pages.length === 0) return { failure: 'The sitemap lists no pages of this site.' }
      if (!(await record('begin', { type: 'RecordFound', crawlId, pages }))) return undefined
      return sitemap.complete ? { listed: pages.map(({ pageId }) => pageId) } : {}
    }
    const first = { pageId: pageIdOf(source.url), url: source.url, depth: 0 }
    if (!retry && !(await record('begin', { type: 'RecordFound', crawlId, pages: [first] }))) return undefined
    if (source.kind !== 'site' || retry || source.crawlOptions.maxDepth === 0) return {}
    const robots = await visits.robotsOf(source.url)
    if (robots.sitemaps.length === 0) return {}
    const sitemap = await readSitemaps(visits, source.url, robots.sitemaps)
    if (deps.signal.aborted) return undefined
    const pages = sitemap.ok ? asFound(sitemap.pages, 1) : []
    return (await record('sitemaps', { type: 'RecordFound', crawlId, pages })) ? {} : undefined
  }

  function asFound(addresses: string[], depth: number) {
    return addresses.flatMap((address) => {
      const url = normaliseUrl(address)
      return url && sameSite(url, source.url) && isWanted(url, source.crawlOptions)
        ? [{ pageId: pageIdOf(url), url, depth }]
        : []
    })
  }

  /** Pages nearest to the first page come first. */
  function nextPage(): [string, WebsitePage] | undefined {
    let nearest: [string, WebsitePage] | undefined
    for (const entry of Object.entries(source.website.pages)) {
      const [pageId, page] = entry
      if (isWaiting(page) && page.round === crawlId && !tried.has(pageId))
        if (!nearest || page.depth < nearest[1].depth) nearest = entry
    }
    return nearest
  }

  async function recordOutcome(pageId: string, page: WebsitePage, outcome: Outcome): Promise<boolean> {
    silences = outcome.type === 'failed' && outcome.silent ? silences + 1 : 0
    if (outcome.type === 'unchanged') {
      unchanged.push(pageId)
      if (outcome.found.length === 0) return unchanged.length < UNCHANGED_TOGETHER || flush()
      return (
        (await flush()) && record(`${pageId}/links`, { type: 'RecordFound', crawlId, pages: outcome.found })
      )
    }
    if (!(await flush())) return false
    switch (outcome.type) {
      case 'failed':
      case 'skipped': {
        const { reason } = outcome
        lastReason = reason
        const skipped = outcome.type === 'skipped'
        const done = await record(pageId, { type: 'RecordPageFailure', crawlId, pageId, reason, skipped })
        const found = outcome.type === 'skipped' ? outcome.found : []
        if (!done || found.length === 0) return done
        return record(`${pageId}/links`, { type: 'RecordFound', crawlId, pages: found })
      }
      case 'gone':
        lastReason = outcome.reason
        return record(pageId, { type: 'RemovePage', crawlId, pageId, why: 'gone' })
      case 'duplicate':
        return record(pageId, { type: 'RemovePage', crawlId, pageId, why: 'duplicate', found: outcome.found })
      case 'read': {
        const { type: _, ...read } = outcome
        const instead = read.pageId === pageId ? {} : { insteadOf: pageId }
        const command = { type: 'RecordPage', crawlId, ...instead, depth: page.depth, ...read } as const
        const recorded = await (deps.withinCharacters ?? unlimited)(
          { tenant, sourceId: begun.sourceId, characters: heldWith(read) },
          () => record(pageId, command),
        )
        if (typeof recorded === 'boolean') return recorded
        // Every further page would be refused as well.
        const { message: reason } = recorded.rejection
        if (await record(pageId, { type: 'RecordPageFailure', crawlId, pageId, reason, skipped: false }))
          await finish(reason)
        return false
      }
    }
  }

  /** The characters of the website once a page is recorded. */
  function heldWith({ pageId, charCount }: { pageId: string; charCount: number }): number {
    const others = Object.entries(source.website.pages).filter(([id, { held }]) => held && id !== pageId)
    return others.reduce((sum, [, { chars }]) => sum + chars, charCount)
  }

  async function flush(): Promise<boolean> {
    const pageIds = unchanged
    unchanged = []
    const [first] = pageIds
    return first === undefined || record(`unchanged/${first}`, { type: 'RecordUnchanged', crawlId, pageIds })
  }

  async function finish(failure?: string): Promise<void> {
    if (!(await flush())) return
    const held = Object.values(source.website.pages).some((page) => page.held)
    const reason = failure ?? (held ? undefined : lastReason)
    const listed = failure === undefined ? start?.listed : undefined
    await record('finish', {
      type: 'FinishCrawl',
      crawlId,
      ...(reason === undefined ? {} : { failure: reason }),
      ...(listed ? { listed } : {}),
    })
  }

  /** False if the crawl has ended: cancelled, finished by another process, or its source deleted. */
  async function record(step: string, command: CrawlCommand): Promise<boolean> {
    const key = `crawl/${crawlId}/${step}`
    const done = await deps.handle(knowledgeSource, begun.sourceId, command as KnowledgeSourceCommand, {
      tenant,
      actor: { kind: 'policy', id: name },
      cause: { via: 'policy', by: name, command: key, correlation: crawlId },
    })
    if (!done.ok || done.state.stage !== 'present') return false
    source = done.state
    return source.website.crawl?.crawlId === crawlId
  }
}
