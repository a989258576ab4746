/** Queries of the audit besides the timeline. */
import type { AuditEntryView, auditEndpoints } from '@parley/contracts/audit/endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { verifyLog } from '@parley/kernel/log/verification.ts'
import { type Anchors, anchorsOf } from './anchors.ts'
import type { Change } from './changes.ts'
import { exportedEvent } from './exported-event.ts'
import { eventInFull, type HistoryDeps, stateAt } from './history.ts'

export type AuditDeps = HistoryDeps & {
  anchors: Anchors
  /** Turns an event into an entry of the timeline, with names and what it says in words. */
  describe(
    tenant: string,
    may: Call['may'],
    event: Omit<AuditEntryView, 'summary' | 'sentence' | 'analytics' | 'actorName' | 'agentTitle'> & {
      data: unknown
    },
  ): Promise<AuditEntryView>
  /** Returns the names behind the ids in changes, by id. */
  namesIn(tenant: string, may: Call['may'], changes: readonly Change[]): Promise<Record<string, string>>
}

const PAGE = 500

export function auditHandlers(deps: AuditDeps): Handlers<typeof auditEndpoints> {
  return {
    'audit.event': async ({ tenant, params, may }) => {
      const found = await eventInFull(deps, tenant, params.stream, params.revision)
      if (!found) return refuse('not-found', 'Not found.')
      const { previousHash, tenant: _, subject: __, ...entry } = found.event
      const { data } = entry
      const agentId = agentIdIn(data)
      const described = await deps.describe(
        tenant,
        may,
        agentId === undefined ? entry : { ...entry, agentId },
      )
      const { changes } = found
      const names = await deps.namesIn(tenant, may, changes)
      return reply({ ...described, previousHash, data, changes, names })
    },

    'audit.stateAt': async ({ tenant, params, query }) => {
      const at = query.at ?? new Date().toISOString()
      const found = await stateAt(deps, tenant, params.stream, at)
      if (!found) return refuse('not-found', 'Nothing was there at that moment.')
      return reply({ stream: params.stream, at, ...found })
    },

    'audit.verify': async ({ tenant }) => {
      const { ok, streams, events, root, ...found } = await verifyLog(deps.eventStore, { tenant })
      const faults = found.faults.map(({ stream, revision, fault }) => ({ stream, revision, fault }))
      return reply({ ok, streams, events, faults, root, checkedAt: new Date().toISOString() })
    },

    'audit.anchors': async ({ tenant }) => reply({ items: await anchorsOf(deps.anchors, tenant) }),

    'audit.export': ({ tenant }) => ({
      ok: true,
      text: lines(deps, tenant),
      contentType: 'application/x-ndjson; charset=utf-8',
      headers: { 'content-disposition': `attachment; filename="history-${tenant}.jsonl"` },
    }),
  }
}

function agentIdIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('agentId' in data)) return undefined
  return typeof data.agentId === 'string' ? data.agentId : undefined
}

/** Every event of the tenant, including hashes and with sealed fields still sealed, one JSON per line. */
async function* lines(deps: HistoryDeps, tenant: string): AsyncGenerator<string> {
  let position = START
  for (;;) {
    const page = await deps.eventStore.readAll(position, PAGE)
    let text = ''
    for (const stored of page) {
      const event = exportedEvent(deps.aggregates, stored)
      if (event.tenant === tenant) text += `${JSON.stringify(event)}\n`
    }
    if (text !== '') yield text
    if (page.length < PAGE) return
    position = page.at(-1)!.position
  }
}
