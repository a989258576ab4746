/**
 * The timeline of a workspace: where each event is, and what it is filtered and searched by. What the timeline shows of
 * an event is read from the log. Contains no event data, so nothing personal.
 *
 * Events next to each other in the log are one document, which takes a quarter of the space of a document for each: the
 * timeline reads them in order anyway.
 */
import type { Actor, EventCatalogue } from '@parley/contracts/message.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

export type AuditTrailEntry = {
  position: number
  stream: string
  revision: number
  type: string
  at: string
  actorKind: Actor['kind']
  actorId: string
  /** The event's id, and the endpoint and request that caused it: for the search. */
  named: string
}

/** `block`: the positions of its entries divided by `BLOCK`. Entries are in the order of the log. */
export type AuditTrailBlock = { block: number; entries: AuditTrailEntry[] }

export type AuditTrail = ReturnType<typeof auditTrailOf>

/** A block is written again with each event in it: a larger one takes a little less space, and more time. */
const BLOCK = 16

export const blockOf = (position: number): number => Math.floor(position / BLOCK)

/** Returns the projection of the audit trail for these events. Events of an account are in the tenant of its user. */
export const auditTrailOf = (events: EventCatalogue) =>
  tenantProjection<AuditTrailBlock>()({
    name: 'audit-trail',
    version: 5,
    events,
    indexes: { byBlock: ['block'] },
    identify: ({ position }) => String(blockOf(position)),
    project(document, { id, position, stream, revision, type, at, actor, cause }) {
      const entry = {
        position,
        stream,
        revision,
        type,
        at,
        actorKind: actor.kind,
        actorId: actor.id,
        named: [id, cause.by, cause.request].filter(Boolean).join(' '),
      }
      return { block: blockOf(position), entries: [...(document?.entries ?? []), entry] }
    },
  })
