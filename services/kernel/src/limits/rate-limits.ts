/**
 * The port to rate limits, counted in state that all processes share. Engines: `engines/sqlite/rate-limits.ts`,
 * `engines/mongodb/rate-limits.ts`; suite: `rate-limits.conformance.ts`.
 *
 * A limit refills evenly: a burst of `limit` is allowed, then one each `windowSeconds / limit`. One time per key is
 * stored: the moment at which all uses will have been refilled (the generic cell rate algorithm). A process decides
 * from memory and writes its uses to the shared state a moment later, so a message costs microseconds; the response
 * contains the uses of other processes.
 */
export type RateLimit = {
  key: string
  limit: number
  windowSeconds: number
  /** How many are taken at once, together or not at all; 1 if left out. */
  uses?: number
}

export type Taken =
  | { allowed: true }
  /** `retryAfterSeconds` is at least 1. */
  | { allowed: false; retryAfterSeconds: number }

/** `uses`: how many more are possible at once. `fullInSeconds`: when the whole limit is possible again. */
export type Left = { uses: number; fullInSeconds: number }

export type RateLimits = {
  /** Takes one, or `uses`, of every limit, or none when any of them is used up. */
  take(limits: readonly RateLimit[]): Promise<Taken>
  /** What is left of each of some limits that were just taken, as far as this process knows. */
  left(limits: readonly RateLimit[]): Left[]
  /** Resolves when the shared state contains all that was taken here. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** What an engine stores: for each key, until when it is used (ms since 1970); 0 for an unknown key. */
export type UsageStore = {
  read(keys: readonly string[]): Promise<number[]>
  /** Adds `costMs` to each key's time, or to `now` if that is later. Returns the new times. */
  add(uses: readonly { key: string; costMs: number }[], now: number): Promise<number[]>
  /** Removes keys whose time has passed. */
  clean(now: number): Promise<void>
  close(): Promise<void>
}

export type RateLimitOptions = {
  now?: () => number
  /**
   * How long uses may wait, in ms, before they are written to the shared state; with 0, every take reads and writes it.
   */
  flushMs?: number
  /** Called when the shared state is unavailable. Until it is available again, each process counts for itself. */
  onFault?: (error: unknown) => void
}

type Known = { until: number; pendingMs: number; readAt: number }

const FLUSH_MS = 25
/** After this long without a use, in ms, a key is read again. */
const STALE_MS = 250
const MOST_KNOWN = 50_000
const SAY_EVERY_MS = 10_000
const CLEAN_EVERY_MS = 60_000

export function createRateLimits(store: UsageStore, options: RateLimitOptions = {}): RateLimits {
  const { now = Date.now, flushMs = FLUSH_MS } = options
  const staleMs = flushMs === 0 ? 0 : STALE_MS
  const known = new Map<string, Known>()
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  let cleanedAt = now()
  let open = true
  let saidAt = Number.NEGATIVE_INFINITY

  return {
    async take(limits) {
      const at = now()
      const unknown = limits.filter(({ key }) => isStale(known.get(key), at))
      if (unknown.length > 0) await learn(unknown.map(({ key }) => key))
      const decided = decide(limits, now())
      if (flushMs === 0 && decided.allowed) await flush()
      return decided
    },
    left(limits) {
      const at = now()
      return limits.map((limit) => leftOf(limit, at))
    },
    flush,
    async close() {
      if (!open) return
      open = false
      clearTimeout(timer)
      await flush()
      await store.close()
    },
  }

  function decide(limits: readonly RateLimit[], at: number): Taken {
    let wait = 0
    for (const { key, limit, windowSeconds, uses = 1 } of limits) {
      const window = windowSeconds * 1000
      const next = Math.max(known.get(key)?.until ?? 0, at) + (uses * window) / limit
      wait = Math.max(wait, next - window - at)
    }
    // Up to half a millisecond is a rounding error of the added fractions.
    if (wait > 0.5) return { allowed: false, retryAfterSeconds: Math.ceil(wait / 1000) }
    for (const { key, limit, windowSeconds, uses = 1 } of limits)
      use(key, (uses * windowSeconds * 1000) / limit, at)
    if (flushMs > 0 && open) timer ??= setTimeout(() => void flush(), flushMs).unref()
    return { allowed: true }
  }

  function leftOf({ key, limit, windowSeconds }: RateLimit, at: number): Left {
    const used = Math.max(0, (known.get(key)?.until ?? 0) - at)
    const window = windowSeconds * 1000
    // As above: up to half a millisecond is a rounding error, but no more than half a use.
    const rounding = Math.min((0.5 * limit) / window, 0.5)
    const uses = Math.floor(((window - used) * limit) / window + rounding)
    return { uses: Math.max(0, uses), fullInSeconds: Math.ceil(used / 1000) }
  }

  function use(key: string, costMs: number, at: number): void {
    const entry = known.get(key) ?? { until: 0, pendingMs: 0, readAt: at }
    entry.until = Math.max(entry.until, at) + costMs
    entry.pendingMs += costMs
    known.set(key, entry)
    pending.add(key)
  }

  async function learn(keys: string[]): Promise<void> {
    const times = await store.read(keys).catch((error) => {
      say(error)
      return undefined
    })
    const readAt = now()
    for (const [nth, key] of keys.entries()) {
      const entry = known.get(key)
      const until = Math.max(times?.[nth] ?? 0, entry?.pendingMs || !times ? (entry?.until ?? 0) : 0)
      known.set(key, { until, pendingMs: entry?.pendingMs ?? 0, readAt })
    }
  }

  /** Runs flushes one after the other, so that each use is added once. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    flushing = flushing.then(write, write)
    return flushing
  }

  async function write(): Promise<void> {
    const at = now()
    const uses = [...pending].map((key) => ({ key, costMs: known.get(key)?.pendingMs ?? 0 }))
    pending.clear()
    try {
      if (uses.length > 0) await tell(uses, at)
      if (at - cleanedAt > CLEAN_EVERY_MS) {
        cleanedAt = at
        await store.clean(at)
      }
    } catch (error) {
      say(error)
      for (const { key } of uses) if (known.get(key)?.pendingMs) pending.add(key)
    }
    if (known.size > MOST_KNOWN) forgetStale(now())
  }

  async function tell(uses: { key: string; costMs: number }[], at: number): Promise<void> {
    const times = await store.add(uses, at)
    for (const [nth, { key, costMs }] of uses.entries()) {
      const entry = known.get(key)
      if (!entry) continue
      entry.pendingMs -= costMs
      // Uses taken here during the write are added on top.
      entry.until = (times[nth] ?? 0) + entry.pendingMs
      entry.readAt = at
    }
  }

  /** Throttled, since every message would report the same fault. */
  function say(error: unknown): void {
    if (now() - saidAt < SAY_EVERY_MS) return
    saidAt = now()
    options.onFault?.(error)
  }

  function forgetStale(at: number): void {
    for (const [key, entry] of known) if (entry.pendingMs <= 0 && isStale(entry, at)) known.delete(key)
    for (const key of known.keys()) {
      if (known.size <= MOST_KNOWN) break
      if (!pending.has(key)) known.delete(key)
    }
  }

  function isStale(entry: Known | undefined, at: number): boolean {
    return entry === undefined || (entry.pendingMs <= 0 && at - entry.readAt >= staleMs)
  }
}

/**
 * Returns what an address is counted as: an IPv4 address as itself, an IPv6 address as its /64, all of which one
 * household or one attacker has (RFC 6177). Any other text is returned unchanged.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  if (!plain.includes(':')) return address
  const groups = groupsOf(plain)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns the groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}

/** Returns two groups as an IPv4 address. */
function dotted(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
