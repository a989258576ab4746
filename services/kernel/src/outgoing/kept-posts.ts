/**
 * POST requests to addresses that a user gave, many of them: over connections that are kept for further requests to the
 * same site, for a short time, so that they follow the names of sites when these change. Each was made to an address that
 * was checked (`checked-address.ts`); the name is resolved and checked again after a few seconds, also for what is
 * connected. A redirect is an answer: the body would be sent where nobody was asked.
 */
import { Client } from 'undici'
import { createByteCache } from '../limits/byte-cache.ts'
import {
  type AddressSettings,
  createAddressCheck,
  type Failure,
  failure,
  parseAddress,
  pinned,
  reasonOf,
} from './checked-address.ts'

export type KeptPost = {
  /** Requests of different lanes share no connections, so that those of one that hang hold up no others at their site. */
  lane: string
  /** Names and values, one after the other. */
  headers: string[]
  body: string
}

/** `answer`: its beginning, if it is a text. */
export type Posted = { ok: true; status: number; retryAfter?: string; answer: string } | Failure

export type KeptPosts = {
  /** Failures are values; it does not throw. */
  post(address: string, post: KeptPost): Promise<Posted>
  /** Ends what is under way. */
  close(): void
}

/** For a whole request, in ms. */
const TIMEOUT_MS = 15_000
const LOOK_EVERY_MS = 250
/** Bytes of an answer that are read. */
const MOST_ANSWERED = 8_000
/** For so long, in ms, a connection takes further requests. */
const LIFE_MS = 30_000
/** After so long, in ms, without a request a connection is closed; servers do the same after 5 s and more. */
const IDLE_MS = 3_000
/** Connections of a lane to a site at once; further requests wait. */
const MOST_OF_SITE = 64
/** Connections of all sites that are kept while they have no request. */
const MOST_IDLE = 512
/** For so long, in ms, what a name was resolved to is used for further connections to it. */
const RESOLVED_FOR_MS = 5_000
const MOST_KNOWN = 1_000

/** A connection. `since`: when it first answered; undefined before. */
type Kept = { client: Client; site: Site; since: number | undefined; isIdle: boolean }
/** A site, for a lane. */
type Site = { key: string; url: URL; idle: Kept[]; open: number; waiting: Request[] }
type Checked = { addresses: string[]; until: number }

/** A request, and what has answered of it. */
type Request = KeptPost & {
  path: string
  startedAt: number
  again: boolean
  kept: Kept | undefined
  status: number
  retryAfter: string | undefined
  parts: Buffer[]
  bytes: number
  isOver: boolean
  resolve(posted: Posted): void
}

