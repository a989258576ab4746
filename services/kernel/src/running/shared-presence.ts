/**
 * Shares short-lived knowledge between processes: who looks at what, who has the dashboard open, how many streams are
 * open. Each process that has seats in a workspace keeps one document in the shared state. The process renews it; a
 * document that is not renewed expires. With `onHeard`, a process polls while it attends to the workspace. What is due
 * to be written of all workspaces is written together. The clocks of the processes may differ by seconds, not more.
 */
import { randomUUID } from 'node:crypto'
import { type Document, declareOnce, type Json, type ReadStore } from '../read-models/read-store.ts'

export type SharedPresence<Seat> = {
  /** Must be called when this process's seats in the workspace changed, or whether it attends to the workspace. */
  changed(tenant: string): void
  /**
   * Returns the seats of other processes at the last poll; none for a workspace that this process does not attend to,
   * and without `onHeard`.
   */
  there(tenant: string): readonly Seat[]
  /** Reads the seats of other processes now, of any workspace. Returns none if the state is unavailable. */
  ask(tenant: string): Promise<readonly Seat[]>
  /**
   * Writes this process's seats in the workspace, if they changed, and then reads those of others: of two processes that
   * do this at the same time, at least one learns of the other's. Concurrent calls share their round trips. Returns none
   * if the state is unavailable.
   */
  exchange(tenant: string): Promise<readonly Seat[]>
  /** Withdraws the seats of this process, so that others see it leave at once. Nothing is written afterwards. */
  stop(): Promise<void>
}

export type SharedPresenceOptions<Seat> = {
  state: ReadStore
  collection: string
  /** Returns this process's seats in a workspace. */
  seatsOf(tenant: string): readonly Seat[]
  /** Parses a seat that another process wrote, possibly of another release. Returns undefined if it can't be read. */
  seatIn(written: Json): Seat | undefined
  /** Whether this process needs the seats of others even while it has none of its own. */
  attends?(tenant: string): boolean
  /** Called with the seats of other processes that came, left or changed. */
  onHeard?(tenant: string, seats: readonly Seat[]): void
  /** Called when the state is unavailable. Until it is available again, each process knows only its own seats. */
  onFault?(error: unknown): void
}

const LOOK_EVERY_MS = 1_000
/** Used while neither this process nor another has a seat. */
const LOOK_FOR_NEW_EVERY_MS = 2_000
const RENEW_EVERY_MS = 5_000
const HOLDS_MS = 20_000

/** How many documents are written together at most. */
const WRITTEN_TOGETHER = 500

type Known<Seat> = {
  /** Whether there is a change to write. */
  fresh: boolean
  seats: readonly Seat[]
  renewAt: number
  readAt: number
  there: readonly Seat[]
}
/** One writing of all that is due, and what was read after it, by workspace. */
type Round<Seat> = { written: Promise<void>; reads: Map<string, Promise<Seat[]>> }
type Own = { tenant: string; id: string; document: Document | undefined }

