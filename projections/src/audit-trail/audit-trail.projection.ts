/** One document per event of a workspace, for the timeline; no data of the event, so nothing personal. */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import type { Actor, Cause } from '@parley/contracts/message.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
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

/** Every event that belongs to a workspace. Those of an account are its person's alone. */
export const auditedEvents = {
  ...workspaceEvents,
  ...agentEvents,
  ...knowledgeEvents,
  ...conversationEvents,
  ...creditsEvents,
}

export const auditTrail = tenantProjection<AuditTrailEntry>()({
  name: 'audit-trail',
  version: 2,
  events: auditedEvents,
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
