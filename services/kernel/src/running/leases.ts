/**
 * The port to leases: named work that one process at a time may do, for example running a conversation's turn or a
 * policy. Engines: `engines/sqlite/leases.ts`, `engines/mongodb/leases.ts`; suite: `leases.conformance.ts`.
 *
 * A process renews the leases it holds once a second. When it is killed, they expire `LEASE_MS` after the last renewal,
 * and another process may take them. A process that is slow to renew may also lose its lease to another one. A lease
 * therefore only avoids duplicate work; the log guards what must not happen twice. The clocks of the processes must
 * agree within a second.
 */
import { randomUUID } from 'node:crypto'
import { pause } from '../pause.ts'

export type Lease = {
  /** Whether this process was also the previous holder, so that its state of the work is up to date. */
  heldBefore: boolean
  /** Aborts when another process has taken the lease, or may have. */
  lost: AbortSignal
  /**
   * Releases the lease so that others can take it at once. Idempotent. Never throws: if the store is unavailable, the
   * error is reported and the lease expires.
   */
  release(): Promise<void>
}

export type Leases = {
  /** Takes the lease of a name. Returns undefined while another holder has it. Throws if the store is unavailable. */
  take(name: string): Promise<Lease | undefined>
  /**
   * Takes the lease as soon as it is free. Returns undefined if `signal` aborts first. Keeps retrying while the store
   * is unavailable.
   */
  wait(name: string, signal: AbortSignal): Promise<Lease | undefined>
  /** Whether the lease is held by any process at present. Throws if the store is unavailable. */
  isHeld(name: string): Promise<boolean>
  /** Releases all leases held by this process. */
  close(): Promise<void>
}

/** What an engine stores for each name: the present or last holder, and until when the lease lasts (ms since 1970). */
export type LeaseStore = {
  /** Takes the lease for `holder` if it is released or expired at `now`. `last` is the previous holder, if known. */
  take(
    name: string,
    holder: string,
    now: number,
    until: number,
  ): Promise<{ taken: boolean; last: string | undefined }>
  isHeld(name: string, now: number): Promise<boolean>
  /** Renews those of the names that the holder still has, and returns them. */
  renew(names: readonly string[], holder: string, until: number): Promise<string[]>
  release(name: string, holder: string, now: number): Promise<void>
  /** Removes leases that expired before a moment. */
  clean(before: number): Promise<void>
  close(): Promise<void>
}

export type LeaseOptions = {
  now?: () => number
  /** How long, in ms, a lease lasts after its last renewal, also when its holder was killed. */
  leaseMs?: number
  renewEveryMs?: number
  /** How often, in ms, `wait` tries to take the lease. */
  askEveryMs?: number
  /** Called when the store could not be reached to take, renew or release. */
  onFault?: (error: unknown) => void
}

const LEASE_MS = 6_000
const RENEW_EVERY_MS = 1_000
const ASK_EVERY_MS = 1_000
const CLEAN_EVERY_MS = 60_000
/** How long the last holder of an expired lease is remembered. */
const KEPT_MS = 3_600_000

export function createLeases(store: LeaseStore, options: LeaseOptions = {}): Leases {
  const { now = Date.now, leaseMs = LEASE_MS } = options
  const { renewEveryMs = RENEW_EVERY_MS, askEveryMs = ASK_EVERY_MS } = options
  const process = randomUUID()
  const held = new Map<string, AbortController>()
  /** Names whose `take` has not resolved yet. A renewal that runs at the same time must not decide about them. */
  const asked = new Set<string>()
  const closing = new AbortController()
  let renewedAt = now()
  let cleanedAt = now()
  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    // Runs one renewal at a time, even if the store is slow.
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
    // Two callers in this process exclude each other just as two processes do.
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
    // A running renewal still includes the name; an engine that reads and then writes could restore the lease.
    await renewing
    await store.release(name, process, now()).catch((error) => options.onFault?.(error))
  }

  async function renew(): Promise<void> {
    const before = [...held].filter(([name]) => !asked.has(name))
    try {
      // Only by name: a lease that the store granted but whose answer was lost is not renewed and expires.
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

/** Creates leases of one process with a store of its own, for example for a test. */
export function leasesInMemory(options: LeaseOptions = {}): Leases {
  return createLeases(leaseStoreInMemory(), options)
}

/** A store that several `createLeases` in one process can share, each acting as a process of its own. */
export function leaseStoreInMemory(): LeaseStore {
  // bounded: of one test
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
