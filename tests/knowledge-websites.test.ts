/** Websites as knowledge: from their endpoints through the crawler, with friendly and hostile servers on loopback. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { type Crawler, createCrawler } from '@parley/knowledge/crawl/crawler.ts'
import { crawlWebsite } from '@parley/knowledge/crawl-website.policy.ts'
import { createExtractors } from '@parley/knowledge/ingestion/extract.ts'
import { knowledgeHandlers } from '@parley/knowledge/knowledge.handlers.ts'
import { refreshWebsites } from '@parley/knowledge/refresh-websites.ts'
import { createRetriever } from '@parley/knowledge/retrieval/retriever.ts'
import { knowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.projection.ts'
import { loadKnowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.queries.ts'
import { knowledgePages } from '@parley/projections/knowledge-pages/knowledge-pages.projection.ts'
import { knowledgePagesQueries } from '@parley/projections/knowledge-pages/knowledge-pages.queries.ts'
import {
  dueRefreshes,
  knowledgeRefreshes,
} from '@parley/projections/knowledge-refreshes/knowledge-refreshes.projection.ts'
import { knowledgeSources } from '@parley/projections/knowledge-sources/knowledge-sources.projection.ts'
import { knowledgeSourcesQueries } from '@parley/projections/knowledge-sources/knowledge-sources.queries.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const tenant = 'w1'
let region: TestRegion
let crawler: Crawler
let handlers: Required<ReturnType<typeof knowledgeHandlers>>
let queries: Required<ReturnType<typeof knowledgeSourcesQueries>>
let pages: Required<ReturnType<typeof knowledgePagesQueries>>
let retriever: ReturnType<typeof createRetriever>
let closing: AbortController
let now: Date
const servers: Server[] = []
const faults: unknown[] = []

beforeEach(async () => {
  now = new Date('2026-01-01T00:00:00Z')
  faults.length = 0
  closing = new AbortController()
  region = await openTestRegion({
    projections: [knowledgeSources, knowledgeChunks, knowledgePages, knowledgeRefreshes],
    now: () => now,
    policies: ({ handle, load, leases }) => {
      crawler = newCrawler({ handle, load, leases })
      return [crawlWebsite({ crawler })]
    },
  })
  retriever = createRetriever({ loadChunks: loadKnowledgeChunks({ reader: region.reader }) })
  handlers = knowledgeHandlers({
    handle: region.handle,
    inTurn: region.inTurn,
    settingsOf: async () => ({}),
  }) as typeof handlers
  const { reader } = region
  queries = knowledgeSourcesQueries({ reader, search: retriever.search }) as typeof queries
  pages = knowledgePagesQueries({ reader }) as typeof pages
})
afterEach(async () => {
  closing.abort()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await crawler.idle()
  await region.close()
  expect(faults).toEqual([])
})

function newCrawler(
  { handle, load, leases }: Pick<TestRegion, 'handle' | 'load' | 'leases'>,
  signal = closing.signal,
): Crawler {
  return createCrawler({
    handle,
    load,
    leases,
    fetch: (address, options) =>
      createSafeFetch({ allowPrivateAddresses: true })(address, {
        ...options,
        // Longer than a busy machine takes, short enough for a test.
        timeoutMs: Math.min(options?.timeoutMs ?? 3_000, 3_000),
      }),
    extractPage: createExtractors().extractPage,
    onFault: (error) => faults.push(error),
    publicUrl: 'https://parley.example',
    pauseMs: 1,
    signal,
  })
}

type Page = string | { status?: number; headers?: Record<string, string>; body?: string | Buffer }
type Paths = Record<string, Page | ((request: IncomingMessage, response: ServerResponse) => void)>

/** A website; `asked` are the requested paths, in order. */
async function site(paths: Paths) {
  const asked: string[] = []
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    requests.push(request)
    const found = paths[request.url ?? '']
    if (typeof found === 'function') return found(request, response)
    const page = found === undefined ? { status: 404 } : typeof found === 'string' ? { body: found } : found
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers }).end(page.body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, asked, requests, paths }
}

