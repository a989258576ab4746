/** The timeline of a workspace, newest first, filtered by type, actor, stream, time and words. */
import type { AuditEntryView, auditEndpoints } from '@parley/contracts/audit/endpoints.ts'
import type { Handlers } from '@parley/kernel/handler.ts'
import { reply } from '@parley/kernel/handler.ts'
import { BadCursor } from '@parley/kernel/read-store.query.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import type { Place } from '@parley/kernel/recorded-event.ts'
import { type AuditTrail, type AuditTrailEntry, blockOf, entriesOf } from './audit-trail.projection.ts'

/** How long, in ms, one page may take to fill; a search with few results continues on the next page. */
const READ_MS = 500
const BLOCKS_AT_ONCE = 200

export type AuditTrailDeps = {
  reader: Reader
  trail: AuditTrail
  /** Returns an event of the log, without its data; undefined if there is none. */
  placeAt(stream: string, revision: number): Promise<(Place & { type: string }) | undefined>
  /** Returns the display name of a user of the workspace, if known. */
  nameOf(tenant: string, userId: string): Promise<string | undefined>
}

export function auditTrailQueries(deps: AuditTrailDeps): Handlers<typeof auditEndpoints> {
  return {
    'audit.timeline': async ({ tenant, query }) => {
      const { items, next } = await find(deps, tenant, query)
      const views = await Promise.all(items.map((entry) => entryView(deps, tenant, entry)))
      return reply({
        items: views,
        types: Object.keys(deps.trail.events).sort(),
        ...(next === undefined ? {} : { next: String(next) }),
      })
    },
  }
}

/** Returns a page of entries, newest first; `next` is the position before which the next page begins. */
async function find(
  { reader, trail }: AuditTrailDeps,
  tenant: string,
  query: Query,
): Promise<{ items: AuditTrailEntry[]; next?: number }> {
  const { limit = 50, cursor } = query
  const matches = matcher(trail, query)
  const items: AuditTrailEntry[] = []
  const stopAt = performance.now() + READ_MS
  let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : positionIn(cursor)
  for (;;) {
    const where = { block: { lte: blockOf(before - 1) } }
    const page = await reader.find(trail, tenant, {
      index: 'byBlock',
      where,
      order: 'desc',
      limit: BLOCKS_AT_ONCE,
    })
    for (const entry of page.items.flatMap((block) => entriesOf(block).reverse())) {
      if (entry.position >= before) continue
      if (items.length === limit) return { items, next: before }
      before = entry.position
      if (matches(entry)) items.push(entry)
    }
    if (page.next === undefined) return { items }
    if (performance.now() > stopAt) return { items, next: before }
  }
}

function positionIn(cursor: string): number {
  if (!/^\d{1,16}$/.test(cursor)) throw new BadCursor('This cursor does not belong to the timeline.')
  return Number(cursor)
}

async function entryView(
  deps: AuditTrailDeps,
  tenant: string,
  { stream, revision }: AuditTrailEntry,
): Promise<AuditEntryView> {
  const found = await deps.placeAt(stream, revision)
  if (!found) throw new Error(`Event ${revision} of ${stream} is in the read models and not in the log`)
  const { tenant: _, subject: __, previousHash: ___, ...event } = found
  return viewOf(deps, tenant, event)
}

export async function viewOf(
  deps: Pick<AuditTrailDeps, 'trail' | 'nameOf'>,
  tenant: string,
  event: Omit<AuditEntryView, 'summary' | 'actorName'>,
): Promise<AuditEntryView> {
  const actorName = event.actor.kind === 'user' ? await deps.nameOf(tenant, event.actor.id) : undefined
  return { ...event, ...(actorName === undefined ? {} : { actorName }), summary: summaryOf(deps, event.type) }
}

/** Returns the event's summary. */
function summaryOf({ trail }: Pick<AuditTrailDeps, 'trail'>, type: string): string {
  return trail.events[type]?.summary ?? type
}

type Query = {
  search?: string
  type?: string
  actor?: string
  stream?: string
  from?: string
  to?: string
  limit?: number
  cursor?: string
}

function matcher(trail: AuditTrail, query: Query): (entry: AuditTrailEntry) => boolean {
  const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const [from, to] = [query.from, query.to].map(isoOf)
  return (entry) => {
    if (query.type !== undefined && entry.type !== query.type) return false
    if (query.actor !== undefined && entry.actorId !== query.actor) return false
    if (query.stream !== undefined && entry.stream !== query.stream) return false
    if (from !== undefined && entry.at < from) return false
    if (to !== undefined && entry.at > to) return false
    if (words.length === 0) return true
    const text =
      `${entry.type} ${summaryOf({ trail }, entry.type)} ${entry.stream} ${entry.actorKind} ${entry.actorId} ${entry.named}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** With an offset, a time is in another order than its text. */
function isoOf(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
