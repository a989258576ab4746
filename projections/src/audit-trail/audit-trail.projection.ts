/**
 * One document per event of a workspace, to filter and search the timeline by. It says where the event is; what the
 * timeline shows of it is read from the log. Contains no event data, so nothing personal.
 */
import type { Actor, EventCatalogue } from '@parley/contracts/message.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

export type AuditTrailEntry = {
  stream: string
  revision: number
  type: string
  at: string
  actorKind: Actor['kind']
  actorId: string
  /** The event's id, and the endpoint and request that caused it: for the search. */
  named: string
}

export type AuditTrail = ReturnType<typeof auditTrailOf>

/** 36 to this power is above every position of a log. */
const ID_DIGITS = 11

/** Returns the projection of the audit trail for these events. Events of an account are in the tenant of its user. */
export const auditTrailOf = (events: EventCatalogue) =>
  tenantProjection<AuditTrailEntry>()({
    name: 'audit-trail',
    version: 4,
    events,
    // Documents with the same keys are in the order of their ids, which is that of the log.
    indexes: {
      byTime: ['at'],
      byType: ['type'],
      byActor: ['actorId'],
      byStream: ['stream'],
    },
    identify: ({ position }) => position.toString(36).padStart(ID_DIGITS, '0'),
    project: (_document, { id, stream, revision, type, at, actor, cause }) => ({
      stream,
      revision,
      type,
      at,
      actorKind: actor.kind,
      actorId: actor.id,
      named: [id, cause.by, cause.request].filter(Boolean).join(' '),
    }),
  })
