/** Fetches one page of a website and returns the outcome. Records nothing. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SafeFetched } from '@parley/kernel/outgoing/safe-fetch.ts'
import { chunkText } from '../ingestion/chunk.ts'
import { chunkKeysOf } from '../ingestion/chunk-keys.ts'
import { type ExtractedPage, type ExtractPage, readablePageTypes } from '../ingestion/extract.ts'
import { normalise } from '../ingestion/normalise.ts'
import type { PresentSource } from '../knowledge-source.decider.ts'
import { type EmbedDeps, embedChunks } from '../retrieval/embed-chunks.ts'
import type { FoundPage, ReadPage, WebsitePage } from '../website.ts'
import type { Robots } from './robots.ts'
import type { Visits } from './visits.ts'
import { isTrap, isWanted, normaliseUrl, pageIdOf, sameSite } from './web-address.ts'

export type Outcome =
  | ({ type: 'read'; found: FoundPage[] } & ReadPage)
  | { type: 'unchanged'; found: FoundPage[] }
  /** `silent`: the site did not answer at all. */
  | { type: 'failed'; reason: string; silent: boolean }
  | { type: 'skipped'; reason: string; found: FoundPage[] }
  | { type: 'gone'; reason: string }
  | { type: 'duplicate'; found: FoundPage[] }

export type ReadPageDeps = EmbedDeps & {
  tenant: string
  visits: Visits
  extractPage: ExtractPage
}

/** How long links are examined before other work gets a turn. */
const SLICE_MS = 8

type Answered = Extract<SafeFetched, { ok: true }>
type Page = Extract<ExtractedPage, { ok: true }>

const PAGE_TIMEOUT_MS = 20_000
const MOST_PAGE_BYTES = 5_000_000
/** More addresses that differ only in their parameters belong to a calendar or a filter. */
const MOST_VARIANTS = 50
const NO_PAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|json|xml|rss|atom|woff2?|ttf|otf|eot|mp[34]|m4[av]|avi|mov|webm|ogg|wav|zip|gz|tgz|bz2|7z|rar|exe|dmg|pkg|apk|iso|xlsx?|pptx?|doc|csv|ics|vcf)$/i

export async function readPage(
  deps: ReadPageDeps,
  source: PresentSource,
  pageId: string,
  page: WebsitePage,
): Promise<Outcome> {
  const { visits } = deps
  const robots = await visits.robotsOf(page.url)
  if (robots.fault !== undefined) return { type: 'failed', reason: robots.fault, silent: true }
  if (!robots.allows(page.url))
    return { type: 'skipped', reason: 'The site asks not to have it read (robots.txt).', found: [] }
  const got = await visits.get(page.url, {
    timeoutMs: PAGE_TIMEOUT_MS,
    maxBytes: MOST_PAGE_BYTES,
    contentTypes: readablePageTypes,
    headers: {
      accept: 'text/html,application/xhtml+xml,text/plain,application/pdf;q=0.8',
      ...(page.held && page.etag ? { 'if-none-match': page.etag } : {}),
      ...(page.held && page.lastModified ? { 'if-modified-since': page.lastModified } : {}),
    },
    mayFollow: (target) =>
      source.kind === 'url' || (sameSite(target.href, source.url) && robots.allows(target.href)),
  })
  if (!got.ok) return refused(got)
  if (got.status === 304) return { type: 'unchanged', found: [] }
  if (got.status < 200 || got.status > 299) return notRead(got, page)
  return readAnswer(deps, source, pageId, page, robots, got)
}

