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
  /** The agent that the event names; '' if it names none. */
  agentId: string
  /** The event's id, and the endpoint and request that caused it: for the search. */
  named: string
}

/**
 * `block`: the positions of its entries divided by `BLOCK`. Entries are in the order of the log; the nth of each list
 * belong together, so that the document has the names of the fields once: they are a third of an entry.
 */
export type AuditTrailBlock = { block: number } & {
  [Field in keyof AuditTrailEntry]: AuditTrailEntry[Field][]
}

export type AuditTrail = ReturnType<typeof auditTrailOf>

/** Positions of a block. It is written again with each event in it: a larger one takes a little less space, and more time. */
const BLOCK = 16

export const blockOf = (position: number): number => Math.floor(position / BLOCK)

/** Returns the projection of the audit trail for these events. Events of an account are in the tenant of its user. */
export const auditTrailOf = (events: EventCatalogue) =>
  tenantProjection<AuditTrailBlock>()({
    name: 'audit-trail',
    version: 7,
    events,
    indexes: { byBlock: ['block'] },
    identify: ({ position }) => String(blockOf(position)),
    project(found, { id, position, stream, revision, type, at, actor, cause, data }) {
      return {
        block: blockOf(position),
        position: [...(found?.position ?? []), position],
        stream: [...(found?.stream ?? []), stream],
        revision: [...(found?.revision ?? []), revision],
        type: [...(found?.type ?? []), type],
        at: [...(found?.at ?? []), at],
        actorKind: [...(found?.actorKind ?? []), actor.kind],
        actorId: [...(found?.actorId ?? []), actor.id],
        agentId: [...(found?.agentId ?? []), agentIdIn(data) ?? ''],
        named: [...(found?.named ?? []), [id, cause.by, cause.request].filter(Boolean).join(' ')],
      }
    },
  })

/** Returns the agent that an event's data names. */
export function agentIdIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('agentId' in data)) return undefined
  return typeof data.agentId === 'string' ? data.agentId : undefined
}

/** Returns the entries of a block, in the order of the log. */
export function entriesOf(block: AuditTrailBlock): AuditTrailEntry[] {
  return block.position.map((position, nth) => ({
    position,
    stream: block.stream[nth]!,
    revision: block.revision[nth]!,
    type: block.type[nth]!,
    at: block.at[nth]!,
    actorKind: block.actorKind[nth]!,
    actorId: block.actorId[nth]!,
    agentId: block.agentId[nth]!,
    named: block.named[nth]!,
  }))
}