const page = (title: string, text: string, ...links: string[]) =>
  `<html><head><title>${title}</title></head><body><nav><a href="/">Menu</a></nav><main><h1>${title}</h1><p>${text}</p>${links
    .map((link) => `<p>See <a href="${link}">this</a> for more about it.</p>`)
    .join('')}</main></body></html>`

let commands = 0
function call(parts: { params?: object; query?: object; body?: unknown }) {
  const cause = { via: 'dashboard' as const, command: `command${++commands}`, correlation: 'c' }
  return {
    params: { region: 'eu', agentId: 'a1', ...parts.params },
    query: parts.query ?? {},
    body: parts.body,
    principal: { kind: 'api-key', tenant },
    tenant,
    context: { tenant, actor: { kind: 'user' as const, id: 'u1' }, cause },
  } as never
}
function valueIn<T>(answer: unknown): T {
  expect(answer).toMatchObject({ ok: true })
  return (answer as { value: T }).value
}
async function settled() {
  await region.settled()
  await crawler.idle()
  await region.settled()
}
async function add(body: object): Promise<string> {
  const { sourceId } = valueIn<{ sourceId: string }>(await handlers['knowledge.addWebsite'](call({ body })))
  await settled()
  return sourceId
}
type Source = Record<string, unknown> & { status: string; error?: string }
async function get(sourceId: string) {
  return valueIn<Source>(await queries['knowledge.get'](call({ params: { sourceId } })))
}
type PageView = { pageId: string; url: string; title: string; status: string; error?: string }
async function pagesOf(sourceId: string, query: object = {}): Promise<PageView[]> {
  return valueIn<{ items: PageView[] }>(await pages['knowledge.pages'](call({ params: { sourceId }, query })))
    .items
}
async function refresh(sourceId: string, body: object = {}) {
  const answer = await handlers['knowledge.refresh'](call({ params: { sourceId }, body }))
  await settled()
  return answer
}
const ask = (question: string) => {
  retriever.invalidate('a1')
  return retriever.search(tenant, 'a1', question)
}
const paths = (views: PageView[]) =>
  views.map(({ url }) => new URL(url).pathname + new URL(url).search).sort()

