/**
 * The port to leases: work of a name that one process at a time may do, such as answering a conversation or running
 * a policy. Engines: `engines/leases.sqlite.ts`, `engines/leases.mongodb.ts`; suite: `engines/leases.conformance.ts`.
 *
 * A process renews what it holds once a second. When it is killed, its leases end by themselves `LEASE_MS` after its
 * last renewal and another process may take them. A process that is merely too slow may therefore find that its
 * lease went to another one: a lease saves double work, and what must not happen twice is guarded by the log.
 * Processes are expected to keep their clocks within a second of each other.
 */
import { randomUUID } from 'node:crypto'
import { pause } from './pause.ts'

export type Lease = {
  /** This process was the last to hold it: what it knows of the work is up to date. */
  heldBefore: boolean
  /** Aborts when another process has taken it, or may have. */
  lost: AbortSignal
  /**
   * Lets others take it at once. Safe to repeat. Never throws: where the store is away, which is told of, the lease
   * ends by itself.
   */
  release(): Promise<void>
}

export type Leases = {
  /** Takes the lease of a name; undefined while another holder has it. Throws where the store can't be reached. */
  take(name: string): Promise<Lease | undefined>
  /** Takes it as soon as it is free; undefined when `signal` aborts first. Outlasts a store that is away. */
  wait(name: string, signal: AbortSignal): Promise<Lease | undefined>
  /** Whether anybody holds it at present. Throws where the store can't be reached. */
  isHeld(name: string): Promise<boolean>
  /** Releases all that is held here. */
  close(): Promise<void>
}

/** What an engine keeps of each name: who holds it, or held it last, and until when (ms since 1970). */
export type LeaseStore = {
  /** Takes it for `holder` where it is released or over at `now`. `last`: who had held it before, if anybody. */
  take(
    name: string,
    holder: string,
    now: number,
    until: number,
  ): Promise<{ taken: boolean; last: string | undefined }>
  isHeld(name: string, now: number): Promise<boolean>
  /** Renews those of the names that the holder still has, and gives them. */
  renew(names: readonly string[], holder: string, until: number): Promise<string[]>
  release(name: string, holder: string, now: number): Promise<void>
  /** Removes what has been over since before a moment. */
  clean(before: number): Promise<void>
  close(): Promise<void>
}

export type LeaseOptions = {
  now?: () => number
  /** How long a killed process still counts as holding, in ms. */
  leaseMs?: number
  renewEveryMs?: number
  /** How often somebody who waits asks again, in ms. */
  askEveryMs?: number
  /** Told when the store could not be reached to take, renew or release. */
  onFault?: (error: unknown) => void
}

const LEASE_MS = 6_000
const RENEW_EVERY_MS = 1_000
const ASK_EVERY_MS = 1_000
const CLEAN_EVERY_MS = 60_000
/** Who held a name last is known for so long. */
const KEPT_MS = 3_600_000

export function createLeases(store: LeaseStore, options: LeaseOptions = {}): Leases {
  const { now = Date.now, leaseMs = LEASE_MS } = options
  const { renewEveryMs = RENEW_EVERY_MS, askEveryMs = ASK_EVERY_MS } = options
  const process = randomUUID()
  const held = new Map<string, AbortController>()
  /** Those that the store is still asked for: what is renewed meanwhile says nothing about them. */
  const asked = new Set<string>()
  const closing = new AbortController()
  let renewedAt = now()
  let cleanedAt = now()
  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    // A slow store is asked once at a time.
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
  }, renewEveryMs).unref()

  return {
    take,
    isHeld: (name) => store.isHeld(name, now()),

    async wait(name, signal) {
      const either = AbortSignal.any([signal, closing.signal])
      while (!either.aborted) {
        const lease = await take(name).catch((error) => void options.onFault?.(error))
        if (lease && !either.aborted) return lease
        await lease?.release()
        await pause(askEveryMs, either)
      }
      return undefined
    },

    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      clearInterval(timer)
      await renewing
      for (const name of [...held.keys()]) await release(name)
      await store.close()
    },
  }

  async function take(name: string): Promise<Lease | undefined> {
    // Two users of this process are as foreign to each other as two processes.
    if (closing.signal.aborted || held.has(name)) return undefined
    const lost = new AbortController()
    held.set(name, lost)
    asked.add(name)
    try {
      const { taken, last } = await store.take(name, process, now(), now() + leaseMs)
      if (!taken) held.delete(name)
      const mine = () => (held.get(name) === lost ? release(name) : Promise.resolve())
      return taken ? { heldBefore: last === process, lost: lost.signal, release: mine } : undefined
    } catch (error) {
      held.delete(name)
      throw error
    } finally {
      asked.delete(name)
    }
  }

  async function release(name: string): Promise<void> {
    held.delete(name)
    // A renewal under way knows the name still, and an engine that reads and then writes could give it back.
    await renewing
    await store.release(name, process, now()).catch((error) => options.onFault?.(error))
  }

  async function renew(): Promise<void> {
    const before = [...held].filter(([name]) => !asked.has(name))
    try {
      // By name: what the store gave to this process without its knowing, as its answer was lost, has to end.
      const names = before.map(([name]) => name)
      const still = new Set(names.length > 0 ? await store.renew(names, process, now() + leaseMs) : [])
      for (const [name, lost] of before) if (!still.has(name)) lose(name, lost)
      renewedAt = now()
      if (now() - cleanedAt > CLEAN_EVERY_MS) {
        cleanedAt = now()
        await store.clean(now() - KEPT_MS)
      }
    } catch (error) {
      options.onFault?.(error)
      if (now() - renewedAt >= leaseMs) for (const [name, lost] of before) lose(name, lost)
    }
  }

  function lose(name: string, lost: AbortController): void {
    if (held.get(name) !== lost) return
    held.delete(name)
    lost.abort()
  }
}

/** Leases of one process that has its stores for itself, such as in a test. */
export function leasesInMemory(options: LeaseOptions = {}): Leases {
  return createLeases(leaseStoreInMemory(), options)
}

/** What several makers of leases in one process share, each as if it were a process of its own. */
export function leaseStoreInMemory(): LeaseStore {
  const rows = new Map<string, { holder: string; until: number }>()
  return {
    async take(name, holder, now, until) {
      const row = rows.get(name)
      const taken = row === undefined || row.until <= now
      if (taken) rows.set(name, { holder, until })
      return { taken, last: row?.holder }
    },
    isHeld: async (name, now) => (rows.get(name)?.until ?? 0) > now,
    async renew(names, holder, until) {
      return names.filter((name) => {
        const row = rows.get(name)
        if (row?.holder !== holder || row.until === 0) return false
        row.until = until
        return true
      })
    },
    async release(name, holder) {
      const row = rows.get(name)
      if (row?.holder === holder) row.until = 0
    },
    async clean() {},
    async close() {},
  }
}
