/** The timeline of a workspace, newest first, filtered by type, actor, stream, time and words. */
import type { AuditEntryView, auditEndpoints } from '@parley/contracts/audit/endpoints.ts'
import type { Handlers } from '@parley/kernel/handler.ts'
import { reply } from '@parley/kernel/handler.ts'
import type { Condition, Find } from '@parley/kernel/read-store.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import type { Place } from '@parley/kernel/recorded-event.ts'
import type { AuditTrail, AuditTrailEntry } from './audit-trail.projection.ts'

/** Maximum documents read for one page; a search with few results continues on the next page. */
const MOST_READ = 5_000
const CHUNK = 500

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
      const limit = query.limit ?? 50
      const matches = matcher(deps, query)
      const items: AuditTrailEntry[] = []
      let cursor = query.cursor
      for (let read = 0; read < MOST_READ && items.length < limit; read += CHUNK) {
        const wanted = query.search || query.from || query.to ? CHUNK : limit
        const page = await deps.reader.find(deps.trail, tenant, {
          ...narrowest(query),
          order: 'desc',
          limit: Math.min(wanted, limit * 4),
          cursor,
        })
        items.push(...page.items.filter(matches))
        cursor = page.next
        if (cursor === undefined) break
      }
      const views = await Promise.all(items.map((entry) => entryView(deps, tenant, entry)))
      return reply({
        items: views,
        types: Object.keys(deps.trail.events).sort(),
        ...(cursor === undefined ? {} : { next: cursor }),
      })
    },
  }
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

type Query = { search?: string; type?: string; actor?: string; stream?: string; from?: string; to?: string }

/** Returns the index that leaves the fewest documents to read. */
function narrowest(query: Query): Pick<Find, 'index' | 'where'> {
  const by = (index: string, field: string, value: Condition) => ({ index, where: { [field]: value } })
  if (query.stream !== undefined) return by('byStream', 'stream', query.stream)
  if (query.actor !== undefined) return by('byActor', 'actorId', query.actor)
  if (query.type !== undefined) return by('byType', 'type', query.type)
  const [gte, lte] = [query.from, query.to].map(isoOf)
  if (gte === undefined && lte === undefined) return { index: 'byTime' }
  return by('byTime', 'at', { ...(gte === undefined ? {} : { gte }), ...(lte === undefined ? {} : { lte }) })
}

function matcher(deps: AuditTrailDeps, query: Query): (entry: AuditTrailEntry) => boolean {
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
      `${entry.type} ${summaryOf(deps, entry.type)} ${entry.stream} ${entry.actorKind} ${entry.actorId} ${entry.named}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** With an offset, a time is in another order than its text. */
function isoOf(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
