/**
 * The timeline of a workspace: where each event is, and what it is filtered and searched by. What the timeline shows of
 * an event is read from the log. Contains no event data, so nothing personal.
 *
 * Events next to each other in the log are one document, which takes a quarter of the space of a document for each: the
 * timeline reads them in order anyway.
 */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { Recorded } from '@parley/kernel/log/recorded-event.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { type RepeatedTexts, textAt, withText } from '../repeated-texts/repeated-texts.ts'

export type AuditTrailEntry = {
  position: number
  stream: string
  revision: number
  type: string
  at: string
  actorKind: string
  actorId: string
  /** The user who acted in the place of the client; '' if nobody did. */
  viewerId: string
  /** The agent that the event names; '' if it names none. */
  agentId: string
  /** The event's id, and the endpoint and request that caused it; '' where there is none. Searched. */
  id: string
  by: string
  request: string
}

/**
 * `block`: the positions of its entries divided by `BLOCK`. Entries are in the order of the log; the nth of each list
 * belong together, so that the document has the names of the fields once: they are a third of an entry. A text that
 * stands in its list before is the number of its place there. `at`: milliseconds after the time of the first.
 */
export type AuditTrailBlock = {
  block: number
  position: number[]
  revision: number[]
  from: string
  at: number[]
} & { [Field in (typeof texts)[number]]: RepeatedTexts }

const texts = [
  'stream',
  'type',
  'actorKind',
  'actorId',
  'viewerId',
  'agentId',
  'id',
  'by',
  'request',
] as const

export type AuditTrail = ReturnType<typeof auditTrailOf>

/** Positions of a block. It is written again with each event in it: a larger one takes a little less space, and more time. */
const BLOCK = 16

export const blockOf = (position: number): number => Math.floor(position / BLOCK)

/** Returns the projection of the audit trail for these events. Events of an account are in the tenant of its user. */
export const auditTrailOf = (events: EventCatalogue) =>
  tenantProjection<AuditTrailBlock>()({
    name: 'audit-trail',
    version: 9,
    events,
    indexes: { byBlock: ['block'] },
    identify: ({ position }) => String(blockOf(position)),
    project(found, event) {
      // The audit says when something came into this log.
      const at = event.importedAt ?? event.at
      const from = found?.from ?? at
      const block = {
        block: blockOf(event.position),
        position: [...(found?.position ?? []), event.position],
        revision: [...(found?.revision ?? []), event.revision],
        from,
        at: [...(found?.at ?? []), Date.parse(at) - Date.parse(from)],
      }
      const own = textsOf(event)
      const lists = texts.map((field) => [field, withText(found?.[field] ?? [], own[field])] as const)
      return {
        ...block,
        ...(Object.fromEntries(lists) as Record<(typeof texts)[number], RepeatedTexts>),
      }
    },
  })

function textsOf({ id, stream, type, actor, cause, data }: Recorded): Record<(typeof texts)[number], string> {
  return {
    stream,
    type,
    actorKind: actor.kind,
    actorId: actor.id,
    viewerId: actor.viewer ?? '',
    agentId: agentIdIn(data) ?? '',
    id,
    by: cause.by ?? '',
    request: cause.request ?? '',
  }
}

/** Returns the agent that an event's data names. */
export function agentIdIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('agentId' in data)) return undefined
  return typeof data.agentId === 'string' ? data.agentId : undefined
}

/** Returns the entries of a block, in the order of the log. */
export function entriesOf(block: AuditTrailBlock): AuditTrailEntry[] {
  const from = Date.parse(block.from)
  return block.position.map((position, nth) => ({
    position,
    revision: block.revision[nth]!,
    at: new Date(from + block.at[nth]!).toISOString(),
    stream: textAt(block.stream, nth),
    type: textAt(block.type, nth),
    actorKind: textAt(block.actorKind, nth),
    actorId: textAt(block.actorId, nth),
    viewerId: textAt(block.viewerId, nth),
    agentId: textAt(block.agentId, nth),
    id: textAt(block.id, nth),
    by: textAt(block.by, nth),
    request: textAt(block.request, nth),
  }))
}
