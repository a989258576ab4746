/** The timeline of a workspace, newest first, filtered by type, actor, stream, time and words. */
import type { AuditEntryView, auditEndpoints } from '@parley/contracts/audit/endpoints.ts'
import type { Handlers } from '@parley/kernel/handler.ts'
import { reply } from '@parley/kernel/handler.ts'
import type { Condition, Find } from '@parley/kernel/read-store.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import type { AuditTrail, AuditTrailEntry } from './audit-trail.projection.ts'

/** Maximum documents read for one page; a search with few results continues on the next page. */
const MOST_READ = 5_000
const CHUNK = 500

export type AuditTrailDeps = {
  reader: Reader
  trail: AuditTrail
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
      const views = await Promise.all(items.map((entry) => viewOf(deps, tenant, entry)))
      return reply({
        items: views,
        types: Object.keys(deps.trail.events).sort(),
        ...(cursor === undefined ? {} : { next: cursor }),
      })
    },
  }
}

export async function viewOf(
  deps: AuditTrailDeps,
  tenant: string,
  entry: AuditTrailEntry,
): Promise<AuditEntryView> {
  const actorName = entry.actor.kind === 'user' ? await deps.nameOf(tenant, entry.actor.id) : undefined
  const { actorId: _, ...rest } = entry
  return { ...rest, ...(actorName === undefined ? {} : { actorName }), summary: summaryOf(deps, entry.type) }
}

/** Returns the event's summary. */
function summaryOf({ trail }: AuditTrailDeps, type: string): string {
  return trail.events[type]?.summary ?? type
}

type Query = { search?: string; type?: string; actor?: string; stream?: string; from?: string; to?: string }

/** Returns the index that leaves the fewest documents to read. */
function narrowest(query: Query): Pick<Find, 'index' | 'where'> {
  const by = (index: string, field: string, value: Condition) => ({ index, where: { [field]: value } })
  if (query.stream !== undefined) return by('byStream', 'stream', query.stream)
  if (query.actor !== undefined) return by('byActor', 'actorId', query.actor)
  if (query.type !== undefined) return by('byType', 'type', query.type)
  return { index: 'byPosition' }
}

function matcher(deps: AuditTrailDeps, query: Query): (entry: AuditTrailEntry) => boolean {
  const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const from = query.from === undefined ? undefined : new Date(query.from).toISOString()
  const to = query.to === undefined ? undefined : new Date(query.to).toISOString()
  return (entry) => {
    if (query.type !== undefined && entry.type !== query.type) return false
    if (query.actor !== undefined && entry.actorId !== query.actor) return false
    if (query.stream !== undefined && entry.stream !== query.stream) return false
    if (from !== undefined && entry.at < from) return false
    if (to !== undefined && entry.at > to) return false
    if (words.length === 0) return true
    const text =
      `${entry.type} ${summaryOf(deps, entry.type)} ${entry.stream} ${entry.actor.kind} ${entry.actorId} ${entry.cause.by ?? ''} ${entry.cause.request ?? ''} ${entry.id}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}
