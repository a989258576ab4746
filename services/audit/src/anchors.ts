/**
 * Daily anchors: the Merkle root over the heads of a tenant's streams at the end of each UTC day, stored outside the
 * log and exportable. If the log is later cut or rewritten, the exported roots can't be reproduced.
 */
import { type EventStore, START } from '@parley/kernel/event-store.ts'
import type { ReadStore, Write } from '@parley/kernel/read-store.ts'
import { hashIn } from '@parley/kernel/recorded-event.ts'
import { type Head, merkleRoot } from '@parley/kernel/verification.ts'

export type Anchor = { day: string; root: string; streams: number; position: number }

export type Anchors = { eventStore: EventStore; state: ReadStore; now?: () => Date }

const COLLECTION = 'anchors'
const spec = { name: COLLECTION, indexes: { byDay: ['day'] } } as const
const PAGE = 1_000

/** The anchors of a tenant, newest first, for the last 366 days. */
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

/** Anchors yesterday for every tenant that has no anchor for it yet; returns the number of new anchors. */
export async function anchorYesterday({
  eventStore,
  state,
  now = () => new Date(),
}: Anchors): Promise<number> {
  await state.declare(spec)
  const day = new Date(now().getTime() - 86_400_000).toISOString().slice(0, 10)
  if ((await state.getSetting('anchored')) === day) return 0
  const { tenants, position } = await headsUpTo(eventStore, day)
  const writes: Write[] = [...tenants].map(([tenant, streams]) => {
    const heads = [...streams.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1))
    const document = { day, root: merkleRoot(heads), streams: heads.length, position }
    return { collection: COLLECTION, tenant, id: day, document, position }
  })
  if (writes.length > 0) await state.commit({ checkpoint: COLLECTION, position, writes })
  await state.setSetting('anchored', day)
  return writes.length
}

/** The heads of all streams at the end of a day, by tenant. */
async function headsUpTo(
  eventStore: EventStore,
  day: string,
): Promise<{ tenants: Map<string, Map<string, Head>>; position: number }> {
  const tenants = new Map<string, Map<string, Head>>()
  let position = START
  for (;;) {
    const page = await eventStore.readAll(position, PAGE)
    for (const event of page) {
      const { at, tenant }: { at: string; tenant: string } = JSON.parse(event.metadata)
      if (at.slice(0, 10) > day) return { tenants, position }
      position = event.position
      const streams = tenants.get(tenant) ?? new Map<string, Head>()
      tenants.set(
        tenant,
        streams.set(event.stream, { stream: event.stream, revision: event.revision, hash: hashIn(event) }),
      )
    }
    if (page.length < PAGE) return { tenants, position }
  }
}
