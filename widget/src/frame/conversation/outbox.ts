/** What the visitor said and the server has not confirmed, kept over page loads: it is sent when the chat is back. */
import type { Memory, Said } from './saved.ts'

export type Outbox = {
  kept(): readonly Said[]
  keep(said: Said): void
  /** The server has them. */
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