describe('a site', () => {
  test('is crawled by its links, without menus, other sites and duplicate pages', async () => {
    const { origin, asked, requests } = await site({
      '/': page(
        'Shop',
        'We sell lamps.',
        '/returns?utm_source=x#top',
        'returns',
        '/INDEX.html',
        'https://other.example/',
      ).replace('<head>', '<head><meta name="Description" content=" Lamps of\n all kinds ">'),
      '/returns': page(
        'Returns',
        'Send lamps back within thirty days.',
        '/deep',
        '/',
        '/logo.png',
        'mailto:a@b.c',
      ),
      '/deep': page('Deep', 'Lamps are tested by hand.', '/gone'),
      '/INDEX.html': page(
        'Shop',
        'We sell lamps.',
        '/returns?utm_source=x#top',
        'returns',
        '/INDEX.html',
        'https://other.example/',
      ),
    })
    const sourceId = await add({ url: origin, kind: 'site', tags: ['shop'] })
    expect(await get(sourceId)).toMatchObject({
      status: 'SUCCESS',
      pageCount: 3,
      failedPages: 1,
      chunkCount: 3,
      metadata: { description: 'Lamps of all kinds' },
    })
    const views = await pagesOf(sourceId)
    expect(paths(views)).toEqual(['/', '/deep', '/gone', '/returns'])
    expect(views.find(({ url }) => url.endsWith('/gone'))).toMatchObject({
      status: 'ERROR',
      error: 'The page does not exist (404).',
    })
    expect(asked.filter((path) => path.startsWith('/returns'))).toEqual(['/returns'])
    expect(asked[0]).toBe('/robots.txt')
    expect(requests[1]?.headers['user-agent']).toMatch(/ParleyBot\/1\.0; \+https:\/\/parley\.example/)

    const { items, knows } = await ask('Can I return lamps, within how many days?')
    expect(knows).toBe(true)
    expect(items[0]).toMatchObject({
      sourceId,
      url: `${origin}/returns`,
      sourceName: 'Returns',
      tags: ['shop'],
    })
    expect(items[0]?.text).not.toContain('Menu')
  })

  test('respects robots.txt, meta robots, nofollow, canonical addresses and path prefixes', async () => {
    const { origin, asked } = await site({
      '/robots.txt': {
        body: 'User-agent: *\nDisallow: /\n\nUser-agent: parleybot\nDisallow: /private*\nAllow: /private/open$\n',
      },
      '/': page(
        'Home',
        'Welcome to us.',
        '/private/a',
        '/private/open',
        '/hidden',
        '/copy',
        '/blog/1',
        '/list',
      ).replace('</main>', '<a rel="nofollow" href="/never">x</a></main>'),
      '/private/open': page('Open', 'This may be read.'),
      '/hidden': page('Hidden', 'Not for search.', '/behind').replace(
        '<head>',
        '<head><meta name="robots" content="noindex">',
      ),
      '/behind': page('Behind', 'Found through a hidden page.'),
      '/copy': page('Copy', 'The same with words around.').replace(
        '<head>',
        '<head><link rel="canonical" href="/original">',
      ),
      '/original': page('Original', 'The same with words around, in the original.'),
      '/blog/1': page('Blog', 'A post.'),
      '/list': page('List', 'Others.')
        .replace('<head>', '<head><meta name="robots" content="nofollow">')
        .replace('</main>', '<a href="/unfollowed">x</a></main>'),
    })
    const sourceId = await add({ url: `${origin}/`, kind: 'site', exclude: ['/blog'] })
    const views = await pagesOf(sourceId, { status: 'SUCCESS' })
    expect(paths(views)).toEqual(['/', '/behind', '/list', '/original', '/private/open'])
    expect((await pagesOf(sourceId)).find(({ url }) => url.endsWith('/hidden'))).toMatchObject({
      status: 'SKIPPED',
    })
    for (const path of ['/private/a', '/blog/1', '/never', '/unfollowed']) expect(asked).not.toContain(path)
  })

  test('is not read if robots.txt forbids it or is unreachable, and the source says so', async () => {
    const shut = await site({ '/robots.txt': { body: 'User-agent: *\nDisallow: /' }, '/': page('x', 'y') })
    expect(await get(await add({ url: shut.origin, kind: 'site' }))).toMatchObject({
      status: 'ERROR',
      error: 'The site asks not to have it read (robots.txt).',
    })
    expect(shut.asked).toEqual(['/robots.txt'])
    const broken = await site({ '/robots.txt': { status: 500 }, '/': page('x', 'y') })
    expect((await get(await add({ url: broken.origin, kind: 'url' }))).error).toContain('robots.txt (500)')
    expect(broken.asked).not.toContain('/')
  })

  test('stops at the limits of pages and depth', async () => {
    const endless: Paths = {}
    const { origin, asked } = await site(
      new Proxy(endless, {
        get: (_, path: string) =>
          path === '/robots.txt' ? undefined : page(`Page ${path}`, `About ${path}.`, `${path}x`, `${path}y`),
      }),
    )
    const sourceId = await add({ url: origin, kind: 'site', maxPages: 12 })
    expect(await get(sourceId)).toMatchObject({ status: 'SUCCESS', pageCount: 12, limited: true })
    expect(asked).toHaveLength(13)
    const shallow = await add({ url: origin, kind: 'site', maxDepth: 1 })
    expect(await get(shallow)).toMatchObject({ pageCount: 3 })
  })

  test('is asked only for changes, and pages that are gone are removed', async () => {
    let body = page('Hours', 'We open at nine in the morning.')
    const {
      origin,
      paths: served,
      requests,
    } = await site({
      '/': page('Home', 'Welcome.', '/hours', '/old'),
      '/hours': (request, response) => {
        const etag = `"${body.length}"`
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
        else response.writeHead(200, { 'content-type': 'text/html', etag }).end(body)
      },
      '/old': page('Old', 'A sale of umbrellas in spring.'),
    })
    const sourceId = await add({ url: origin, kind: 'site', refreshRate: '6h' })
    expect(await get(sourceId)).toMatchObject({
      pageCount: 3,
      lastRefreshTS: now.getTime() / 1000,
      nextRefreshAt: '2026-01-01T06:00:00.000Z',
    })
    const before = await region.eventStore.head()

    await refresh(sourceId)
    expect(
      requests.at(-2)?.headers['if-none-match'] ?? requests.at(-1)?.headers['if-none-match'],
    ).toBeDefined()
    // A crawl without changes: started, pages seen, finished.
    expect((await region.eventStore.head()) - before).toBeLessThanOrEqual(4)
    expect(await get(sourceId)).toMatchObject({ pageCount: 3, chunkCount: 3, status: 'SUCCESS' })

    body = page('Hours', 'From May on we open at eight in the morning.')
    delete served['/old']
    served['/'] = page('Home', 'Welcome.', '/hours')
    await refresh(sourceId)
    expect(await get(sourceId)).toMatchObject({ pageCount: 2 })
    expect((await ask('When do you open?')).items[0]?.text).toContain('at eight')
    expect((await ask('umbrellas')).items).toEqual([])
  })

  test('keeps its chunks while its server is down, and reads failed pages again', async () => {
    const { origin, paths: served } = await site({
      '/': page('Home', 'Welcome.', '/a'),
      '/a': page('A', 'We repair clocks.'),
    })
    const sourceId = await add({ url: origin, kind: 'site' })
    served['/a'] = { status: 500 }
    await refresh(sourceId)
    expect(await get(sourceId)).toMatchObject({ status: 'SUCCESS', failedPages: 1, pageCount: 2 })
    expect((await ask('clocks')).items).toHaveLength(1)
    served['/a'] = page('A', 'We repair watches.')
    valueIn(await refresh(sourceId, { only: 'failed' }))
    expect((await ask('watches')).items).toHaveLength(1)
    expect(await get(sourceId)).toMatchObject({ failedPages: 0, pageCount: 2 })
    const [one] = await pagesOf(sourceId, { q: '/a' })
    served['/a'] = page('A', 'We repair radios.')
    valueIn(await refresh(sourceId, { pageId: one?.pageId }))
    expect((await ask('radios')).items).toHaveLength(1)
  })

  test('continues where it stopped when the process ended', async () => {
    const stop = new AbortController()
    const { origin, asked } = await site({
      '/': page('Home', 'Welcome.', '/a', '/b'),
      '/a': (_, response) => {
        // The server is killed at this moment: the page was requested, nothing was recorded of it.
        if (!stop.signal.aborted) return stop.abort()
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('A', 'We make kites.'))
      },
      '/b': page('B', 'We make boats.'),
    })
    closing.abort()
    const { sourceId } = valueIn<{ sourceId: string }>(
      await handlers['knowledge.addWebsite'](call({ body: { url: origin, kind: 'site' } })),
    )
    const first = newCrawler(region, stop.signal)
    await region.settled()
    first.read(tenant, sourceId)
    await first.idle()
    await region.settled()
    expect(await get(sourceId)).toMatchObject({ status: 'PENDING', progress: { done: 1 } })

    const alive = new AbortController()
    const second = newCrawler(region, alive.signal)
    const refreshing = refreshWebsites({
      handle: region.handle,
      crawler: second,
      due: dueRefreshes(region.readStore, region.projections.collectionOf),
      now: () => now.getTime(),
    })
    await refreshing()
    await second.idle()
    alive.abort()
    await region.settled()
    expect(await get(sourceId)).toMatchObject({ status: 'SUCCESS', pageCount: 3 })
    expect(asked.filter((path) => path === '/')).toHaveLength(1)
  })

  test('is read again when it is due, once, however often that is checked', async () => {
    const { origin, asked } = await site({ '/': page('Home', 'Welcome.') })
    const sourceId = await add({ url: origin, kind: 'url', refreshRate: '12h' })
    const refreshing = refreshWebsites({
      handle: region.handle,
      crawler,
      due: dueRefreshes(region.readStore, region.projections.collectionOf),
      now: () => now.getTime(),
    })
    const reads = () => asked.filter((path) => path === '/').length
    await refreshing()
    await settled()
    expect(reads()).toBe(1)
    now = new Date('2026-01-01T12:00:01Z')
    await Promise.all([refreshing(), refreshing(), refreshing()])
    await settled()
    await refreshing()
    await settled()
    expect(reads()).toBe(2)
    expect(await get(sourceId)).toMatchObject({ nextRefreshAt: '2026-01-02T00:00:01.000Z' })

    valueIn(
      await handlers['knowledge.change'](call({ params: { sourceId }, body: { refreshRate: 'never' } })),
    )
    now = new Date('2027-01-01T00:00:00Z')
    await settled()
    await refreshing()
    await settled()
    expect(reads()).toBe(2)
    expect(await get(sourceId)).not.toHaveProperty('nextRefreshAt')
  })

  test('stops when it is cancelled or deleted, and nothing more is recorded', async () => {
    let sourceId = ''
    let cancelled = false
    const { origin, asked } = await site({
      '/': page('Home', 'Welcome.', '/a', '/b', '/c'),
      '/a': async (_, response) => {
        if (!cancelled) await handlers['knowledge.cancel'](call({ params: { sourceId } }))
        cancelled = true
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('A', 'Text.'))
      },
      '/b': async (_, response) => {
        await handlers['knowledge.delete'](call({ params: { sourceId } }))
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('B', 'Text.'))
      },
    })
    sourceId = valueIn<{ sourceId: string }>(
      await handlers['knowledge.addWebsite'](call({ body: { url: origin, kind: 'site' } })),
    ).sourceId
    await settled()
    expect(asked).not.toContain('/b')
    expect(await get(sourceId)).toMatchObject({ status: 'SUCCESS', pageCount: 1 })
    expect(await pagesOf(sourceId, { status: 'PENDING' })).toHaveLength(3)

    await refresh(sourceId)
    expect(asked).not.toContain('/c')
    expect((await ask('Welcome')).items).toEqual([])
    expect(await queries['knowledge.get'](call({ params: { sourceId } }))).toMatchObject({ ok: false })
  })

  test('of another agent or tenant is not accessible', async () => {
    const { origin } = await site({ '/': page('Home', 'Welcome.') })
    const sourceId = await add({ url: origin, kind: 'url' })
    for (const name of [
      'knowledge.refresh',
      'knowledge.cancel',
      'knowledge.change',
      'knowledge.changeChunk',
    ] as const)
      expect(
        await handlers[name](
          call({
            params: { agentId: 'other', sourceId },
            body: { disabled: true, action: 'disable', key: 'x' },
          }),
        ),
      ).toMatchObject({ ok: false, rejection: { code: 'not-found' } })
    const elsewhere = call({ params: { agentId: 'other', sourceId } })
    expect(await pages['knowledge.pages'](elsewhere)).toMatchObject({ ok: false })
  })
})

