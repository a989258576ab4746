/**
 * Shares short-lived knowledge between processes: who looks at what, who has the dashboard open. Each process that has
 * seats in a workspace keeps one document in the shared state. The process renews it; a document that is not renewed
 * expires. A process polls while it attends to the workspace. The clocks of the processes may differ by seconds, not
 * more.
 */
import { randomUUID } from 'node:crypto'
import { type Document, declareOnce, type Json, type ReadStore } from './read-store.ts'

export type SharedPresence<Seat> = {
  /** Must be called when this process's seats in the workspace changed, or whether it attends to the workspace. */
  changed(tenant: string): void
  /**
   * Returns the seats of other processes at the last poll; none for a workspace that this process does not attend to.
   */
  there(tenant: string): readonly Seat[]
  /** Reads the seats of other processes now, of any workspace. Returns none if the state is unavailable. */
  ask(tenant: string): Promise<readonly Seat[]>
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
}

const LOOK_EVERY_MS = 1_000
/** Used while neither this process nor another has a seat, or when no `onHeard` is given. */
const LOOK_FOR_NEW_EVERY_MS = 2_000
const RENEW_EVERY_MS = 5_000
const HOLDS_MS = 20_000

type Known<Seat> = {
  /** Whether there is a change to write. */
  fresh: boolean
  seats: readonly Seat[]
  renewAt: number
  readAt: number
  there: readonly Seat[]
}

export function sharePresence<Seat extends Json>(options: SharedPresenceOptions<Seat>): SharedPresence<Seat> {
  const { state, collection, seatsOf, seatIn, attends, onHeard } = options
  const processId = randomUUID()
  const workspaces = new Map<string, Known<Seat>>()
  const declare = declareOnce(state, { name: collection, indexes: { byUntil: ['until'] } })
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let stopped = false
  let position = 0

  return {
    changed(tenant) {
      const known = workspaces.get(tenant) ?? { seats: [], renewAt: 0, readAt: 0, there: [] }
      workspaces.set(tenant, Object.assign(known, { fresh: true }))
      lookIn(0)
    },
    there: (tenant) => workspaces.get(tenant)?.there ?? [],
    async ask(tenant) {
      try {
        await declare()
        return (await readOthers(tenant)).there
      } catch {
        return []
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
      // What can't be withdrawn expires.
      for (const [tenant, { seats }] of workspaces)
        if (seats.length > 0) await write(tenant, processId, undefined).catch(() => undefined)
    },
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
      await declare()
      for (const [tenant, known] of workspaces) {
        if (stopped) return
        await exchange(tenant, known)
      }
    } catch {
      // Best effort: while the state is unavailable, each process knows only its own seats.
    }
    looking = undefined
    const news = [...workspaces.values()].some(({ fresh }) => fresh)
    if (workspaces.size > 0) lookIn(news ? LOOK_EVERY_MS / 10 : LOOK_EVERY_MS)
  }

  async function exchange(tenant: string, known: Known<Seat>): Promise<void> {
    const now = Date.now()
    if (known.fresh) await tell(tenant, known, seatsOf(tenant), now)
    else if (known.seats.length > 0 && now >= known.renewAt) await tell(tenant, known, known.seats, now)
    if (now >= known.readAt) await hear(tenant, known, now)
    if (!known.fresh && known.seats.length === 0 && !attends?.(tenant)) workspaces.delete(tenant)
  }

  async function tell(tenant: string, known: Known<Seat>, seats: readonly Seat[], now: number) {
    const same = JSON.stringify(seats) === JSON.stringify(known.seats)
    known.fresh = false
    if (same && now < known.renewAt) return
    const document = { until: now + HOLDS_MS, seats: [...seats] }
    try {
      if (seats.length > 0 || known.seats.length > 0)
        await write(tenant, processId, seats.length > 0 ? document : undefined)
    } catch (error) {
      known.fresh = true
      throw error
    }
    Object.assign(known, { seats, renewAt: now + RENEW_EVERY_MS })
  }

  async function hear(tenant: string, known: Known<Seat>, now: number): Promise<void> {
    const { there, killed } = await readOthers(tenant)
    const heard = changedBetween(known.there, there)
    known.there = there
    const anybody = there.length > 0 || known.seats.length > 0
    known.readAt = onHeard && anybody ? 0 : now + LOOK_FOR_NEW_EVERY_MS
    if (heard.length > 0) onHeard?.(tenant, heard)
    for (const id of killed) await write(tenant, id, undefined)
  }

  /** `killed`: ids of processes whose documents expired long ago. */
  async function readOthers(tenant: string): Promise<{ there: Seat[]; killed: string[] }> {
    const now = Date.now()
    const { items } = await state.find(collection, tenant, { index: 'byUntil', order: 'desc', limit: 100 })
    const others = items.filter(({ id }) => id !== processId)
    const there = others.flatMap(({ document }) => (isOver(document, now) ? [] : seatsIn(document)))
    const killed = others.flatMap(({ id, document }) => (isOver(document, now - HOLDS_MS) ? [id] : []))
    return { there, killed }
  }

  function seatsIn({ seats }: Document): Seat[] {
    if (!Array.isArray(seats)) return []
    return seats.flatMap((written): Seat[] => {
      const seat = seatIn(written)
      return seat === undefined ? [] : [seat]
    })
  }

  async function write(tenant: string, id: string, document: Document | undefined): Promise<void> {
    position = Math.max(position + 1, Date.now())
    const writes = [{ collection, tenant, id, document, position }]
    await state.commit({ checkpoint: collection, position, writes })
  }
}

const isOver = ({ until }: Document, now: number) => typeof until !== 'number' || until < now

/** Returns what is in only one of both. */
function changedBetween<Seat>(before: readonly Seat[], after: readonly Seat[]): Seat[] {
  const words = (seats: readonly Seat[]) => new Map(seats.map((seat) => [JSON.stringify(seat), seat]))
  const [was, is] = [words(before), words(after)]
  return [...was, ...is].flatMap(([said, seat]) => (was.has(said) !== is.has(said) ? [seat] : []))
}
