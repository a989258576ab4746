/**
 * Moments at which something is to be done, stored in the shared state. They survive kills and restarts: a deadline
 * that passes while no process runs is carried out late. `deadline-runner.ts` carries out what is due.
 */
import { declareOnce, type Find, PUBLIC, type ReadStore, type Write } from '../read-models/read-store.ts'

export type Deadline = {
  /** The kind of work that carries it out. */
  kind: string
  /** Unique within a kind; a later deadline under the same key replaces the earlier one. */
  key: string
  tenant: string
  /** Milliseconds since 1970. */
  due: number
  /** Orders the causes, for example the position of an event. The later of two causes counts. */
  order: number
  /** What the work needs to know. Nothing personal or secret. */
  note: string
}

export type Deadlines = {
  /** Sets deadlines, or takes them back where `due` is undefined. Ignores those with an earlier or the same cause. */
  set(deadlines: readonly (Omit<Deadline, 'due'> & { due: number | undefined })[]): Promise<void>
  /** Returns the deadlines of a kind that are due by `before`, earliest first. */
  due(kind: string, before: number, limit: number): Promise<Deadline[]>
  /** Returns when the next deadline of a kind is due. */
  next(kind: string): Promise<number | undefined>
  /** Removes a deadline that was carried out, unless it was set again in the meantime. */
  done(deadline: Deadline): Promise<void>
}

const COLLECTION = 'deadlines'
const spec = { name: COLLECTION, indexes: { byDue: ['kind', 'due'] } } as const

export function createDeadlines(state: ReadStore): Deadlines {
  const declare = declareOnce(state, spec)
  const commit = inOneCommit(state)

  return {
    async set(deadlines) {
      if (deadlines.length === 0) return
      await declare()
      await commit(
        deadlines.map(({ due, ...one }) => ({
          collection: COLLECTION,
          tenant: PUBLIC,
          id: idOf(one),
          document: due === undefined ? undefined : { ...one, due },
          // The odd position after it marks the deadline as done, and is below that of the next cause.
          position: 2 * one.order,
        })),
      )
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

/** Writes together what is given while a commit is under way. */
function inOneCommit(state: ReadStore): (writes: Write[]) => Promise<void> {
  // bounded: by the reactions that are under way
  let next: Write[] = []
  let begins: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (writes) => {
    next.push(...writes)
    if (begins) return begins
    begins = last.then(() => {
      const together = next
      next = []
      begins = undefined
      const position = Math.max(...together.map((write) => write.position))
      return state.commit({ checkpoint: COLLECTION, position, writes: together })
    })
    last = begins.catch(() => undefined)
    return begins
  }
}

const idOf = ({ kind, key }: Pick<Deadline, 'kind' | 'key'>): string => `${kind}/${key}`

export type DeadlineFigures = {
  waiting: number
  overdue: number
  /** When the earliest is or was due; undefined if none is set. */
  earliest: number | undefined
  /** The earliest that is not over yet. */
  next: number | undefined
}

/** How many deadlines of a kind are set, counted up to `atMost`, for operators. */
export async function deadlineFigures(
  state: ReadStore,
  kind: string,
  { now, atMost }: { now: number; atMost: number },
): Promise<DeadlineFigures> {
  await state.declare(spec)
  const index = 'byDue'
  const first = async (where: Find['where'] = {}) => {
    const found = await state.find(COLLECTION, PUBLIC, { index, where: { kind, ...where }, limit: 1 })
    return found.items[0] && Number(found.items[0].document.due)
  }
  const [waiting, overdue, earliest, next] = await Promise.all([
    state.count(COLLECTION, PUBLIC, { index, where: { kind }, atMost }),
    state.count(COLLECTION, PUBLIC, { index, where: { kind, due: { lte: now } }, atMost }),
    first(),
    first({ due: { gt: now } }),
  ])
  return { waiting, overdue, earliest, next }
}
