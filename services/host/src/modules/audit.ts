/**
 * The audit: the timeline of a workspace, past states, proofs and the export. Shows the events that other modules
 * declare.
 */
import { anchorYesterday } from '@parley/audit/anchors.ts'
import { auditHandlers } from '@parley/audit/audit.handlers.ts'
import { auditEndpoints } from '@parley/contracts/audit/endpoints.ts'
import { defineModule, type Module } from '@parley/kernel/module.ts'
import { placeOf } from '@parley/kernel/recorded-event.ts'
import { afterMidnight } from '@parley/kernel/regular-work.ts'
import { auditTrailOf } from '@parley/projections/audit-trail/audit-trail.projection.ts'
import { auditTrailQueries, viewOf } from '@parley/projections/audit-trail/audit-trail.queries.ts'
import type { RegionScope } from './module.ts'

export function auditModule(audited: readonly Module[]) {
  const trail = auditTrailOf(Object.assign({}, ...audited.map((module) => module.audited)))
  const aggregates = Object.fromEntries(
    audited.flatMap((module) => module.aggregates ?? []).map((aggregate) => [aggregate.category, aggregate]),
  )
  return defineModule({
    name: 'audit',
    endpoints: auditEndpoints,
    projections: [trail],

    start({ engines, reader, ports }: RegionScope) {
      const { eventStore, state, keyring } = engines
      const shown = {
        reader,
        trail,
        nameOf: (_tenant: string, userId: string) => ports.people.nameOf(userId),
        async placeAt(stream: string, revision: number) {
          const [stored] = await eventStore.readStream(stream, { from: revision, limit: 1 })
          return stored && { type: stored.type, ...placeOf(stored) }
        },
      }
      return {
        handlers: {
          ...auditTrailQueries(shown),
          ...auditHandlers({
            eventStore,
            keyring,
            aggregates,
            anchors: { eventStore, state },
            describe: (tenant, event) => viewOf(shown, tenant, event),
          }),
        },
        jobs: {
          anchors: { next: afterMidnight, work: (signal) => anchorYesterday({ eventStore, state }, signal) },
        },
      }
    },
  })
}