export function sharePresence<Seat extends Json>(options: SharedPresenceOptions<Seat>): SharedPresence<Seat> {
  const { state, collection, seatsOf, seatIn, attends, onHeard, onFault } = options
  const processId = randomUUID()
  const workspaces = new Map<string, Known<Seat>>()
  /** Documents of processes that were killed, to be removed. */
  const leftBehind = new Map<string, Own>()
  const declare = declareOnce(state, { name: collection, indexes: { byUntil: ['until'] } })
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let writing: Promise<void> = Promise.resolve()
  /** The next writing, while it waits for the one in progress. */
  let waiting: Round<Seat> | undefined
  let stopped = false
  let position = 0

  return {
    changed,
    there: (tenant) => workspaces.get(tenant)?.there ?? [],
    async ask(tenant) {
      try {
        await declare()
        return await readOthers(tenant)
      } catch (error) {
        onFault?.(error)
        return []
      }
    },
    async exchange(tenant) {
      try {
        changed(tenant)
        const round = nextRound()
        await round.written
        const read = round.reads.get(tenant) ?? readOthers(tenant)
        round.reads.set(tenant, read)
        return await read
      } catch (error) {
        onFault?.(error)
        return []
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
      await writing
      // What can't be withdrawn expires.
      const here = [...workspaces].filter(([, { seats }]) => seats.length > 0)
      await write(here.map(([tenant]) => ({ tenant, id: processId, document: undefined }))).catch(
        () => undefined,
      )
    },
  }

  function changed(tenant: string): void {
    const known = workspaces.get(tenant) ?? { seats: [], renewAt: 0, readAt: 0, there: [] }
    workspaces.set(tenant, Object.assign(known, { fresh: true }))
    lookIn(0)
  }

  function lookIn(ms: number): void {
    if (looking || stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      looking = look()
    }, ms).unref()
  }

  async function look(): Promise<void> {
    try {
      await nextRound().written
      for (const [tenant, known] of workspaces) {
        if (stopped) return
        if (onHeard && Date.now() >= known.readAt) await hear(tenant, known)
        if (!known.fresh && known.seats.length === 0 && !attends?.(tenant)) workspaces.delete(tenant)
      }
    } catch (error) {
      onFault?.(error)
    }
    looking = undefined
    const news = [...workspaces.values()].some(({ fresh }) => fresh)
    if (workspaces.size > 0) lookIn(news ? LOOK_EVERY_MS / 10 : LOOK_EVERY_MS)
  }

  /** The writing that begins once the present one is over; it includes all that is due by then. */
  function nextRound(): Round<Seat> {
    if (waiting) return waiting
    const written = writing.then(async () => {
      waiting = undefined
      await declare()
      if (!stopped) await tell()
    })
    writing = written.catch(() => undefined)
    waiting = { written, reads: new Map() }
    return waiting
  }

  /** Writes the seats that changed, and renews the others in time. */
  async function tell(): Promise<void> {
    const now = Date.now()
    const due = [...workspaces].flatMap(([tenant, known]) => {
      const isDue = now >= known.renewAt
      if (!known.fresh && (known.seats.length === 0 || !isDue)) return []
      const seats = known.fresh ? seatsOf(tenant) : known.seats
      const same = JSON.stringify(seats) === JSON.stringify(known.seats)
      known.fresh = false
      if (same && (seats.length === 0 || !isDue)) return []
      return [{ tenant, known, seats }]
    })
    const removed = [...leftBehind.values()]
    leftBehind.clear()
    try {
      const own = due.map(({ tenant, seats }): Own => {
        const document = seats.length > 0 ? { until: now + HOLDS_MS, seats: [...seats] } : undefined
        return { tenant, id: processId, document }
      })
      await write([...own, ...removed])
    } catch (error) {
      for (const { known } of due) known.fresh = true
      throw error
    }
    for (const { known, seats } of due) Object.assign(known, { seats, renewAt: now + RENEW_EVERY_MS })
  }

  async function hear(tenant: string, known: Known<Seat>): Promise<void> {
    const there = await readOthers(tenant)
    const heard = changedBetween(known.there, there)
    known.there = there
    const anybody = there.length > 0 || known.seats.length > 0
    known.readAt = anybody ? 0 : Date.now() + LOOK_FOR_NEW_EVERY_MS
    if (heard.length > 0) onHeard?.(tenant, heard)
  }

  async function readOthers(tenant: string): Promise<Seat[]> {
    const now = Date.now()
    const { items } = await state.find(collection, tenant, { index: 'byUntil', order: 'desc', limit: 100 })
    const others = items.filter(({ id }) => id !== processId)
    for (const { id, document } of others)
      if (isOver(document, now - HOLDS_MS))
        leftBehind.set(`${tenant}/${id}`, { tenant, id, document: undefined })
    if (leftBehind.size > 0) lookIn(LOOK_EVERY_MS)
    return others.flatMap(({ document }) => (isOver(document, now) ? [] : seatsIn(document)))
  }

  function seatsIn({ seats }: Document): Seat[] {
    if (!Array.isArray(seats)) return []
    return seats.flatMap((written): Seat[] => {
      const seat = seatIn(written)
      return seat === undefined ? [] : [seat]
    })
  }

  async function write(documents: readonly Own[]): Promise<void> {
    for (let from = 0; from < documents.length; from += WRITTEN_TOGETHER) {
      position = Math.max(position + 1, Date.now())
      const together = documents.slice(from, from + WRITTEN_TOGETHER)
      const writes = together.map((one) => ({ collection, position, ...one }))
      await state.commit({ checkpoint: collection, position, writes })
    }
  }
}

const isOver = ({ until }: Document, now: number) => typeof until !== 'number' || until < now

/** Returns what is in only one of both. */
function changedBetween<Seat>(before: readonly Seat[], after: readonly Seat[]): Seat[] {
  const words = (seats: readonly Seat[]) => new Map(seats.map((seat) => [JSON.stringify(seat), seat]))
  const [was, is] = [words(before), words(after)]
  return [...was, ...is].flatMap(([said, seat]) => (was.has(said) !== is.has(said) ? [seat] : []))
}
