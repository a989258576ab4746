/**
 * Daily anchors: the Merkle root over the heads of a tenant's streams at the end of each UTC day, stored outside the
 * log and exportable. If the log is later cut or rewritten, the exported roots can't be reproduced.
 */
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import type { Head } from '@parley/kernel/log/merkle-tree.ts'
import { hashIn } from '@parley/kernel/log/recorded-event.ts'
import type { ReadStore, Write } from '@parley/kernel/read-models/read-store.ts'
import { openStreamHeads, type StreamHeads } from './stream-heads.ts'

export type Anchor = { day: string; root: string; streams: number; position: number }

export type Anchors = { eventStore: EventStore; state: ReadStore; now?: () => Date }

const COLLECTION = 'anchors'
/** The setting with the newest day that was anchored. */
const ANCHORED = 'anchored'
const spec = { name: COLLECTION, indexes: { byDay: ['day'] } } as const
const PAGE = 1_000
/** Heads in memory before they are taken over. */
const MOST_HEADS = 20_000

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

/** The anchors of the newest day, of all tenants. */
export type DayAnchors = { day: string; position: number; roots: Map<string, string> }

/** Returns the anchors of the newest day; undefined if there is none yet. */
export async function newestAnchors(state: ReadStore): Promise<DayAnchors | undefined> {
  const day = await state.getSetting(ANCHORED)
  if (day === undefined) return undefined
  await state.declare(spec)
  const roots = new Map<string, string>()
  let position: number | undefined
  for await (const { tenant } of (await openStreamHeads(state)).roots()) {
    const anchor = await state.get(COLLECTION, tenant, day)
    if (!anchor?.document) continue
    roots.set(tenant, String(anchor.document.root))
    position = Number(anchor.document.position)
  }
  return position === undefined ? undefined : { day, position, roots }
}

/** Anchors yesterday for every tenant; returns the number of new anchors. Reads what was appended since the last one. */
export async function anchorYesterday(
  { eventStore, state, now = () => new Date() }: Anchors,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  await state.declare(spec)
  const day = new Date(now().getTime() - 86_400_000).toISOString().slice(0, 10)
  if ((await state.getSetting(ANCHORED)) === day) return 0
  const heads = await openStreamHeads(state)
  await advanceTo(day, heads, eventStore, signal)
  signal.throwIfAborted()
  const position = await heads.position()
  let anchored = 0
  let writes: Write[] = []
  const write = async () => {
    if (writes.length > 0) await state.commit({ checkpoint: COLLECTION, position, writes })
    anchored += writes.length
    writes = []
  }
  for await (const { tenant, root, streams } of heads.roots()) {
    const document = { day, root, streams, position }
    writes.push({ collection: COLLECTION, tenant, id: day, document, position })
    if (writes.length === PAGE) await write()
  }
  await write()
  await state.setSetting(ANCHORED, day)
  return anchored
}

/** Takes the events up to the end of a day over into the heads. */
async function advanceTo(
  day: string,
  heads: StreamHeads,
  eventStore: EventStore,
  signal: AbortSignal,
): Promise<void> {
  let changed = new Map<string, Map<string, Head>>()
  let streams = 0
  let position = await heads.position()
  const advance = async () => {
    if (changed.size > 0) await heads.advance(changed, position)
    changed = new Map()
    streams = 0
  }
  const after = position
  for await (const part of eventStore.readUntil(await eventStore.head(), {
    after,
    signal,
    batchSize: PAGE,
  })) {
    for (const event of part.events) {
      const { at, tenant }: { at: string; tenant: string } = JSON.parse(event.metadata)
      if (at.slice(0, 10) > day) return await advance()
      const { stream, revision } = event
      const own = changed.get(tenant) ?? new Map<string, Head>()
      if (!own.has(stream)) streams++
      changed.set(tenant, own.set(stream, { stream, revision, hash: hashIn(event) }))
      position = event.position
    }
    if (streams >= MOST_HEADS) await advance()
  }
  await advance()
}
