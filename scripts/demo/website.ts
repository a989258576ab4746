/**
 * The website of Harbour & Pine as its agent reads it: a run a week, by the crawler itself, of pages that stand here, since
 * nobody serves an invented address. Its schedule is paused afterwards for the same reason.
 */
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { Leases } from '@parley/kernel/running/leases.ts'
import { createCrawler } from '@parley/knowledge/crawl/crawler.ts'
import { pageIdOf } from '@parley/knowledge/crawl/web-address.ts'
import { createExtractors } from '@parley/knowledge/ingestion/extract.ts'
import { knowledgeSource } from '@parley/knowledge/knowledge-source.decider.ts'
import type { Business } from './business.ts'
import { stableId } from './chance.ts'
import { agentIdFor, byHand, DAY_MS, done, type Stage, type Step } from './stage.ts'

type Pages = Readonly<Record<string, { title: string; text: readonly string[] } | 'unavailable'>>

const first: Pages = {
  '/': {
    title: 'Harbour & Pine',
    text: [
      'Furniture of oak and ash, made in Falmouth.',
      'Our showroom is open Tuesday to Saturday, 10 to 18.',
    ],
  },
  '/delivery': {
    title: 'Delivery',
    text: [
      'Delivery costs 49 pounds and takes two to three weeks.',
      'Two people carry the furniture into the room of your choice.',
    ],
  },
  '/returns': {
    title: 'Returns',
    text: ['You can return furniture within 30 days.', 'We collect it, and pay you back within a week.'],
  },
  '/textiles/linen-curtains': {
    title: 'Linen curtains',
    text: ['Linen curtains in six colours.', 'A pair of 140 by 260 centimetres costs 129 pounds.'],
  },
  '/summer-sale': {
    title: 'Summer sale',
    text: ['Garden benches are 20 percent cheaper while stocks last.'],
  },
}
const { '/summer-sale': _, ...afterSummer } = first
const autumn: Pages = {
  ...afterSummer,
  '/returns': {
    title: 'Returns',
    text: ['You can return furniture within 60 days.', 'We collect it, and pay you back within a week.'],
  },
  '/workshops': {
    title: 'Workshops',
    text: ['On the first Saturday of each month we show how oiled oak is cared for.'],
  },
}
const winter: Pages = {
  ...autumn,
  '/delivery': {
    title: 'Delivery',
    text: [
      'Delivery costs 39 pounds and takes two to three weeks.',
      'Two people carry the furniture into the room of your choice.',
      'Orders until 10 December arrive before Christmas.',
    ],
  },
  '/workshops': 'unavailable',
}

/** What a run found, and how many days ago it was. */
const runs: readonly { days: number; pages: Pages }[] = [
  { days: 22, pages: first },
  { days: 15, pages: first },
  { days: 8, pages: autumn },
  { days: 1, pages: winter },
]

export function website(
  stage: Stage & { eventStore: Pick<EventStore, 'readStream'> },
  business: Business,
): Step[] {
  const { past, now, workspaceId, eventStore } = stage
  const { handle, load } = past.commands
  const agentId = agentIdFor(stage, business)
  const sourceId = stableId(workspaceId, 'website', business.key)
  const url = `${business.site}/`
  const stream = `${knowledgeSource.category}-${sourceId}`
  const context = (name: string) => byHand(stage, `website/${name}`)
  const { extractPage } = createExtractors()
  const crawlIdOf = (nth: number) => stableId(workspaceId, 'crawl', business.key, nth)

  const read = async (nth: number, pages: Pages) => {
    const crawlId = crawlIdOf(nth)
    const stored = await eventStore.readStream(stream)
    if (stored.some(({ type, data }) => type === 'KnowledgeCrawlStarted' && String(data).includes(crawlId)))
      return
    if (nth === 0)
      await done(
        handle(
          knowledgeSource,
          sourceId,
          {
            ...{ type: 'AddSource', sourceId, agentId, kind: 'site', name: business.name, url, crawlId },
            crawl: { maxPages: 40, maxDepth: 3, include: [], exclude: [] },
            firstPage: { pageId: pageIdOf(url), url },
            ...{ refreshRate: 'never', tags: [], maxChunkSize: 1_000 },
          },
          context('added'),
        ),
      )
    else
      await done(
        handle(
          knowledgeSource,
          sourceId,
          { type: 'StartCrawl', crawlId, reason: 'scheduled' },
          context(`run/${nth}`),
        ),
      )
    const faults: unknown[] = []
    /** Marked as the demo's, as all of its events are. */
    const handleAsDemo: typeof handle = (aggregate, id, command, given) =>
      handle(aggregate, id, command, { ...given, cause: { ...given.cause, by: 'demo' } })
    const crawler = createCrawler({
      ...{ handle: handleAsDemo, load, extractPage, pauseMs: 0, publicUrl: url, fetch: served(pages) },
      leases: noLeases,
      onFault: (fault) => faults.push(fault),
      signal: lasting,
    })
    crawler.read(workspaceId, sourceId)
    await crawler.idle()
    if (faults.length > 0) throw faults[0]
  }

  return [
    ...runs.map(
      ({ days, pages }, nth): Step => ({
        ...{ at: now - days * DAY_MS, kind: 'knowledge' },
        run: () => read(nth, pages),
      }),
    ),
    {
      ...{ at: now - DAY_MS + 60_000, kind: 'knowledge' },
      async run() {
        const change = (name: string, settings: { paused: true } | { refreshRate: '7d' }) =>
          done(
            handle(knowledgeSource, sourceId, { type: 'ChangeSource', agentId, ...settings }, context(name)),
          )
        await change('paused', { paused: true })
        await change('rate', { refreshRate: '7d' })
      },
    },
  ]
}

const lasting = new AbortController().signal
/** Nobody else reads these runs: they are appended when they are over. */
const noLeases: Leases = {
  take: async () => ({ heldBefore: false, lost: lasting, release: async () => undefined }),
  wait: async () => undefined,
  isHeld: async () => false,
  close: async () => undefined,
}

function served(pages: Pages): SafeFetch {
  const links = Object.keys(pages).map((path) => `<li><a href="${path}">${path}</a></li>`)
  return async (address) => {
    const { pathname } = new URL(address)
    const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined
    const status = page === 'unavailable' ? 503 : page ? 200 : 404
    const { title = '', text = [] } = typeof page === 'object' ? page : {}
    const paragraphs = text.map((one) => `<p>${one}</p>`).join('')
    const html = `<!doctype html><html lang="en"><title>${title}</title><body><nav><ul>${links.join('')}</ul></nav><main><h1>${title}</h1>${paragraphs}</main></body></html>`
    return {
      ...{ ok: true, status, cut: false, url: address, redirects: [] },
      ...{ headers: { 'content-type': 'text/html' }, body: Buffer.from(html) },
    }
  }
}
