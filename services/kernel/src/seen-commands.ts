/** The idempotency keys of the commands that a stream has seen, with the position of what they appended. */

export type SeenCommands = {
  get(command: string): number | undefined
  add(command: string, eventType: string, position: number): void
  /** Both lists from the oldest to the newest. */
  entries(): SeenEntries
}

export type SeenEntries = { lasting: [string, number][]; newest: [string, number][] }

/** Keys that are known at least, of commands that the state itself keeps from happening twice. */
const NEWEST_KEPT = 5_000

/** All keys are known for ever, but those behind events of the `guarded` types: the newest of them alone are. */
export function createSeenCommands(guarded: readonly string[] = [], entries?: SeenEntries): SeenCommands {
  const lasting = new Map(entries?.lasting)
  const newest = new Map(entries?.newest)
  return {
    get: (command) => lasting.get(command) ?? newest.get(command),
    add(command, eventType, position) {
      if (!guarded.includes(eventType)) {
        lasting.set(command, position)
        return
      }
      newest.set(command, position)
      if (newest.size > NEWEST_KEPT) newest.delete(newest.keys().next().value!)
    },
    entries: () => ({ lasting: [...lasting], newest: [...newest] }),
  }
}
