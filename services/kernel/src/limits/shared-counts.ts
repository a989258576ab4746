/**
 * Counts what each workspace holds at present in all processes of a region, so that its quota is one share and not one
 * per process. A process that is killed stops renewing its counts, and they expire.
 */
import type { Json, ReadStore } from '../read-models/read-store.ts'
import { sharePresence } from '../running/shared-presence.ts'

export type SharedCounts<Kind extends string> = {
  /** What this process holds. */
  own(tenant: string, kind: Kind): number
  /** Changes what this process holds. The other processes learn of it within a second, or by the next `others` here. */
  set(tenant: string, kind: Kind, count: number): void
  /**
   * What all other processes hold, read after they can see what this one holds: of two processes that take the last of
   * a quota at the same time, at least one is told. 0 while the shared state is unavailable.
   */
  others(tenant: string, kind: Kind): Promise<number>
  /** Withdraws the counts of this process. */
  stop(): Promise<void>
}

/**
 * `state` is shared by all processes; without it each process counts alone. `onFault` is called when it is unavailable:
 * then each process counts alone until it is available again.
 */
export function shareCounts<Kind extends string>({
  state,
  collection,
  onFault,
}: {
  state: ReadStore | undefined
  collection: string
  onFault?: (error: unknown) => void
}): SharedCounts<Kind> {
  /** By workspace; one that holds nothing has no entry. */
  const held = new Map<string, Map<string, number>>()
  const shared =
    state &&
    sharePresence<Record<string, number>>({
      state,
      collection,
      seatsOf(tenant) {
        const counts = held.get(tenant)
        return counts ? [Object.fromEntries(counts)] : []
      },
      seatIn: countsIn,
      ...(onFault && { onFault }),
    })

  return {
    own: (tenant, kind) => held.get(tenant)?.get(kind) ?? 0,
    set(tenant, kind, count) {
      const counts = held.get(tenant) ?? new Map()
      if (count > 0) counts.set(kind, count)
      else counts.delete(kind)
      if (counts.size > 0) held.set(tenant, counts)
      else held.delete(tenant)
      shared?.changed(tenant)
    },
    async others(tenant, kind) {
      const theirs = (await shared?.exchange(tenant)) ?? []
      return theirs.reduce((sum, counts) => sum + (counts[kind] ?? 0), 0)
    },
    stop: async () => shared?.stop(),
  }
}

function countsIn(written: Json): Record<string, number> | undefined {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return undefined
  const counts = Object.entries(written).filter((entry): entry is [string, number] => {
    return typeof entry[1] === 'number' && entry[1] > 0
  })
  return Object.fromEntries(counts)
}
