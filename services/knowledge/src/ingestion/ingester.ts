/**
 * Ingests sources in the background, shared fairly between tenants: a waiting source is only a position in the log, and
 * its text is read when its turn comes. Ingestions interrupted by the end of the process are found by a projection of
 * the log (`due`), at the start and regularly.
 */
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import { createFairQueue, type Lane } from '@parley/kernel/limits/fair-queue.ts'
import { pause } from '@parley/kernel/pause.ts'
import type { Leases } from '@parley/kernel/running/leases.ts'
import type { Ingest, SourceEvent } from './ingest.ts'

/** The place of an event that gave a source its text. `characters`: of that text, or of its file. */
export type WaitingSource = { tenant: string; sourceId: string; revision: number; characters: number }

export type Ingester = {
  /** Ingests an event's text, after earlier events of the same source; one at a time. */
  ingest(source: WaitingSource): void
  /** Resolves when nothing is being ingested. */
  idle(): Promise<void>
}

export type IngesterDeps = {
  /** Decide which process ingests a source. */
  leases: Leases
  ingest: Ingest
  /** The event at a place, opened; undefined if there is none that gives a source its text. */
  eventAt(source: WaitingSource): Promise<SourceEvent | undefined>
  onFault(error: unknown, sourceId: string): void
  /** Aborts when the process stops. */
  signal: AbortSignal
  /** Wait before the first retry in ms, doubling. */
  backOffMs?: number
}

/** Sources ingested in parallel; each may hold a text of some megabytes. */
const SIDE_BY_SIDE: Record<Lane, number> = { small: 6, big: 3 }
const MOST_SMALL_CHARACTERS = 1_500_000
const ATTEMPTS = 5
const BACK_OFF_MS = 500
/** Memory for the sources that were given up; one that is forgotten is tried again when it is found due. */
const GIVEN_UP_BYTES = 1_000_000

export function createIngester(deps: IngesterDeps): Ingester {
  const { signal, backOffMs = BACK_OFF_MS } = deps
  const queue = createFairQueue({ slots: SIDE_BY_SIDE })
  const pending = new Map<string, Promise<void>>()
  /** The last pending ingestion of each source. */
  const last = new Map<string, Promise<void>>()
  /** Sources that failed because of errors on our side: retried by the next process. */
  const givenUp = createByteCache<true>({
    maxBytes: GIVEN_UP_BYTES,
    sizeOf: (_, key) => 2 * key.length + 100,
  })

  return {
    ingest(source) {
      const { sourceId, revision } = source
      const key = `${sourceId}/${revision}`
      if (pending.has(key) || givenUp.get(key) || signal.aborted) return
      const before = last.get(sourceId) ?? Promise.resolve()
      const work = before
        .then(() => ingestPatiently(source, key))
        .finally(() => {
          pending.delete(key)
          if (last.get(sourceId) === work) last.delete(sourceId)
        })
      pending.set(key, work)
      last.set(sourceId, work)
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending.values())
    },
  }

  async function ingestPatiently(source: WaitingSource, key: string): Promise<void> {
    const lease = await deps.leases.wait(`ingest/${source.tenant}/${source.sourceId}`, signal)
    if (!lease) return
    try {
      await ingestUntilDone(source, key)
    } finally {
      await lease.release()
    }
  }

  async function ingestUntilDone(source: WaitingSource, key: string): Promise<void> {
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        return await ingestBySize(source)
      } catch (error) {
        if (signal.aborted) return
        deps.onFault(error, source.sourceId)
        if (tries === ATTEMPTS) return void givenUp.set(key, true, source.tenant)
        await pause(backOffMs * 2 ** (tries - 1), signal)
      }
    }
  }

  async function ingestBySize(source: WaitingSource): Promise<void> {
    const small = source.characters <= MOST_SMALL_CHARACTERS && (await ingestIn('small', source)) === 'done'
    if (!small) await ingestIn('big', source)
  }

  function ingestIn(lane: Lane, source: WaitingSource): Promise<'done' | 'too-big'> {
    return queue.run({ tenant: source.tenant, lane }, async () => {
      if (signal.aborted) return 'done'
      const event = await deps.eventAt(source)
      return event ? deps.ingest(event, lane) : 'done'
    })
  }
}

/** Returns a function that ingests what is due, such as interrupted ingestions. */
export function ingestDue(
  ingester: Pick<Ingester, 'ingest'>,
  due: () => Promise<readonly WaitingSource[]>,
): () => Promise<void> {
  return async () => {
    for (const source of await due()) ingester.ingest(source)
  }
}
