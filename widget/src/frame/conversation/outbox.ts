/**
 * Messages that the server has not confirmed. They are stored over page loads and sent when the chat is loaded again.
 */
import type { Memory, Said } from './saved.ts'

export type Outbox = {
  kept(): readonly Said[]
  keep(said: Said): void
  /** Removes messages that the server has confirmed. */
  forget(ids: readonly string[]): void
}

export function createOutbox(memory: Memory): Outbox {
  const kept = () => memory.read().outbox ?? []
  return {
    kept,
    keep: (said) => memory.write({ outbox: [...kept(), said] }),
    forget(ids) {
      if (kept().some(({ id }) => ids.includes(id)))
        memory.write({ outbox: kept().filter(({ id }) => !ids.includes(id)) })
    },
  }
}
