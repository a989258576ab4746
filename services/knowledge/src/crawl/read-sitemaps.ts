/** Reads a sitemap and the sitemaps it names, each once, and returns the pages they list. */

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { MOST_SITEMAP_BYTES, parseSitemap, type Sitemap } from './sitemap.ts'
import type { Visits } from './visits.ts'
import { normaliseUrl, sameSite } from './web-address.ts'

export type ListedPages =
  /** `complete`: all listed pages are included. */
  { ok: true; pages: string[]; complete: boolean } | { ok: false; reason: string }

const unzip = promisify(gunzip)
const MOST_SITEMAPS = 50
const MOST_PAGES = 20_000

/** `given` are sitemaps to read instead of `url`, which then only names the site. */
export async function readSitemaps(visits: Visits, url: string, given?: string[]): Promise<ListedPages> {
  const queue = given ? given.flatMap((one) => normaliseUrl(one, url) ?? []) : [await entrance(visits, url)]
  const seen = new Set(queue)
  const pages = new Set<string>()
  let complete = true
  let reason: string | undefined
  let read = 0
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (read++ === MOST_SITEMAPS || pages.size >= MOST_PAGES) {
      complete = false
      break
    }
    const sitemap = await fetchSitemap(visits, next)
    if (!('pages' in sitemap)) {
      reason ??= sitemap.reason
      complete = false
      continue
    }
    if (sitemap.cut) complete = false
    for (const page of sitemap.pages) if (pages.size < MOST_PAGES) pages.add(page)
    for (const address of sitemap.sitemaps) {
      const child = normaliseUrl(address, next)
      if (!child || seen.has(child) || !sameSite(child, url)) continue
      seen.add(child)
      queue.push(child)
    }
  }
  if (pages.size === 0) return { ok: false, reason: reason ?? 'The sitemap lists no pages.' }
  return { ok: true, pages: [...pages], complete }
}

/** The sitemap of a site's bare address: the one in its robots.txt, or else the usual one. */
async function entrance(visits: Visits, url: string): Promise<string> {
  const { pathname, search, origin } = new URL(url)
  if (pathname !== '/' || search !== '') return url
  const [named] = (await visits.robotsOf(url)).sitemaps
  return (named && normaliseUrl(named, url)) || `${origin}/sitemap.xml`
}

async function fetchSitemap(
  visits: Visits,
  url: string,
): Promise<(Sitemap & { cut: boolean }) | { reason: string }> {
  const robots = await visits.robotsOf(url)
  if (robots.fault !== undefined) return { reason: robots.fault }
  const got = await visits.get(url, {
    timeoutMs: 20_000,
    maxBytes: MOST_SITEMAP_BYTES,
    whenTooLarge: 'cut',
    mayFollow: (target) => sameSite(target.href, url),
  })
  if (!got.ok) return { reason: got.message }
  if (got.status !== 200) return { reason: `The sitemap can’t be had (${got.status}).` }
  try {
    const zipped = got.body[0] === 0x1f && got.body[1] === 0x8b
    const bytes = zipped ? await unzip(got.body, { maxOutputLength: MOST_SITEMAP_BYTES }) : got.body
    return { ...parseSitemap(bytes.toString('utf8')), cut: got.cut }
  } catch {
    return { reason: 'The sitemap is packed in a way that can’t be read, or too large.' }
  }
}
