/** Normalises web addresses, so that a page is read once however it is linked. */
import { createHash } from 'node:crypto'

/** Parameters that say where a reader came from and don't change the page. */
const TRACKING =
  /^(?:utm_.+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|yclid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|hsctatracking|mkt_tok|oly_anon_id|oly_enc_id|vero_id|wickedid|s_cid|ref_src|phpsessid|jsessionid|sessionid|sid)$/i
const LONGEST = 2_000
/** A path that repeats itself (`/a/b/a/b/a/b`) comes from broken relative links. */
const MOST_REPEATS = 3

/**
 * The normal form of an address: scheme and host in lower case, without default port, fragment, tracking parameters,
 * session ids and doubled slashes, parameters sorted. A trailing slash stays, since not every site serves both forms.
 * Undefined if it can't be the address of a web page.
 */
export function normaliseUrl(address: string, base?: string): string | undefined {
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.hostname === '' || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  // All at once: removing parameters one by one would serialise the address each time.
  const parameters = new URLSearchParams([...url.searchParams].filter(([name]) => !TRACKING.test(name)))
  parameters.sort()
  url.search = parameters.toString()
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '').replace(/\/{2,}/g, '/')
  const normal = url.search === '?' ? url.href.replace(/\?$/, '') : url.href
  return normal.length > LONGEST ? undefined : normal
}

export function pageIdOf(url: string): string {
  return createHash('sha256').update(url).digest('base64url').slice(0, 20)
}

/** Whether a path was generated endlessly, by a calendar or by broken relative links. */
export function isTrap(url: string): boolean {
  const counts = new Map<string, number>()
  for (const segment of new URL(url).pathname.split('/').filter((part) => part !== '')) {
    const count = (counts.get(segment) ?? 0) + 1
    if (count > MOST_REPEATS) return true
    counts.set(segment, count)
  }
  return false
}

/** Hosts with and without `www.` count as one site. */
export function sameSite(a: string, b: string): boolean {
  const host = (url: string) => new URL(url).host.replace(/^www\./, '')
  return host(a) === host(b)
}

/** Whether a path matches the path prefixes that a person gave. */
export function isWanted(
  url: string,
  { include, exclude }: { include: string[]; exclude: string[] },
): boolean {
  const { pathname } = new URL(url)
  const begins = (prefix: string) => pathname.startsWith(prefix)
  return (include.length === 0 || include.some(begins)) && !exclude.some(begins)
}