async function readAnswer(
  deps: ReadPageDeps,
  source: PresentSource,
  pageId: string,
  page: WebsitePage,
  robots: Robots,
  got: Answered,
): Promise<Outcome> {
  const { website } = source
  const url = normaliseUrl(got.url) ?? page.url
  const id = url === page.url ? pageId : pageIdOf(url)
  const other = website.pages[id]
  // It redirects to a page that this crawl has already covered.
  if (id !== pageId && other && other.status !== 'waiting' && other.round === website.crawl?.crawlId)
    return { type: 'duplicate', found: [] }

  const last = decodeURIComponentSafely(new URL(url).pathname.split('/').pop() ?? '')
  const read = await deps.extractPage(deps.tenant, got.body, got.headers['content-type'] ?? 'text/html', last)
  if (!read.ok) return { type: 'failed', reason: read.reason, silent: false }
  const found = read.nofollow ? [] : await linksOf(source, page, robots, read, got.url)

  const canonical = read.canonical === undefined ? undefined : normaliseUrl(read.canonical, got.url)
  if (canonical && canonical !== url && isBetter(source, canonical)) {
    const better = { pageId: pageIdOf(canonical), url: canonical, depth: page.depth }
    return { type: 'duplicate', found: [better, ...found] }
  }
  if (read.noindex) return { type: 'skipped', reason: 'The page asks not to be found.', found }
  if (read.text === '' || read.text === `# ${read.title}`)
    return { type: 'skipped', reason: 'The page holds no text.', found }

  const contentHash = createHash('sha256').update(read.text).digest('base64url')
  if (page.held && id === pageId && page.contentHash === contentHash) return { type: 'unchanged', found }
  const chunks = chunkText(read.text, source.maxChunkSize)
  const { etag, 'last-modified': lastModified } = got.headers
  return {
    type: 'read',
    pageId: id,
    url,
    title: read.title || last || new URL(url).host,
    ...(read.description === undefined ? {} : { description: normalise(read.description) }),
    charCount: read.text.length,
    chunks,
    chunkKeys: chunkKeysOf(chunks),
    contentHash,
    ...(etag ? { etag } : {}),
    ...(lastModified ? { lastModified } : {}),
    ...(await embedChunks(deps, chunks)),
    found,
  }
}

/** Whether a page gives way to the canonical page it names; not if that one was dropped for this page or failed. */
function isBetter(source: PresentSource, canonical: string): boolean {
  const id = pageIdOf(canonical)
  const { pages, dropped } = source.website
  const known = pages[id]
  return (
    source.kind === 'site' &&
    sameSite(canonical, source.url) &&
    isWanted(canonical, source.crawlOptions) &&
    !dropped[id] &&
    (!known || known.status === 'read' || known.status === 'waiting')
  )
}

/** A site may have thousands of rules for thousands of links, so other work gets a turn in between. */
async function linksOf(
  source: PresentSource,
  page: WebsitePage,
  robots: Robots,
  { links = [], base }: Page,
  from: string,
): Promise<FoundPage[]> {
  if (source.kind !== 'site' || page.depth >= source.crawlOptions.maxDepth) return []
  const basis = base && URL.canParse(base, from) ? new URL(base, from).href : from
  const variants = new Map<string, number>()
  for (const { url } of Object.values(source.website.pages)) count(url)
  const found = new Map<string, FoundPage>()
  let since = performance.now()
  for (const link of links) {
    if (performance.now() - since > SLICE_MS) {
      await nextTurn()
      since = performance.now()
    }
    const url = normaliseUrl(link, basis)
    if (!url || !sameSite(url, source.url) || !isWanted(url, source.crawlOptions)) continue
    if (NO_PAGE.test(new URL(url).pathname) || isTrap(url) || !robots.allows(url)) continue
    const pageId = pageIdOf(url)
    if (found.has(pageId) || source.website.pages[pageId]) continue
    if (count(url) > MOST_VARIANTS) continue
    found.set(pageId, { pageId, url, depth: page.depth + 1 })
  }
  return [...found.values()]

  function count(url: string): number {
    const path = url.split('?')[0] ?? url
    const many = (variants.get(path) ?? 0) + 1
    variants.set(path, many)
    return many
  }
}

function refused(got: Extract<SafeFetched, { ok: false }>): Outcome {
  if (got.code === 'content-type-not-accepted')
    return { type: 'skipped', reason: got.message.replace('The address', 'The page'), found: [] }
  const silent = got.code === 'timed-out' || got.code === 'unreachable'
  return { type: 'failed', reason: got.message, silent }
}

function notRead({ status, headers }: Answered, page: WebsitePage): Outcome {
  if (status === 404 || status === 410) {
    const reason = `The page does not exist (${status}).`
    return page.held ? { type: 'gone', reason } : { type: 'failed', reason, silent: false }
  }
  if (status >= 300 && status < 400) {
    const reason = `The page leads to another address that is not read here: ${headers.location ?? ''}`
    return { type: 'failed', reason: reason.slice(0, 400), silent: false }
  }
  const reason =
    status === 401 || status === 403
      ? `The site refuses to show the page (${status}).`
      : status === 429
        ? 'The site asks not to be read so often (429).'
        : `The site answers with an error (${status}).`
  return { type: 'failed', reason, silent: status >= 500 }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
