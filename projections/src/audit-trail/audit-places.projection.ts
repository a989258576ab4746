/**
 * In which sections of the log an actor or an agent has events, so that a filtered timeline skips the others. Contains
 * ids only.
 */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { agentIdIn } from './audit-trail.projection.ts'

export type AuditPlace = { of: string; section: number }

export type AuditPlaces = ReturnType<typeof auditPlacesOf>

/** Positions of a section. Larger ones make fewer documents, and more blocks to read for one event. */
const SECTION = 256

export const sectionOf = (position: number): number => Math.floor(position / SECTION)
export const beginningOf = (section: number): number => section * SECTION

export const placesOfActor = (id: string): string => `actor:${id}`
export const placesOfAgent = (id: string): string => `agent:${id}`

/** Returns the id of the document that exists if there are events in a section. */
export const placeId = ({ of, section }: AuditPlace): string => `${section}/${of}`

/** Returns the projection of these events' places. */
export const auditPlacesOf = (events: EventCatalogue) =>
  tenantProjection<AuditPlace>()({
    name: 'audit-places',
    version: 1,
    events,
    indexes: { bySection: ['of', 'section'] },
    identify({ position, actor, data }) {
      const section = sectionOf(position)
      const agentId = agentIdIn(data)
      const kept = [
        ...[actor.id, actor.viewer].flatMap((id) => (id === undefined ? [] : [placesOfActor(id)])),
        ...(agentId === undefined ? [] : [placesOfAgent(agentId)]),
      ]
      return kept.map((of) => placeId({ of, section }))
    },
    project(found, { position }, id) {
      return found ?? { of: id.slice(id.indexOf('/') + 1), section: sectionOf(position) }
    },
  })