describe('a sitemap', () => {
  test('gives its pages through indexes, compressed or not, and pages that it no longer lists are removed', async () => {
    const { origin, paths: served } = await site({})
    const listed = (...urls: string[]) =>
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
        .map((path) => `<url><loc>${origin}${path}</loc></url>`)
        .join('')}</urlset>`
    served['/sitemap.xml'] =
      `<sitemapindex><sitemap><loc>${origin}/one.xml</loc></sitemap><sitemap><loc>${origin}/two.xml.gz</loc></sitemap><sitemap><loc>${origin}/sitemap.xml</loc></sitemap></sitemapindex>`
    served['/one.xml'] = listed('/a', '/b?utm_medium=x')
    served['/two.xml.gz'] = { body: gzipSync(listed('/c')), headers: { 'content-type': 'application/gzip' } }
    for (const name of ['a', 'b', 'c', 'd'])
      served[`/${name}`] = page(name, `All about ${name}${name}${name}.`, '/d')
    const sourceId = await add({ url: origin, kind: 'sitemap' })
    expect(paths(await pagesOf(sourceId))).toEqual(['/a', '/b', '/c'])
    served['/one.xml'] = listed('/b', '/d')
    await refresh(sourceId)
    expect(paths(await pagesOf(sourceId))).toEqual(['/b', '/c', '/d'])
    delete served['/sitemap.xml']
    await refresh(sourceId)
    expect(await get(sourceId)).toMatchObject({
      status: 'SUCCESS',
      pageCount: 3,
      error: 'The sitemap can’t be had (404).',
    })
  })

  test('that lists nothing, loops or unpacks to too much ends with a reason', async () => {
    const { origin, paths: served, asked } = await site({})
    const index = (...files: string[]) =>
      `<sitemapindex>${files.map((file) => `<sitemap><loc>${origin}${file}</loc></sitemap>`).join('')}</sitemapindex>`
    served['/loop.xml'] = index('/other.xml', '/loop.xml?x=1')
    served['/loop.xml?x=1'] = index('/loop.xml')
    served['/other.xml'] = index('/loop.xml', '/other.xml#a')
    expect(await get(await add({ url: `${origin}/loop.xml`, kind: 'sitemap' }))).toMatchObject({
      status: 'ERROR',
      error: 'The sitemap lists no pages.',
    })
    expect(asked).toHaveLength(4)

    let deeper = 0
    const endless = await site(
      new Proxy({} as Paths, {
        get: (_, path: string) =>
          path === '/robots.txt'
            ? undefined
            : `<sitemapindex><sitemap><loc>/${++deeper}.xml</loc></sitemap></sitemapindex>`,
      }),
    )
    expect(await get(await add({ url: `${endless.origin}/x.xml`, kind: 'sitemap' }))).toMatchObject({
      status: 'ERROR',
    })
    expect(endless.asked.length).toBeLessThanOrEqual(52)

    served['/bomb.xml.gz'] = { body: gzipSync(Buffer.alloc(60_000_000, '<url>')) }
    expect(await get(await add({ url: `${origin}/bomb.xml.gz`, kind: 'sitemap' }))).toMatchObject({
      status: 'ERROR',
      error: expect.stringContaining('too large'),
    })
    served['/entities.xml'] =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><urlset><url><loc>&b;&c;</loc></url></urlset>'
    expect(await get(await add({ url: `${origin}/entities.xml`, kind: 'sitemap' }))).toMatchObject({
      status: 'ERROR',
    })
  })
})

describe('a hostile page', () => {
  test.each<[string, Paths[string], RegExp]>([
    ['of a false type', { body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]) }, /not what the site says/],
    ['that is a film', { body: 'x', headers: { 'content-type': 'video/mp4' } }, /answers with video\/mp4/],
    [
      'that is no PDF',
      { body: '<p>hi</p>', headers: { 'content-type': 'application/pdf' } },
      /not what \.pdf promises/,
    ],
    ['of five million bytes and more', { body: 'x'.repeat(5_100_000) }, /larger than/],
    [
      'that unpacks without end',
      { body: gzipSync(Buffer.alloc(80_000_000)), headers: { 'content-encoding': 'gzip' } },
      /larger than/,
    ],
    ['that redirects for ever', { status: 302, headers: { location: '/page' } }, /redirects more than/],
    [
      'that redirects to another site',
      { status: 302, headers: { location: 'http://other.example/' } },
      /leads to another address/,
    ],
    ['nested without end', { body: '<div>'.repeat(200_000) }, /nested too deeply/],
    ['without text', { body: '<html><script>x()</script></html>' }, /holds no text/],
    ['that never answers', () => undefined, /No complete answer/],
    [
      'a byte at a time',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        const timer = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(timer))
      },
      /No complete answer/,
    ],
  ])('%s costs its own crawl and no other', async (_, hostile, reason) => {
    const { origin } = await site({
      '/': page('Home', 'Welcome to the harbour.', '/page', '/fine'),
      '/page': hostile,
      '/fine': page('Fine', 'Boats leave at ten.'),
    })
    const sourceId = await add({ url: origin, kind: 'site' })
    const [view] = await pagesOf(sourceId, { q: '/page' })
    expect(view?.error).toMatch(reason)
    expect((await ask('When do boats leave?')).knows).toBe(true)
  })

  test('site with an endless robots.txt is read by the rules at its start', async () => {
    const { origin } = await site({
      '/robots.txt': (_, response) => {
        response.writeHead(200).write('User-agent: *\nDisallow: /secret\n')
        const more = () => response.write(`# ${'x'.repeat(60_000)}\n`, () => !response.destroyed && more())
        more()
      },
      '/': page('Home', 'Welcome.', '/secret', '/open'),
      '/open': page('Open', 'Open to all.'),
    })
    expect(paths(await pagesOf(await add({ url: origin, kind: 'site' }), { status: 'SUCCESS' }))).toEqual([
      '/',
      '/open',
    ])
  })

  test('calendar and endlessly repeating path are left out', async () => {
    let day = 0
    const { origin, asked } = await site(
      new Proxy({} as Paths, {
        get: (_, path: string) => {
          if (path === '/robots.txt') return undefined
          if (path === '/') return page('Home', 'Welcome.', '/calendar?day=1', '/a/b/')
          if (path.startsWith('/calendar'))
            return page(`Day ${++day}`, `Nothing on day ${day}.`, `/calendar?day=${day + 1}`)
          return page(path, `The path ${path}.`, 'b/')
        },
      }),
    )
    const sourceId = await add({ url: origin, kind: 'site', maxPages: 1000, maxDepth: 10 })
    expect(await get(sourceId)).toMatchObject({ status: 'SUCCESS' })
    expect(asked.length).toBeLessThan(30)
  })

  test.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    'http://u:p@x.example/',
    'ftp://x.example',
  ])('address %s is refused', async (url) => {
    expect(await handlers['knowledge.addWebsite'](call({ body: { url, kind: 'url' } }))).toMatchObject({
      ok: false,
      rejection: { code: 'invalid-input', field: 'url' },
    })
  })

  test('site that stops answering is not asked any more after some pages', async () => {
    const { origin, asked } = await site({
      '/': page('Home', 'Welcome.', ...Array.from({ length: 40 }, (_, n) => `/p${n}`)),
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, n) => [
          `/p${n}`,
          (_: unknown, response: ServerResponse) => response.destroy(),
        ]),
      ),
    })
    const sourceId = await add({ url: origin, kind: 'site' })
    expect(await get(sourceId)).toMatchObject({
      status: 'SUCCESS',
      error: expect.stringContaining('stopped answering'),
    })
    expect(asked.length).toBeLessThan(15)
  })
})

