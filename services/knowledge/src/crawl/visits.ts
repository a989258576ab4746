/**
 * Requests to websites: in turn for each host, as seldom as its robots.txt asks, under a name of our own. Whoever
 * waits for its turn at a host holds nothing that others need: the slots, which tenants share, are for requests that
 * are under way.
 */

import { createByteCache } from '@parley/kernel/byte-cache.ts'
import { createFairQueue, type FairQueue } from '@parley/kernel/fair-queue.ts'
import { pause } from '@parley/kernel/pause.ts'
import type { SafeFetch, SafeFetched, SafeFetchOptions } from '@parley/kernel/safe-fetch.ts'
import { everythingAllowed, MOST_ROBOTS_BYTES, parseRobots, type Robots } from './robots.ts'

/** What sites call us in their robots.txt. */
export const robotsName = 'ParleyBot'

/** What a tenant asks of websites. */
export type Visits = {
  /** Fetches when it is our turn at the host. */
  get(url: string, options: SafeFetchOptions): Promise<SafeFetched>
  /** What the site of an address asks of crawlers; remembered for an hour. */
  robotsOf(url: string): Promise<Robots & { fault?: string }>
}

type VisitsDeps = { fetch: SafeFetch; publicUrl: string; signal: AbortSignal }
/** `bytes`: of the file, which its rules are parts of. */
type ReadRobots = Robots & { fault?: string; bytes: number }
type KnownRobots = { until: number; robots: ReadRobots }
/** `inTurn`: one request at a time. `users`: who waits or asks at present. `nextAt`: ms since 1970. */
type Host = { inTurn: FairQueue; users: number; nextAt: number; delayMs?: number }

const HOUR_MS = 3_600_000
/** A site that asks for more is read so slowly that people would think it stuck. */
const LONGEST_DELAY_S = 30
const LONGEST_WAIT_S = 60
const TRIES = 3
/**
 * Websites of one tenant that are read side by side, each with a request at a time: as many requests of a tenant may be
 * under way, so that nobody who has its turn at a host waits for requests of its own to other hosts.
 */
export const MOST_WEBSITES_OF_TENANT = 10
/** Requests under way, of all tenants; each may hold a page of 5 MB. */
const REQUESTS = 40
const ROBOTS_REMEMBERED_BYTES = 16_000_000
/** Hosts after which those that nobody needs are forgotten. */
const HOSTS_REMEMBERED = 1_000

/** The visits of a tenant. Hosts, what they ask for and the slots are shared by all tenants. */
export function createVisits(
  { fetch, publicUrl, signal }: VisitsDeps,
  pauseMs: number,
): (tenant: string) => Visits {
  const requests = createFairQueue({
    slots: { small: REQUESTS, big: 0 },
    perTenant: { small: MOST_WEBSITES_OF_TENANT, big: 0 },
  })
  const hosts = new Map<string, Host>()
  const robots = createByteCache<KnownRobots>({
    maxBytes: ROBOTS_REMEMBERED_BYTES,
    sizeOf: ({ robots: known }) => known.bytes + 1_000,
  })
  const reading = new Map<string, Promise<ReadRobots>>()
  const headers = { 'user-agent': `Mozilla/5.0 (compatible; ${robotsName}/1.0; +${publicUrl})` }

  return (tenant) => ({
    get: (url, options) => get(tenant, url, options),
    robotsOf: (url) => robotsOf(tenant, url),
  })

  /** Tenants take turns at a host, the pause counted from the end of the request before. */
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
    const host = { inTurn: createFairQueue({ slots: { small: 1, big: 0 } }), users: 0, nextAt: 0 }
    hosts.set(name, host)
    return host
  }

  /** A site that is busy is asked again when it says, if that is soon. */
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

  /** Whoever asks for the same meanwhile waits for the same answer. */
  function readOnce(tenant: string, origin: string): Promise<ReadRobots> {
    const known = reading.get(origin)
    if (known) return known
    const read = readRobots(tenant, origin)
      .then((found) => {
        if (found.fault === undefined) robots.set(origin, { until: Date.now() + HOUR_MS, robots: found })
        return found
      })
      .finally(() => reading.delete(origin))
    reading.set(origin, read)
    return read
  }

  /** Without a robots.txt everything may be read; while it can't be had nothing may (RFC 9309 §2.3.1). */
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

/** Seconds; a second where the header is missing. */
function retryAfter(header: string | undefined): number {
  if (header === undefined) return 1
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 1
}
