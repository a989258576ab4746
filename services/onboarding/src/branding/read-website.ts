/** Fetches the first page of a website, by its rules for crawlers, or says in words why it could not be read. */
import { charsetOf } from '@parley/kernel/outgoing/decode-html.ts'
import type { SafeFetched, SafeFetchOptions } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { PageMarks } from './page-marks.ts'
import { runBrandWorker } from './run-brand-worker.ts'

/** Requests to websites as our crawler makes them: in turn at each host, with its name. */
export type Visits = {
  get(url: string, options: SafeFetchOptions): Promise<SafeFetched>
  robotsOf(url: string): Promise<{ allows(url: string): boolean; fault?: string }>
}

export type ReadWebsite =
  | { ok: true; url: string; body: Buffer; contentType: string; marks: PageMarks }
  | { ok: false; reason: string }

const TIMEOUT_MS = 12_000
const MOST_BYTES = 5_000_000

/** With no scheme, https is tried first, then http. */
export async function readWebsite(visits: Visits, website: string): Promise<ReadWebsite> {
  const given = website.trim()
  if (/^https?:\/\//i.test(given)) return readAddress(visits, given)
  const secure = await readAddress(visits, `https://${given}`)
  if (secure.ok || !secure.silent) return secure
  const plain = await readAddress(visits, `http://${given}`)
  return plain.ok ? plain : secure
}

async function readAddress(
  visits: Visits,
  address: string,
): Promise<Extract<ReadWebsite, { ok: true }> | { ok: false; reason: string; silent?: boolean }> {
  if (!URL.canParse(address)) return { ok: false, reason: 'This is not a web address.' }
  const { href } = new URL(address)
  const robots = await visits.robotsOf(href)
  if (robots.fault !== undefined) return { ok: false, reason: robots.fault, silent: true }
  if (!robots.allows(href)) return { ok: false, reason: 'The site asks not to have it read (robots.txt).' }
  const got = await visits.get(href, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    contentTypes: ['text/html', 'application/xhtml+xml'],
    headers: { accept: 'text/html,application/xhtml+xml' },
  })
  if (!got.ok) return { ok: false, reason: got.message, silent: got.code === 'unreachable' }
  if (got.status < 200 || got.status > 299) return { ok: false, reason: reasonOf(got.status) }
  const contentType = got.headers['content-type'] ?? 'text/html'
  const charset = charsetOf(contentType)
  const read = await runBrandWorker({ kind: 'page', html: new Uint8Array(got.body), charset })
  if (!read || !('marks' in read)) return { ok: false, reason: 'The page takes too long to read.' }
  const { marks } = read
  if (marks.textLength === 0 && marks.stylesheets.length === 0 && marks.inlineCss === '')
    return { ok: false, reason: 'The page is empty.' }
  return { ok: true, url: got.url, body: got.body, contentType, marks }
}

function reasonOf(status: number): string {
  if ([401, 403, 406, 429, 503].includes(status))
    return `The site blocks automatic readers (${status}). Whoever runs it can allow them.`
  if (status === 404 || status === 410) return `There is no page at this address (${status}).`
  return `The site answers with an error (${status}).`
}
