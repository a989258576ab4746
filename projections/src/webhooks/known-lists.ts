/**
 * The list of a workspace's webhooks as it was at a position of the log, or later. Read models show a position a moment
 * after this process has followed the log to it: where no event of those between can have changed the list, nobody waits
 * for them, and what was read before is not read again.
 */
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { tenantOf } from '@parley/kernel/log/recorded-event.ts'
import { type ProjectionFollower, untilProjected } from '@parley/kernel/read-models/projection-follower.ts'

type KnownListsOptions<List> = {
  projections: Pick<ProjectionFollower, 'position' | 'waitFor'>
  /** Reads the list that read models show at present. */
  read(tenant: string): Promise<List>
  /** How long read models are waited for. */
  timeoutMs: number
  mostChanges?: number
}

/** Bytes of the lists that are kept. */
const MOST_KEPT = 2_000_000
const MOST_CHANGES = 10_000

export function keepLists<List>(options: KnownListsOptions<List>) {
  const { projections, read, timeoutMs, mostChanges = MOST_CHANGES } = options
  /** The positions between which every change is known; undefined before the first event. */
  let noted: { from: number; to: number } | undefined
  /** By workspace: where its list changed last. */
  const changed = new Map<string, number>()
  const waiting = new Set<{ position: number; resolve(): void }>()
  /** `at`: as of which position. */
  const kept = createByteCache<{ list: List; at: number }>({
    maxBytes: MOST_KEPT,
    sizeOf: ({ list }) => JSON.stringify(list).length,
  })

  return {
    /** Must be called with all events, in order, as this process follows the log. */
    note(events: readonly StoredEvent[]): void {
      const [first, last] = [events[0], events.at(-1)]
      if (!first || !last) return
      const { from, to } = noted ?? { from: first.position, to: last.position }
      noted = { from, to: Math.max(to, last.position) }
      for (const event of events) if (mayChange(event)) changed.set(tenantOf(event), event.position)
      if (changed.size > mostChanges) {
        changed.clear()
        noted.from = last.position
      }
      for (const one of waiting) if (one.position <= noted.to) one.resolve()
    },

    /** Throws `StoreUnavailable` if read models don't come there in time. */
    async listAt(tenant: string, position: number): Promise<List> {
      const known = kept.get(tenant)
      if (known && isSame(tenant, known.at, position)) {
        known.at = Math.max(known.at, position)
        return known.list
      }
      await untilShown(tenant, position)
      const at = Math.max(position, projections.position())
      const list = await read(tenant)
      kept.set(tenant, { list, at })
      return list
    },
  }

  async function untilShown(tenant: string, position: number): Promise<void> {
    if (projections.position() >= position) return
    const isToBeNoted = noted && noted.from <= position && noted.to < position
    if (isToBeNoted)
      await Promise.race([untilNoted(position), untilProjected(projections, position, timeoutMs)])
    if (!isSame(tenant, projections.position(), position))
      await untilProjected(projections, position, timeoutMs)
  }

  /** Whether the list of a position is, as is known, that of another as well, or of a later one. */
  function isSame(tenant: string, at: number, position: number): boolean {
    if (at >= position) return true
    if (!noted || at < noted.from || noted.to < position) return false
    return (changed.get(tenant) ?? at) <= at
  }

  function untilNoted(position: number): Promise<void> {
    return new Promise((resolve) => {
      const one = {
        position,
        resolve() {
          waiting.delete(one)
          resolve()
        },
      }
      waiting.add(one)
    })
  }
}

/** With a workspace, its webhooks end. */
function mayChange({ stream }: StoredEvent): boolean {
  return stream.startsWith('webhook-') || stream.startsWith('workspace-')
}