export function createKeptPosts(
  settings: AddressSettings & { timeoutMs?: number; now?(): number } = {},
): KeptPosts {
  const { timeoutMs = TIMEOUT_MS, now = Date.now } = settings
  const addressesOf = createAddressCheck(settings)
  const parsed = createByteCache<URL>({ maxBytes: MOST_KNOWN, sizeOf: () => 1 })
  /** What was resolved and allowed last, by origin. */
  const checked = createByteCache<Checked>({ maxBytes: MOST_KNOWN, sizeOf: () => 1 })
  const timedOut = failure('timed-out', `No complete answer within ${timeoutMs / 1000} seconds.`)
  const sites = new Map<string, Site>()
  /** What is under way, the oldest first. */
  const requests = new Set<Request>()
  let idle = 0
  let looking: NodeJS.Timeout | undefined

  return {
    post(address, { lane, headers, body }) {
      return new Promise((resolve) => {
        const url = parsed.get(address) ?? parseAddress(address)
        if (!(url instanceof URL)) return resolve(url)
        parsed.set(address, url)
        const request: Request = {
          ...{ lane, headers, body, path: url.pathname + url.search, startedAt: performance.now() },
          ...{ again: false, kept: undefined, isOver: false, resolve },
          ...{ status: 0, retryAfter: undefined, parts: [], bytes: 0 },
        }
        requests.add(request)
        looking ??= setInterval(look, LOOK_EVERY_MS).unref()
        void begin(request, url)
      })
    },
    close() {
      for (const request of requests) end(request, failure('cancelled', 'The request was cancelled.'))
      for (const { idle } of sites.values()) for (const one of [...idle]) drop(one)
      clearInterval(looking)
      looking = undefined
    },
  }

  async function begin(request: Request, url: URL): Promise<void> {
    try {
      const found = checked.get(url.origin)
      const isKnown = found !== undefined && found.until > now()
      const addresses = isKnown ? found.addresses : await addressesOf(url)
      if ('ok' in addresses) return refused(request, url, addresses)
      if (!isKnown) checked.set(url.origin, { addresses, until: now() + RESOLVED_FOR_MS })
      if (!request.isOver) take(request, siteOf(request, url), addresses)
    } catch (error) {
      refused(request, url, failure('unreachable', reasonOf(error)))
    }
  }

  function refused(request: Request, url: URL, why: Failure): void {
    end(request, why)
    const site = sites.get(keyOf(request, url))
    if (site) letIn(site)
  }

  function siteOf(request: Request, url: URL): Site {
    const key = keyOf(request, url)
    const site = sites.get(key) ?? { key, url, idle: [], open: 0, waiting: [] }
    sites.set(key, site)
    return site
  }

  /** Sends by the connection that was used last, or a new one, or waits for one. */
  function take(request: Request, site: Site, addresses: readonly string[]): void {
    const last = request.again ? undefined : site.idle.pop()
    if (last) {
      last.isIdle = false
      idle--
      return void send(request, last)
    }
    if (site.open >= MOST_OF_SITE) return void site.waiting.push(request)
    site.open++
    const client = new Client(site.url.origin, {
      connect: { lookup: pinned(addresses), timeout: timeoutMs },
      ...{ allowH2: false, headersTimeout: 0, bodyTimeout: 0 },
      ...{ keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS },
    })
    const kept: Kept = { client, site, since: undefined, isIdle: false }
    client.on('disconnect', () => drop(kept))
    send(request, kept)
  }

  function send(request: Request, kept: Kept): void {
    request.kept = kept
    const { path, headers, body } = request
    kept.client.dispatch(
      { path, method: 'POST', headers, body },
      {
        // It must be there.
        onRequestStart: () => undefined,
        onResponseStart(_, status, { 'retry-after': retryAfter }) {
          request.status = status
          request.retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined
        },
        onResponseData(_, part) {
          if (request.isOver) return
          // The parser writes its next part into the same memory.
          request.parts.push(Buffer.from(part.subarray(0, MOST_ANSWERED - request.bytes)))
          request.bytes += part.length
          // What follows is not read, so that the connection can't be used again.
          if (request.bytes > MOST_ANSWERED) answered(request)
        },
        onResponseEnd() {
          if (request.isOver) return
          request.kept = undefined
          // The connection is not done with this one yet.
          queueMicrotask(() => {
            giveBack(kept)
            answered(request)
          })
        },
        onResponseError: (_, error) => failed(request, kept, error),
      },
    )
  }

  function answered(request: Request): void {
    const { status, retryAfter, parts } = request
    const answer = parts.length === 0 ? '' : textOf(Buffer.concat(parts))
    end(request, { ok: true, status, ...(retryAfter === undefined ? {} : { retryAfter }), answer })
  }

  function failed(request: Request, kept: Kept, error: Error): void {
    drop(kept)
    if (request.isOver || request.kept !== kept) return
    request.kept = undefined
    // The site may close a kept connection at the moment of the next request, which it then has not read.
    if (kept.since !== undefined && request.status === 0 && !request.again && isClosed(error)) {
      request.again = true
      return void begin(request, kept.site.url)
    }
    end(request, isTooLate(error) ? timedOut : failure('unreachable', reasonOf(error)))
  }

  function end(request: Request, posted: Posted): void {
    if (request.isOver) return
    request.isOver = true
    requests.delete(request)
    if (request.kept) drop(request.kept)
    request.resolve(posted)
  }

  /** Gives a connection that has answered to the next request, or keeps it for a short time. */
  function giveBack(kept: Kept): void {
    kept.since ??= now()
    if (kept.client.destroyed) return
    // The site may end the connection with its answer.
    if (!kept.client.stats.connected || now() - kept.since > LIFE_MS) return void drop(kept)
    const next = nextOf(kept.site)
    if (next) return void send(next, kept)
    if (idle >= MOST_IDLE) return void drop(kept)
    kept.isIdle = true
    idle++
    kept.site.idle.push(kept)
  }

  function nextOf({ waiting }: Site): Request | undefined {
    for (let next = waiting.shift(); next; next = waiting.shift()) if (!next.isOver) return next
    return undefined
  }

  function drop(kept: Kept): void {
    const { client, site } = kept
    if (client.destroyed) return
    if (kept.isIdle) {
      kept.isIdle = false
      idle--
      site.idle.splice(site.idle.indexOf(kept), 1)
    }
    void client.destroy()
    site.open--
    letIn(site)
  }

  /** Has the next request to a site begin that waits for a connection. */
  function letIn(site: Site): void {
    const next = site.open < MOST_OF_SITE ? nextOf(site) : undefined
    if (next) void begin(next, site.url)
    else if (site.open === 0) sites.delete(site.key)
  }

  /** Ends what takes too long. All may take equally long, so that the first began first. */
  function look(): void {
    for (const request of requests) {
      if (performance.now() - request.startedAt < timeoutMs) break
      end(request, timedOut)
    }
    if (requests.size > 0) return
    clearInterval(looking)
    looking = undefined
  }
}

function keyOf({ lane }: KeptPost, { origin }: URL): string {
  return `${origin} ${lane}`
}

type Coded = Error & { code?: string }

/** `UND_ERR_DESTROYED`: nothing of it was sent yet when the connection ended. */
function isClosed({ code = '' }: Coded): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_DESTROYED'].includes(code)
}

function isTooLate({ code }: Coded): boolean {
  return code === 'UND_ERR_CONNECT_TIMEOUT'
}

function textOf(body: Buffer): string {
  return body.includes(0) ? '(not a text)' : body.toString('utf8')
}
