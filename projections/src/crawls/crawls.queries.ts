/** The query handlers of the websites that agents read, and of their runs. */
import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import type {
  ChangedPageView,
  CrawledWebsiteView,
  crawlEndpoints,
} from '@parley/contracts/knowledge/crawl-endpoints.ts'
import { type CrawlState, longestComparedText } from '@parley/contracts/knowledge/crawl-names.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { NEVER_DUE, nextRefresh } from '../knowledge-refreshes/knowledge-refreshes.projection.ts'
import { type Place, searchedPage, timesWithin } from '../searched-list/searched-list.ts'
import { type ChangedPage, crawlChangesProjection } from './crawl-changes.projection.ts'
import { type CrawlDocument, crawlsProjection } from './crawls.projection.ts'
import { answersCiting, testsExpecting } from './touched-answers.ts'

export type CrawlQueriesDeps = {
  reader: Reader
  /** The passages of a page as an event at a revision of its source has them; undefined where they are erased. */
  pageTextAt(
    tenant: string,
    place: { sourceId: string; pageId: string; revision: number },
  ): Promise<string[] | undefined>
  /** Maximum time of one search, in ms. */
  budgetMs?: number
  now?: () => number
}

type Filters = {
  agentId?: string | undefined
  /** Of a client: the agents that it may see. */
  agentIds: readonly string[] | undefined
  state?: CrawlState | 'errors' | undefined
  q?: string | undefined
}

const PAGE = 50
const SCAN_PAGE = 100

const noSuchSource = refuse('not-found', 'This website does not exist.')
const noSuchRun = refuse('not-found', 'This run is not kept any more.')
const noSuchPage = refuse('not-found', 'This run did not change this page, or it is not kept any more.')

const removals = {
  gone: 'The page no longer exists.',
  duplicate: 'Another page has the same text.',
  unlisted: 'The sitemap no longer lists it.',
} as const