describe('chunks', () => {
  test('are edited, disabled and deleted; these changes survive another crawl of the same text', async () => {
    const { origin, paths: served } = await site({ '/': page('Prices', 'A lamp costs ten euros.') })
    const sourceId = await add({ url: origin, kind: 'url' })
    const [{ pageId } = { pageId: '' }] = await pagesOf(sourceId)
    type Passages = {
      passages: { key: string; text: string; state: string }[]
      lapsed: { key: string; text?: string }[]
    }
    const passages = async () =>
      valueIn<Passages>(await pages['knowledge.page'](call({ params: { sourceId, pageId } })))
    const change = async (body: object) => {
      const answer = await handlers['knowledge.changeChunk'](
        call({ params: { sourceId }, body: { pageId, ...body } }),
      )
      await settled()
      return answer
    }
    const [{ key } = { key: '' }] = (await passages()).passages
    valueIn(await change({ key, action: 'edit', text: 'A lamp costs twelve euros, says the owner.' }))
    expect((await ask('What does a lamp cost?')).items[0]?.text).toContain('twelve')
    expect((await passages()).passages[0]).toMatchObject({
      state: 'edited',
      original: expect.stringContaining('ten'),
    })

    await refresh(sourceId)
    expect((await ask('What does a lamp cost?')).items[0]?.text).toContain('twelve')

    valueIn(await change({ key, action: 'disable' }))
    expect((await ask('What does a lamp cost?')).items).toEqual([])
    valueIn(await change({ key, action: 'enable' }))
    expect((await ask('What does a lamp cost?')).items[0]?.text).toContain('twelve')

    served['/'] = page('Prices', 'A lamp costs nine euros.')
    await refresh(sourceId)
    expect((await ask('What does a lamp cost?')).items[0]?.text).toContain('nine')
    expect((await passages()).lapsed).toEqual([{ key, text: 'A lamp costs twelve euros, says the owner.' }])
    expect(await change({ key, action: 'delete' })).toMatchObject({
      ok: false,
      rejection: { code: 'not-found' },
    })

    served['/'] = page('Prices', 'A lamp costs ten euros.')
    await refresh(sourceId)
    expect((await ask('What does a lamp cost?')).items[0]?.text).toContain('twelve')
    valueIn(await change({ key, action: 'delete' }))
    expect((await ask('What does a lamp cost?')).items).toEqual([])
    valueIn(await change({ key, action: 'restore' }))
    expect((await ask('What does a lamp cost?')).items[0]?.text).toContain('ten')
  })

  test('of a disabled source are not found; tags select sources', async () => {
    const { origin } = await site({
      '/': page('Prices', 'A lamp costs ten euros.'),
      '/b': page('Lamps', 'Lamps last ten years.'),
    })
    const first = await add({ url: origin, kind: 'url', tags: ['prices'] })
    await add({ url: `${origin}/b`, kind: 'url' })
    const change = async (body: object) => {
      valueIn(await handlers['knowledge.change'](call({ params: { sourceId: first }, body })))
      await settled()
      retriever.invalidate('a1')
    }
    expect(await retriever.retrieve(tenant, 'a1', 'lamp ten')).toHaveLength(2)
    expect(await retriever.retrieve(tenant, 'a1', 'lamp ten', { tags: ['prices'] })).toMatchObject([
      { sourceId: first },
    ])
    await change({ tags: ['shop', 'shop'] })
    expect(await retriever.retrieve(tenant, 'a1', 'lamp ten', { tags: ['prices'] })).toEqual([])
    expect(await retriever.retrieve(tenant, 'a1', 'lamp ten', { tags: ['shop'] })).toHaveLength(1)
    const list = valueIn<{ items: unknown[]; tags: string[] }>(
      await queries['knowledge.list'](call({ query: { tag: 'shop' } })),
    )
    expect(list).toMatchObject({ tags: ['shop'], items: [{ sourceId: first }] })
    await change({ disabled: true })
    expect(await retriever.retrieve(tenant, 'a1', 'lamp ten')).toHaveLength(1)
    await change({ disabled: false })
    expect(await retriever.retrieve(tenant, 'a1', 'lamp ten')).toHaveLength(2)
  })
})
