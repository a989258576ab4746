/** The timeline of a workspace: the events that the contexts declare as audited. */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { placeOf } from '@parley/kernel/recorded-event.ts'
import { auditTrailOf } from './audit-trail/audit-trail.projection.ts'
import { type AuditTrailDeps, auditTrailQueries, viewOf } from './audit-trail/audit-trail.queries.ts'

type Needs = { people: { nameOf(userId: string): Promise<string | undefined> } }

/** `audited`: the events that audits show. */
export function auditReadModels(audited: EventCatalogue) {
  const trail = auditTrailOf(audited)
  return defineModule({
    name: 'audit read models',
    projections: [trail],

    start({ engines, reader, ports }: ModuleScope<Needs>) {
      const { eventStore } = engines
      const shown: AuditTrailDeps = {
        reader,
        trail,
        nameOf: (_tenant, userId) => ports.people.nameOf(userId),
        async placeAt(stream, revision) {
          const [stored] = await eventStore.readStream(stream, { from: revision, limit: 1 })
          return stored && { type: stored.type, ...placeOf(stored) }
        },
      }
      return {
        handlers: auditTrailQueries(shown),
        provides: {
          auditTrail: {
            describe: (tenant: string, event: Parameters<typeof viewOf>[2]) => viewOf(shown, tenant, event),
          },
        },
      }
    },
  })
}
