import type { BulkAction } from './selection-bar.tsx'

type WithAgents = { ID: string; widgetIDs: readonly string[] }

/**
 * Gives agents to each of what is selected. What others assigned since the list was loaded stays assigned, also when it is
 * undone: then each loses only those that it was given. `now`: as one is at the moment.
 */
export function assigning<Of extends WithAgents>(
  agents: readonly string[],
  given: {
    now: (one: Of) => Promise<WithAgents>
    save: (one: Of, widgetIDs: string[]) => Promise<unknown>
  },
): BulkAction<Of> {
  const added = new Map<string, readonly string[]>()
  return {
    done: (many) => `${many} changed`,
    async work(one) {
      const { widgetIDs } = await given.now(one)
      const missing = agents.filter((agent) => !widgetIDs.includes(agent))
      if (missing.length > 0) await given.save(one, [...widgetIDs, ...missing])
      added.set(one.ID, missing)
    },
    async undo(one) {
      const { widgetIDs } = await given.now(one)
      const kept = widgetIDs.filter((agent) => !added.get(one.ID)?.includes(agent))
      if (kept.length < widgetIDs.length) await given.save(one, kept)
    },
  }
}
