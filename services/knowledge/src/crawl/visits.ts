/** Requests to websites: in turn for each host, as seldom as its robots.txt asks, under a name of our own. */

import { pause } from '@parley/kernel/pause.ts'
import type { SafeFetch, SafeFetched, SafeFetchOptions } from '@parley/kernel/safe-fetch.ts'
import { everythingAllowed, MOST_ROBOTS_BYTES, parseRobots, type Robots } from './robots.ts'

/** What sites call us in their robots.txt. */
export const robotsName = 'ParleyBot'

export type Visits = {
  /** Fetches when it is our turn at the host. */
  get(url: string, options: SafeFetchOptions): Promise<SafeFetched>
  /** What the site of an address asks of crawlers; remembered for an hour. */
  robotsOf(url: string): Promise<Robots & { fault?: string }>
}

type VisitsDeps = { fetch: SafeFetch; publicUrl: string; signal: AbortSignal }

const HOUR_MS = 3_600_000
/** A site that asks for more is read so slowly that people would think it stuck. */
const LONGEST_DELAY_S = 30
const LONGEST_WAIT_S = 60
const TRIES = 3
const SITES_REMEMBERED = 200

export function createVisits({ fetch, publicUrl, signal }: VisitsDeps, pauseMs: number): Visits {
  const turns = new Map<string, Promise<unknown>>()
  const nextAt = new Map<string, number>()
  const delays = new Map<string, number>()
  const robots = new Map<string, { until: number; robots: Promise<Robots & { fault?: string }> }>()
  const headers = { 'user-agent': `Mozilla/5.0 (compatible; ${robotsName}/1.0; +${publicUrl})` }

  return { get, robotsOf }

  /** One after the other for each host, the pause counted from the end of the request before. */
  function get(url: string, options: SafeFetchOptions): Promise<SafeFetched> {
    const { host } = new URL(url)
    const before = turns.get(host) ?? Promise.resolve()
    const mine = before.then(() => patiently(host, url, options))
    const settled = mine.catch(() => undefined)
    turns.set(host, settled)
    settled.then(() => {
      if (turns.get(host) === settled) turns.delete(host)
    })
    return mine
  }

  /** A site that is busy is asked again when it says, if that is soon. */
  async function patiently(host: string, url: string, options: SafeFetchOptions): Promise<SafeFetched> {
    for (let tries = 1; ; tries++) {
      await pause((nextAt.get(host) ?? 0) - Date.now(), signal)
      const got = await fetch(url, { ...options, signal, headers: { ...headers, ...options.headers } })
      nextAt.set(host, Date.now() + (delays.get(host) ?? pauseMs))
      if (tries === TRIES || signal.aborted || !got.ok || (got.status !== 429 && got.status !== 503))
        return got
      const wait = retryAfter(got.headers['retry-after'])
      if (wait > LONGEST_WAIT_S) return got
      nextAt.set(host, Math.max(nextAt.get(host) ?? 0, Date.now() + wait * 1000))
    }
  }

  function robotsOf(url: string): Promise<Robots & { fault?: string }> {
    const { origin, host } = new URL(url)
    const known = robots.get(origin)
    if (known && known.until > Date.now()) return known.robots
    const read = readRobots(origin).then((found) => {
      if (found.crawlDelay !== undefined)
        delays.set(host, Math.max(pauseMs, Math.min(found.crawlDelay, LONGEST_DELAY_S) * 1000))
      if (found.fault !== undefined) robots.delete(origin)
      return found
    })
    robots.delete(origin)
    robots.set(origin, { until: Date.now() + HOUR_MS, robots: read })
    if (robots.size > SITES_REMEMBERED) robots.delete(robots.keys().next().value ?? '')
    return read
  }

  /** Without a robots.txt everything may be read; while it can't be had nothing may (RFC 9309 §2.3.1). */
  async function readRobots(origin: string): Promise<Robots & { fault?: string }> {
    const got = await get(`${origin}/robots.txt`, {
      timeoutMs: 10_000,
      maxBytes: MOST_ROBOTS_BYTES,
      whenTooLarge: 'cut',
    })
    const shut = { ...everythingAllowed, allows: () => false }
    if (!got.ok) {
      if (got.code === 'too-many-redirects' || got.code === 'invalid-address') return everythingAllowed
      return { ...shut, fault: got.message }
    }
    if (got.status >= 500 || got.status === 429)
      return { ...shut, fault: `The site does not give out its robots.txt (${got.status}).` }
    if (got.status >= 300) return everythingAllowed
    return parseRobots(got.body.toString('utf8'), robotsName)
  }
}

/** Seconds; a second where the header is missing. */
function retryAfter(header: string | undefined): number {
  if (header === undefined) return 1
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 1
}
