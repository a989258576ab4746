/**
 * Lets processes know of each other's people. Of each process that has people of a workspace there is one document
 * in the state that all share, with who they are and where; it is renewed, and what nobody renews fades. Processes
 * look as long as they have somebody to tell. Their clocks may differ by seconds, not by more.
 */
import { randomUUID } from 'node:crypto'
import type { PresentPerson } from '@parley/contracts/conversation/inbox-endpoints.ts'
import type { Document, ReadStore } from '@parley/kernel/read-store.ts'

export type Seat = PresentPerson & { conversationId: string }

export type SharedPresence = {
  /** Somebody of the workspace came, went, began or stopped to write here. */
  changed(tenant: string): void
  /** Who is at a conversation at other processes. */
  there(tenant: string, conversationId: string): Seat[]
}

const COLLECTION = 'presence'
const LOOK_EVERY_MS = 1_000
const RENEW_EVERY_MS = 5_000
const HOLDS_MS = 20_000

type Known = { told: string; renewAt: number; there: Seat[] }

/** `onHeard`: somebody at another process came, went, began or stopped to write. */
export function sharePresence(options: {
  state: ReadStore
  seatsOf(tenant: string): Seat[]
  onHeard(conversationId: string): void
}): SharedPresence {
  const { state, seatsOf, onHeard } = options
  const processId = randomUUID()
  const workspaces = new Map<string, Known>()
  let declared: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let position = 0

  return {
    changed(tenant) {
      if (!workspaces.has(tenant)) workspaces.set(tenant, { told: '[]', renewAt: 0, there: [] })
      lookIn(0)
    },
    there: (tenant, conversationId) =>
      workspaces.get(tenant)?.there.filter((seat) => seat.conversationId === conversationId) ?? [],
  }

  function lookIn(ms: number): void {
    if (looking) return
    clearTimeout(timer)
    timer = setTimeout(look, ms).unref()
  }

  async function look(): Promise<void> {
    looking = true
    try {
      declared ??= state.declare({ name: COLLECTION, indexes: { byUntil: ['until'] } })
      await declared
      for (const [tenant, known] of workspaces) await exchange(tenant, known)
    } catch {
      // A courtesy: where the state can't be reached, each process knows of its own people until it can.
      declared = undefined
    }
    looking = false
    const news = [...workspaces].some(([tenant, { told }]) => JSON.stringify(seatsOf(tenant)) !== told)
    if (workspaces.size > 0) lookIn(news ? LOOK_EVERY_MS / 10 : LOOK_EVERY_MS)
  }

  async function exchange(tenant: string, known: Known): Promise<void> {
    const now = Date.now()
    const seats = seatsOf(tenant)
    const told = JSON.stringify(seats)
    if (told !== known.told || (seats.length > 0 && now >= known.renewAt)) {
      await write(tenant, processId, seats.length === 0 ? undefined : { until: now + HOLDS_MS, seats })
      Object.assign(known, { told, renewAt: now + RENEW_EVERY_MS })
    }
    const { items } = await state.find(COLLECTION, tenant, { index: 'byUntil', order: 'desc', limit: 100 })
    const others = items.filter(({ id }) => id !== processId)
    const there = others.flatMap(({ document }) => (isOver(document, now) ? [] : seatsIn(document)))
    const heard = changedBetween(known.there, there)
    known.there = there
    for (const conversationId of heard) onHeard(conversationId)
    // Left by processes that were killed.
    for (const { id, document } of others)
      if (isOver(document, now - HOLDS_MS)) await write(tenant, id, undefined)
    if (seatsOf(tenant).length === 0 && known.told === '[]') workspaces.delete(tenant)
  }

  async function write(tenant: string, id: string, document: Document | undefined): Promise<void> {
    position = Math.max(position + 1, Date.now())
    const writes = [{ collection: COLLECTION, tenant, id, document, position }]
    await state.commit({ checkpoint: COLLECTION, position, writes })
  }
}

const isOver = ({ until }: Document, now: number) => typeof until !== 'number' || until < now

/** What another process wrote; it may be of another release. */
function seatsIn({ seats }: Document): Seat[] {
  if (!Array.isArray(seats)) return []
  return seats.flatMap((seat) => {
    if (typeof seat !== 'object' || seat === null || Array.isArray(seat)) return []
    const { conversationId, userId, displayName, writing } = seat
    return typeof conversationId === 'string' && typeof userId === 'string' && typeof displayName === 'string'
      ? [{ conversationId, userId, displayName, writing: writing === true }]
      : []
  })
}

/** The conversations where somebody came, went, began or stopped to write. */
function changedBetween(before: readonly Seat[], after: readonly Seat[]): Set<string> {
  const words = (seats: readonly Seat[]) => new Map(seats.map((seat) => [JSON.stringify(seat), seat]))
  const [was, is] = [words(before), words(after)]
  const moved = [...was, ...is].filter(([said]) => was.has(said) !== is.has(said))
  return new Set(moved.map(([, { conversationId }]) => conversationId))
}
