/** One document per event of a workspace, for the timeline. Contains no event data, so nothing personal. */
import type { Actor, Cause, EventCatalogue } from '@parley/contracts/message.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

export type AuditTrailEntry = {
  position: number
  stream: string
  revision: number
  id: string
  type: string
  version: number
  at: string
  actor: Actor
  actorId: string
  cause: Cause
  hash: string
}

export type AuditTrail = ReturnType<typeof auditTrailOf>

/** Returns the projection of the audit trail for these events. Events of an account are in the tenant of its user. */
export const auditTrailOf = (events: EventCatalogue) =>
  tenantProjection<AuditTrailEntry>()({
    name: 'audit-trail',
    version: 3,
    events,
    indexes: {
      byPosition: ['position'],
      byType: ['type', 'position'],
      byActor: ['actorId', 'position'],
      byStream: ['stream', 'position'],
    },
    identify: (event) => `${event.stream}/${event.revision}`,
    project: (_document, event) => ({
      position: event.position,
      stream: event.stream,
      revision: event.revision,
      id: event.id,
      type: event.type,
      version: event.version,
      at: event.at,
      actor: event.actor,
      actorId: event.actor.id,
      cause: event.cause,
      hash: event.hash,
    }),
  })
