/**
 * Moments at which something is to be done, kept among the state: they outlast kills and restarts, and one whose time
 * passed while nothing ran is late, never lost. `deadline-runner.ts` does what is due.
 */
import { declareOnce, PUBLIC, type ReadStore } from './read-store.ts'

export type Deadline = {
  /** Who does it. */
  kind: string
  /** One deadline stands under a key of its kind; a later one takes its place. */
  key: string
  tenant: string
  /** Milliseconds since 1970. */
  due: number
  /** What caused it, such as the position of an event: of two, the later one counts. */
  order: number
  /** What whoever does it needs to know; nothing personal or secret. */
  note: string
}

export type Deadlines = {
  /** Sets deadlines, or with `due` undefined takes them back. What an earlier or the same cause wants is ignored. */
  set(deadlines: readonly (Omit<Deadline, 'due'> & { due: number | undefined })[]): Promise<void>
  /** Of a kind, earliest first; those that are due by `before`. */
  due(kind: string, before: number, limit: number): Promise<Deadline[]>
  /** When the next one of a kind is due. */
  next(kind: string): Promise<number | undefined>
  /** It was done, and stands no more unless it was set again meanwhile. */
  done(deadline: Deadline): Promise<void>
}

const COLLECTION = 'deadlines'
const spec = { name: COLLECTION, indexes: { byDue: ['kind', 'due'] } } as const

export function createDeadlines(state: ReadStore): Deadlines {
  const declare = declareOnce(state, spec)

  return {
    async set(deadlines) {
      if (deadlines.length === 0) return
      await declare()
      const writes = deadlines.map(({ due, ...one }) => ({
        collection: COLLECTION,
        tenant: PUBLIC,
        id: idOf(one),
        document: due === undefined ? undefined : { ...one, due },
        // Having been done comes between one cause and the next.
        position: 2 * one.order,
      }))
      const position = Math.max(...writes.map((write) => write.position))
      await state.commit({ checkpoint: COLLECTION, position, writes })
    },

    async due(kind, before, limit) {
      await declare()
      const where = { kind, due: { lte: before } }
      const { items } = await state.find(COLLECTION, PUBLIC, { index: 'byDue', where, limit })
      return items.map(({ document }) => ({
        kind,
        key: String(document.key),
        tenant: String(document.tenant),
        due: Number(document.due),
        order: Number(document.order),
        note: String(document.note),
      }))
    },

    async next(kind) {
      await declare()
      const { items } = await state.find(COLLECTION, PUBLIC, { index: 'byDue', where: { kind }, limit: 1 })
      return items[0] && Number(items[0].document.due)
    },

    async done(deadline) {
      const position = 2 * deadline.order + 1
      const write = {
        collection: COLLECTION,
        tenant: PUBLIC,
        id: idOf(deadline),
        document: undefined,
        position,
      }
      await state.commit({ checkpoint: COLLECTION, position, writes: [write] })
    },
  }
}

const idOf = ({ kind, key }: Pick<Deadline, 'kind' | 'key'>): string => `${kind}/${key}`
