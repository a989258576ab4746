/** The load of one account does not delay others: websites, documents, texts. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { type Crawler, createCrawler } from '@parley/knowledge/crawl/crawler.ts'
import { parseSitemap } from '@parley/knowledge/crawl/sitemap.ts'
import { crawlWebsite } from '@parley/knowledge/crawl-website.policy.ts'
import { ingestSource } from '@parley/knowledge/ingest-source.policy.ts'
import { createExtractors, type Extract } from '@parley/knowledge/ingestion/extract.ts'
import { createIngest } from '@parley/knowledge/ingestion/ingest.ts'
import { createIngester, type Ingester } from '@parley/knowledge/ingestion/ingester.ts'
import { sourceEventAt } from '@parley/knowledge/ingestion/source-event.ts'
import { knowledgeHandlers } from '@parley/knowledge/knowledge.handlers.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { docxNested } from './hostile/packed.ts'

let region: TestRegion
let crawler: Crawler
let ingester: Ingester
let closing: AbortController
let extract: Extract
const servers: Server[] = []
const faults: unknown[] = []

beforeEach(async () => {
  closing = new AbortController()
  const extractors = createExtractors()
  extract = extractors.extract
  region = await openTestRegion({
    policies: ({ handle, load, leases }) => {
      crawler = createCrawler({
        handle,
        load,
        leases,
        fetch: createSafeFetch({ allowPrivateAddresses: true }),
        extractPage: extractors.extractPage,
        onFault: (error) => faults.push(error),
        publicUrl: 'https://parley.example',
        pauseMs: 1,
        signal: closing.signal,
      })
      return [
        crawlWebsite({ crawler }),
        ingestSource({ ingester: { ingest: (source) => ingester.ingest(source) } }),
      ]
    },
  })
  const { handle, load } = region
  ingester = createIngester({
    leases: region.leases,
    ingest: createIngest({ handle, load, extract: (...of) => extract(...of) }),
    eventAt: sourceEventAt(region),
    onFault: (error) => faults.push(error),
    signal: closing.signal,
  })
})
afterEach(async () => {
  closing.abort()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await Promise.all([crawler.idle(), ingester.idle()])
  await region.close()
  expect(faults.splice(0)).toEqual([])
})

let commands = 0
async function add(tenant: string, name: 'addText' | 'addDocument' | 'addWebsite', body: object) {
  const handlers = knowledgeHandlers({
    handle: region.handle,
    inTurn: region.inTurn,
    settingsOf: async () => ({}),
  })
  const cause = { via: 'dashboard' as const, command: `command${++commands}`, correlation: 'c' }
  const context = { tenant, actor: { kind: 'user' as const, id: 'u1' }, cause }
  const call = { params: { region: 'eu', agentId: `agent-of-${tenant}` }, query: {}, body, tenant, context }
  const added = await handlers[`knowledge.${name}`]?.(call as never)
  if (!added?.ok || !('value' in added)) throw new Error('not added')
  return (added.value as { sourceId: string }).sourceId
}

const addFile = (tenant: string, fileName: string, file: Buffer | string) =>
  add(tenant, 'addDocument', { fileName, base64Payload: Buffer.from(file).toString('base64') })

/** The types of a source's events once one of these types is there, with its data. */
async function outcome(sourceId: string, ...types: string[]) {
  return vi.waitFor(
    async () => {
      const events = await region.eventStore.readStream(`knowledge-${sourceId}`)
      const found = events.find(({ type }) => types.includes(type))
      if (!found) throw new Error(`still waiting after ${events.map(({ type }) => type)}`)
      return { type: found.type, position: found.position, data: JSON.parse(found.data) }
    },
    { timeout: 15_000, interval: 20 },
  )
}