export function crawlQueries({
  reader,
  pageTextAt,
  budgetMs = 500,
  now = () => performance.now(),
}: CrawlQueriesDeps): Handlers<typeof crawlEndpoints> {
  return {
    async 'crawls.list'({ tenant, agentIds, query: { cursor, limit = PAGE, ...filters } }) {
      const found = await searchedPage({
        ...{ cursor, limit, budgetMs, now },
        scan: (after) => scan(tenant, { ...filters, agentIds }, after),
        itemOf: (one) => one.document,
      })
      if (!found.ok) return found
      const { items, next } = found.page
      const titles = await agentTitles(
        reader,
        tenant,
        items.map(({ agentId }) => agentId),
      )
      const views = items.map((document): CrawledWebsiteView => {
        const [run] = document.runs
        return { ...websiteView(document, titles), ...(run ? { lastRun: run } : {}) }
      })
      return reply(next === undefined ? { items: views } : { items: views, next })
    },

    async 'crawls.get'({ tenant, params }) {
      const document = await websiteOf(tenant, params)
      if (!document) return noSuchSource
      const titles = await agentTitles(reader, tenant, [document.agentId])
      return reply({ ...websiteView(document, titles), runs: document.runs })
    },

    async 'crawls.run'({ tenant, params }) {
      const found = await runOf(tenant, params)
      if (!found) return noSuchRun
      return reply({ ...found.run, changes: found.changes.map(changeView), more: found.more })
    },

    async 'crawls.page'({ tenant, params }) {
      const found = await runOf(tenant, params)
      const page = found?.changes.findLast(({ pageId }) => pageId === params.pageId)
      if (!page) return noSuchPage
      const { sourceId, pageId } = params
      const textAt = async (revision: number | undefined) => {
        if (revision === undefined) return undefined
        const passages = await pageTextAt(tenant, { sourceId, pageId, revision })
        return passages && comparedText(passages.join('\n\n'))
      }
      const [before, after] = await Promise.all([textAt(page.before), textAt(page.after)])
      return reply(withoutUndefined({ ...changeView(page), before, after }))
    },

    async 'crawls.answers'({ tenant, params }) {
      const found = await runOf(tenant, params)
      if (!found) return noSuchRun
      return reply(await answersCiting({ reader, tenant, ...params, pages: withTextBefore(found.changes) }))
    },

    async 'crawls.tests'({ tenant, params }) {
      const found = await runOf(tenant, params)
      if (!found) return noSuchRun
      const pages = withTextBefore(found.changes)
      const items = await testsExpecting({ reader, tenant, agentId: params.agentId, pages, name: found.name })
      return reply({ items })
    },
  }

  async function websiteOf(tenant: string, { agentId, sourceId }: { agentId: string; sourceId: string }) {
    const document = await reader.get(crawlsProjection, tenant, sourceId)
    return document?.agentId === agentId ? document : undefined
  }

  async function runOf(
    tenant: string,
    { crawlId, ...place }: { agentId: string; sourceId: string; crawlId: string },
  ) {
    const [website, changed] = await Promise.all([
      websiteOf(tenant, place),
      reader.get(crawlChangesProjection, tenant, place.sourceId),
    ])
    const run = website?.runs.find((one) => one.crawlId === crawlId)
    if (!website || !run) return undefined
    const { changes = [], more = 0 } = changed?.runs.find((one) => one.crawlId === crawlId) ?? {}
    return { name: website.name, run, changes, more }
  }

  /** Every website in question, the one that was read last first, with its document if it fits the filters. */
  async function* scan(
    tenant: string,
    { agentId, agentIds, state, q }: Filters,
    after?: Place,
  ): AsyncGenerator<Place & { document?: CrawlDocument }> {
    const words = wordsIn(q ?? '')
    const range = timesWithin({}, after)
    const where = { ...(agentId === undefined ? {} : { agentId }), ...(range && { activeAt: range }) }
    let cursor: string | undefined
    do {
      const page = await reader.find(crawlsProjection, tenant, {
        index: agentId === undefined ? 'newest' : 'byAgent',
        where,
        order: 'desc',
        limit: SCAN_PAGE,
        cursor,
      })
      for (const document of page.items) {
        const { activeAt: at, sourceId: id, name, url } = document
        if (after && at === after.at && id >= after.id) continue
        const fits =
          (agentIds === undefined || agentIds.includes(document.agentId)) &&
          (state === undefined || (state === 'errors' ? hasErrors(document) : stateOf(document) === state)) &&
          hasWords(`${name}\n${url}`, words)
        yield fits ? { at, id, document } : { at, id }
      }
      cursor = page.next
    } while (cursor !== undefined)
  }
}

/** The pages with a text that the run replaced or removed. */
function withTextBefore(changes: readonly ChangedPage[]): ChangedPage[] {
  return changes.filter(({ before }) => before !== undefined)
}

function hasErrors({ failedPages, runs: [run] }: CrawlDocument): boolean {
  return failedPages > 0 || run?.outcome === 'failed'
}

function stateOf({ crawlId, disabled, paused, refreshRate }: CrawlDocument): CrawlState {
  if (crawlId !== undefined) return 'reading'
  if (disabled) return 'off'
  if (refreshRate === 'never') return 'manual'
  return paused ? 'paused' : 'scheduled'
}

function websiteView(
  document: CrawlDocument,
  titles: ReadonlyMap<string, string>,
): Omit<CrawledWebsiteView, 'lastRun'> {
  const { sourceId, agentId, name, url, kind, refreshRate, paused = false, pages, failedPages } = document
  const agent = titles.get(agentId) ?? ''
  const state = stateOf(document)
  const next = nextRefresh(refreshRate, Date.parse(document.lastAt))
  const scheduled = state === 'scheduled' && next < NEVER_DUE
  const view = { sourceId, agentId, agent, name, url, kind, refreshRate, state, paused, pages, failedPages }
  return scheduled ? { ...view, nextRunAt: new Date(next).toISOString() } : view
}

function changeView({
  pageId,
  url,
  title,
  change,
  reason,
  why,
  before,
  after,
}: ChangedPage): ChangedPageView {
  return withoutUndefined({
    ...{ pageId, url, title, change },
    reason: reason ?? (why && removals[why]),
    comparable: before !== undefined || after !== undefined,
  })
}

function comparedText(text: string): { text: string; cut: boolean } {
  return { text: text.slice(0, longestComparedText), cut: text.length > longestComparedText }
}
