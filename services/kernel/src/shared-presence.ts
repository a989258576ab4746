/**
 * Lets processes know what the others know at the moment: who looks at what, who has the dashboard open. Of each
 * process that knows something of a workspace there is one document in the state that all share; it is renewed, and
 * what nobody renews fades. Processes look at it as long as they attend to the workspace. Their clocks may differ by
 * seconds, not by more.
 */
import { randomUUID } from 'node:crypto'
import { type Document, declareOnce, type Json, type ReadStore } from './read-store.ts'

export type SharedPresence<Seat> = {
  /** What is known here of the workspace, or whether it is attended to, changed. */
  changed(tenant: string): void
  /** What other processes knew when this one looked last; nothing of a workspace it does not attend to. */
  there(tenant: string): readonly Seat[]
  /** What other processes know now, of any workspace. */
  ask(tenant: string): Promise<readonly Seat[]>
}

export type SharedPresenceOptions<Seat> = {
  state: ReadStore
  collection: string
  /** What this process knows of a workspace. */
  seatsOf(tenant: string): readonly Seat[]
  /** What another process wrote, which may be of another release; undefined where it can't be read. */
  seatIn(written: Json): Seat | undefined
  /** Whether somebody here wants to hear of others, also while nothing is known here. */
  attends?(tenant: string): boolean
  /** What other processes know of came, went or changed. */
  onHeard?(tenant: string, seats: readonly Seat[]): void
}

const LOOK_EVERY_MS = 1_000
/** Where nobody is there to be heard of, at either side. */
const LOOK_FOR_NEW_EVERY_MS = 2_000
const RENEW_EVERY_MS = 5_000
const HOLDS_MS = 20_000

type Known<Seat> = {
  /** To be written. */
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
  let looking = false
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
  }

  function lookIn(ms: number): void {
    if (looking) return
    clearTimeout(timer)
    timer = setTimeout(look, ms).unref()
  }

  async function look(): Promise<void> {
    looking = true
    try {
      await declare()
      for (const [tenant, known] of workspaces) await exchange(tenant, known)
    } catch {
      // A courtesy: where the state can't be reached, each process knows of its own people until it can.
    }
    looking = false
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

  /** `killed`: processes that left their documents behind. */
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

/** What is in one of both alone. */
function changedBetween<Seat>(before: readonly Seat[], after: readonly Seat[]): Seat[] {
  const words = (seats: readonly Seat[]) => new Map(seats.map((seat) => [JSON.stringify(seat), seat]))
  const [was, is] = [words(before), words(after)]
  return [...was, ...is].flatMap(([said, seat]) => (was.has(said) !== is.has(said) ? [seat] : []))
}
