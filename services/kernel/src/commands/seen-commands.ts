/** The idempotency keys of the commands handled on a stream, with the position of what they appended. */

export type SeenCommands = {
  get(command: string): number | undefined
  add(command: string, eventType: string, position: number): void
  /** Returns both lists from the oldest to the newest. */
  entries(): SeenEntries
}

export type SeenEntries = { lasting: [string, number][]; newest: [string, number][] }

const KEYS_KEPT = 5_000

/** Keeps all keys, except those of events of the `guarded` types, of which it keeps only the newest. */
export function createSeenCommands(
  { guarded = [], keysKept = KEYS_KEPT }: { guarded?: readonly string[] | 'all'; keysKept?: number } = {},
  entries?: SeenEntries,
): SeenCommands {
  // bounded: by the events of one stream whose types are not guarded
  const lasting = new Map(entries?.lasting)
  const newest = new Map(entries?.newest)
  return {
    get: (command) => lasting.get(command) ?? newest.get(command),
    add(command, eventType, position) {
      if (guarded !== 'all' && !guarded.includes(eventType)) {
        lasting.set(command, position)
        return
      }
      newest.set(command, position)
      if (newest.size > keysKept) newest.delete(newest.keys().next().value!)
    },
    entries: () => ({ lasting: [...lasting], newest: [...newest] }),
  }
}
