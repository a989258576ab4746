/**
 * Daily anchors: at the end of each UTC day the Merkle root over the heads of a tenant's streams is kept, beside
 * the log, and can be exported. Whoever later cuts or rewrites the log can't reproduce the roots given out.
 */
import type { EventStore } from '@parley/kernel/event-store.ts'
import type { ReadStore } from '@parley/kernel/read-store.ts'
import { verifyLog } from '@parley/kernel/verification.ts'

export type Anchor = { day: string; root: string; streams: number; position: number }

export type Anchors = {
  eventStore: EventStore
  state: ReadStore
  tenants(): Promise<string[]>
  now?: () => Date
}

const COLLECTION = 'anchors'
const spec = { name: COLLECTION, indexes: { byDay: ['day'] } } as const

export async function anchorsOf({ state }: Anchors, tenant: string): Promise<Anchor[]> {
  await state.declare(spec)
  const found = await state.find(COLLECTION, tenant, { index: 'byDay', order: 'desc', limit: 366 })
  return found.items.map(({ document }) => ({
    day: String(document.day),
    root: String(document.root),
    streams: Number(document.streams),
    position: Number(document.position),
  }))
}

/** Anchors yesterday for every tenant that has no anchor of it yet; gives how many were made. */
export async function anchorYesterday(anchors: Anchors): Promise<number> {
  const { eventStore, state, now = () => new Date() } = anchors
  await state.declare(spec)
  const day = new Date(now().getTime() - 86_400_000).toISOString().slice(0, 10)
  const upTo = await lastPositionOf(eventStore, day)
  if (upTo < 0) return 0
  let made = 0
  for (const tenant of await anchors.tenants()) {
    if (await state.get(COLLECTION, tenant, day)) continue
    const { root, streams, position } = await verifyLog(eventStore, { tenant, upTo })
    if (streams === 0) continue
    const document = { day, root, streams, position }
    await state.commit({
      checkpoint: 'anchors',
      position: upTo,
      writes: [{ collection: COLLECTION, tenant, id: day, document, position: upTo }],
    })
    made++
  }
  return made
}

/** The newest position whose event was appended on or before a day. */
async function lastPositionOf(eventStore: EventStore, day: string): Promise<number> {
  let position = -1
  for (;;) {
    const page = await eventStore.readAll(position, 1_000)
    for (const event of page) {
      if (String(JSON.parse(event.metadata).at).slice(0, 10) > day) return position
      position = event.position
    }
    if (page.length < 1_000) return position
  }
}
