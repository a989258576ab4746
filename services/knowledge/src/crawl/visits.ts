/**
 * Requests to websites: one at a time for each host, as seldom as its robots.txt asks, with our own user agent. A
 * request that waits for its host holds no shared resource: the slots that tenants share are for requests in progress.
 */

import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import { createFairQueue, type FairQueue } from '@parley/kernel/limits/fair-queue.ts'
import type { SafeFetch, SafeFetched, SafeFetchOptions } from '@parley/kernel/outgoing/safe-fetch.ts'
import { pause } from '@parley/kernel/pause.ts'
import { everythingAllowed, MOST_ROBOTS_BYTES, parseRobots, type Robots } from './robots.ts'

/** The name of our crawler in robots.txt files. */
export const robotsName = 'ParleyBot'

/** `publicUrl`: where a site's owner can read about the crawler. */
export const userAgentOf = (publicUrl: string) => `Mozilla/5.0 (compatible; ${robotsName}/1.0; +${publicUrl})`

/** The requests of one tenant to websites. */
export type Visits = {
  /** Fetches when it is this request's turn at the host. */
  get(url: string, options: SafeFetchOptions): Promise<SafeFetched>
  /** The rules for crawlers of an address's site; cached for an hour. */
  robotsOf(url: string): Promise<Robots & { fault?: string }>
}

type VisitsDeps = { fetch: SafeFetch; publicUrl: string; signal: AbortSignal }
/** `bytes`: the size of the file; its rules keep it in memory. */
type ReadRobots = Robots & { fault?: string; bytes: number }
type KnownRobots = { until: number; robots: ReadRobots }
/** `inTurn`: one request at a time. `users`: requests waiting or in progress. `nextAt`: ms since 1970. */
type Host = { inTurn: FairQueue; users: number; nextAt: number; delayMs?: number }

const HOUR_MS = 3_600_000
/** A longer delay is capped: a crawl would be so slow that people would think it stuck. */
const LONGEST_DELAY_S = 30
const LONGEST_WAIT_S = 60
const TRIES = 3
/**
 * Websites of one tenant that are crawled in parallel, each with one request at a time. At least as many requests of a
 * tenant may be in progress, so that a request whose turn it is at a host never waits for the tenant's requests to
 * other hosts.
 */
export const MOST_WEBSITES_OF_TENANT = 10
/** Requests in progress, of all tenants; each may hold a page of 5 MB. */
const REQUESTS = 40
const ROBOTS_REMEMBERED_BYTES = 16_000_000
/** Number of hosts above which unused ones are evicted. */
const HOSTS_REMEMBERED = 1_000

/** Returns the requests of a tenant. Hosts, their delays and the slots are shared by all tenants. */
export function createVisits(
  { fetch, publicUrl, signal }: VisitsDeps,
  pauseMs: number,
): (tenant: string) => Visits {
  const requests = createFairQueue({
    slots: { small: REQUESTS },
    perTenant: { small: MOST_WEBSITES_OF_TENANT },
  })
  const hosts = new Map<string, Host>()
  const robots = createByteCache<KnownRobots>({
    maxBytes: ROBOTS_REMEMBERED_BYTES,
    shareOf: () => ROBOTS_REMEMBERED_BYTES / 4,
    sizeOf: ({ robots: known }) => known.bytes + 1_000,
  })
  const reading = new Map<string, Promise<ReadRobots>>()
  const headers = { 'user-agent': userAgentOf(publicUrl) }

  return (tenant) => ({
    get: (url, options) => get(tenant, url, options),
    robotsOf: (url) => robotsOf(tenant, url),
  })

  /** Tenants take turns at a host; the pause starts at the end of the previous request. */
  async function get(tenant: string, url: string, options: SafeFetchOptions): Promise<SafeFetched> {
    const host = hostOf(new URL(url).host)
    host.users++
    try {
      return await host.inTurn.run({ tenant }, () => patiently(tenant, host, url, options))
    } finally {
      host.users--
    }
  }

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size >= HOSTS_REMEMBERED)
      for (const [other, { users, nextAt }] of hosts)
        if (users === 0 && nextAt < Date.now()) hosts.delete(other)
    const host = { inTurn: createFairQueue({ slots: { small: 1 } }), users: 0, nextAt: 0 }
    hosts.set(name, host)
    return host
  }

  /** Retries a busy site after its Retry-After, if that is soon. */
  async function patiently(
    tenant: string,
    host: Host,
    url: string,
    options: SafeFetchOptions,
  ): Promise<SafeFetched> {
    for (let tries = 1; ; tries++) {
      await pause(host.nextAt - Date.now(), signal)
      const got = await requests.run({ tenant }, () =>
        fetch(url, { ...options, signal, headers: { ...headers, ...options.headers } }),
      )
      host.nextAt = Date.now() + (host.delayMs ?? pauseMs)
      if (tries === TRIES || signal.aborted || !got.ok || (got.status !== 429 && got.status !== 503))
        return got
      const wait = retryAfter(got.headers['retry-after'])
      if (wait > LONGEST_WAIT_S) return got
      host.nextAt = Math.max(host.nextAt, Date.now() + wait * 1000)
    }
  }

  async function robotsOf(tenant: string, url: string): Promise<Robots & { fault?: string }> {
    const { origin, host } = new URL(url)
    const known = robots.get(origin)
    const found = known && known.until > Date.now() ? known.robots : await readOnce(tenant, origin)
    hostOf(host).delayMs =
      found.crawlDelay === undefined
        ? undefined
        : Math.max(pauseMs, Math.min(found.crawlDelay, LONGEST_DELAY_S) * 1000)
    return found
  }

  /** Concurrent callers share one request. */
  function readOnce(tenant: string, origin: string): Promise<ReadRobots> {
    const known = reading.get(origin)
    if (known) return known
    const read = readRobots(tenant, origin)
      .then((found) => {
        if (found.fault === undefined)
          robots.set(origin, { until: Date.now() + HOUR_MS, robots: found }, tenant)
        return found
      })
      .finally(() => reading.delete(origin))
    reading.set(origin, read)
    return read
  }

  /** Without a robots.txt everything may be read; while it is unreachable nothing may (RFC 9309 §2.3.1). */
  async function readRobots(tenant: string, origin: string): Promise<ReadRobots> {
    const got = await get(tenant, `${origin}/robots.txt`, {
      timeoutMs: 10_000,
      maxBytes: MOST_ROBOTS_BYTES,
      whenTooLarge: 'cut',
    })
    const open = { ...everythingAllowed, bytes: 0 }
    const shut = { ...open, allows: () => false }
    if (!got.ok) {
      if (got.code === 'too-many-redirects' || got.code === 'invalid-address') return open
      return { ...shut, fault: got.message }
    }
    if (got.status >= 500 || got.status === 429)
      return { ...shut, fault: `The site does not give out its robots.txt (${got.status}).` }
    if (got.status >= 300) return open
    return { ...parseRobots(got.body.toString('utf8'), robotsName), bytes: got.body.length }
  }
}

/** Seconds; one second if the header is missing. */
function retryAfter(header: string | undefined): number {
  if (header === undefined) return 1
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 1
}
