/**
 * Waits until a workspace's list of webhooks is as it was at a position of the log. Read models show a position a moment
 * after this process has followed the log to it; where no event of those between can have changed the list, nobody waits
 * for them.
 */
import type { StoredEvent } from '@parley/kernel/event-store.ts'
import { type ProjectionFollower, untilProjected } from '@parley/kernel/projection-follower.ts'
import { tenantOf } from '@parley/kernel/recorded-event.ts'

export function watchUnshownChanges(projections: Pick<ProjectionFollower, 'position' | 'waitFor'>) {
  /** The positions between which every event was noted; undefined before the first. */
  let noted: { from: number; to: number } | undefined
  /** By workspace: where its list changed last, unless read models show that. */
  const changed = new Map<string, number>()
  const waiting = new Set<{ position: number; resolve(): void }>()

  return {
    /** Must be called with all events, in order, as this process follows the log. */
    note(events: readonly StoredEvent[]): void {
      const [first, last] = [events[0], events.at(-1)]
      if (!first || !last) return
      for (const [tenant, position] of changed) if (position <= projections.position()) changed.delete(tenant)
      for (const event of events) if (mayChange(event)) changed.set(tenantOf(event), event.position)
      const { from, to } = noted ?? { from: first.position, to: last.position }
      noted = { from: Math.min(from, first.position), to: Math.max(to, last.position) }
      for (const one of waiting) if (one.position <= last.position) one.resolve()
    },

    /** Throws `StoreUnavailable` after `timeoutMs`. */
    async shown(tenant: string, position: number, timeoutMs: number): Promise<void> {
      if (projections.position() >= position) return
      if (noted && noted.from <= position && noted.to < position)
        await Promise.race([untilNoted(position), untilProjected(projections, position, timeoutMs)])
      if (!isUnchanged(tenant, position)) await untilProjected(projections, position, timeoutMs)
    },
  }

  function isUnchanged(tenant: string, position: number): boolean {
    const shown = projections.position()
    if (!noted || shown < noted.from || noted.to < position) return false
    return (changed.get(tenant) ?? shown) <= shown
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