/** A site whose robots.txt asks for a delay between requests; it answers nothing else unless it `answers`. */
async function site(crawlDelay: number, answers = true) {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/robots.txt') return response.end(`User-agent: *\nCrawl-delay: ${crawlDelay}\n`)
    if (!answers) return
    const links = [1, 2, 3].map((nth) => `<p>More of it is on <a href="/page${nth}">this page</a>.</p>`)
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<main><h1>Page ${url}</h1><p>We open at nine.</p>${links.join('')}</main>`)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}

test('sites that ask for 30 s between requests delay neither other tenants’ websites nor another of their owner', async () => {
  const slow = await Promise.all(Array.from({ length: 6 }, () => site(30)))
  for (const [nth, { url }] of slow.entries())
    await add(nth < 3 ? 'slow' : `slow${nth}`, 'addWebsite', { url, kind: 'site' })
  for (const { asked } of slow)
    await vi
      .waitFor(() => expect(asked).toEqual(['/robots.txt', '/']), { timeout: 5_000 })
      .catch(() => expect(asked[0]).toBe('/robots.txt'))
  const quick = await site(0)
  for (const tenant of ['quick', 'slow']) {
    const sourceId = await add(tenant, 'addWebsite', { url: `${quick.url}?${tenant}`, kind: 'url' })
    expect(await outcome(sourceId, 'KnowledgeCrawlFinished')).toMatchObject({ data: { outcome: 'done' } })
  }
  for (const { asked } of slow) expect(asked.length).toBeLessThan(3)
})

test('tenants that crawl the same site take turns at it', async () => {
  const shared = await site(0)
  const noisy = await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      add('noisy', 'addWebsite', { url: `${shared.url}?noisy${nth}`, kind: 'url' }),
    ),
  )
  const sourceId = await add('quiet', 'addWebsite', { url: `${shared.url}?quiet`, kind: 'url' })
  await outcome(sourceId, 'KnowledgeCrawlFinished')
  for (const each of noisy) await outcome(each, 'KnowledgeCrawlFinished')
  expect(shared.asked.indexOf('/?quiet')).toBeLessThan(8)
})

test('sites that never answer delay nobody at another site that their owner crawls, too', async () => {
  const silent = await Promise.all(Array.from({ length: 8 }, () => site(0, false)))
  for (const { url } of silent) await add('noisy', 'addWebsite', { url, kind: 'url' })
  for (const { asked } of silent) await vi.waitFor(() => expect(asked).toContain('/'), { timeout: 5_000 })
  const shared = await site(0)
  await add('noisy', 'addWebsite', { url: `${shared.url}?noisy`, kind: 'url' })
  const sourceId = await add('quiet', 'addWebsite', { url: `${shared.url}?quiet`, kind: 'url' })
  expect(await outcome(sourceId, 'KnowledgeCrawlFinished')).toMatchObject({ data: { outcome: 'done' } })
})

test('Word documents nested 12 million deep are refused, after a text that was added behind them is read', async () => {
  const file = docxNested(12_000_000)
  expect(file.length).toBeLessThan(100_000)
  const hostile = await Promise.all(
    Array.from({ length: 4 }, (_, nth) => addFile(`noisy${nth % 2}`, `deep${nth}.docx`, file)),
  )
  await region.settled()
  const text = await add('quiet', 'addText', { name: 'Hours', content: 'We open at nine.' })
  const read = await outcome(text, 'KnowledgeSourceIngested')
  for (const sourceId of hostile) {
    const refused = await outcome(sourceId, 'KnowledgeSourceFailed')
    expect(refused.data.reason).toBe('The elements of this document are nested too deeply.')
    expect(refused.position).toBeGreaterThan(read.position)
  }
})

test('files that take a reader all its time delay neither small files nor another tenant’s big one', async () => {
  const real = extract
  const stuck: (() => void)[] = []
  extract = async (of, file, fileName) => {
    if (of.tenant !== 'noisy') return real(of, file, fileName)
    if (of.lane === 'small') return { ok: false, reason: 'too big', tooBig: true }
    await new Promise<void>((resolve) => stuck.push(resolve))
    return { ok: false, reason: 'given up' }
  }
  for (let nth = 0; nth < 30; nth++) await addFile('noisy', `hard${nth}.pdf`, `%PDF-1.4 hard ${nth}`)
  await vi.waitFor(() => expect(stuck).toHaveLength(2))
  const small = await addFile('quiet', 'a.html', '<p>We open at nine.</p>')
  const large = await addFile('quiet', 'b.html', `<p>We open at nine.</p>${'<!-- -->'.repeat(250_000)}`)
  const ofNoisy = await add('noisy', 'addText', { name: 'x', content: 'Ten to six' })
  for (const sourceId of [small, large, ofNoisy]) await outcome(sourceId, 'KnowledgeSourceIngested')
  closing.abort()
  for (const resolve of stuck) resolve()
})

test('a sitemap nested millions deep is abandoned at the nesting limit', () => {
  const listed = '<urlset><url><loc>https://a.example/</loc></url>'
  const start = process.cpuUsage().user
  expect(parseSitemap(`${listed}${'<a>'.repeat(3_000_000)}`)).toEqual({
    pages: ['https://a.example/'],
    sitemaps: [],
  })
  // The parser alone took half a minute for a sixth of it.
  expect(process.cpuUsage().user - start).toBeLessThan(5_000_000)
})
