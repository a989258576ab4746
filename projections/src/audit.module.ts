/** The timeline of a workspace: the events that the contexts declare as audited. */

import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { agentsProjection } from './agents/agents.projection.ts'
import { auditPlacesOf } from './audit-trail/audit-places.projection.ts'
import { auditTrailOf } from './audit-trail/audit-trail.projection.ts'
import {
  type AuditTrailDeps,
  auditTrailQueries,
  type Untold,
  viewOf,
} from './audit-trail/audit-trail.queries.ts'
import { eventNames, visitorNamesOf } from './audit-trail/event-names.ts'
import { namesInChanges, type Shown } from './audit-trail/names-in-changes.ts'
import { clientNamesOf } from './clients/client-names.ts'
import { clientsProjection } from './clients/clients.projection.ts'
import { workspacesProjection } from './workspaces/workspaces.projection.ts'

type Needs = {
  clientNames: { nameOf(tenant: string, clientId: string): Promise<string | undefined> }
  people: { nameOf(userId: string): Promise<string | undefined> }
  workspaces: { membersOf(tenant: string): Promise<string[]> }
}

/** `audited`: the events that audits show. */
export function auditReadModels(audited: EventCatalogue) {
  const trail = auditTrailOf(audited)
  const places = auditPlacesOf(audited)
  return defineModule({
    name: 'audit read models',
    projections: [trail, places],

    start({ engines, reader, ports }: ModuleScope<Needs>) {
      const { eventStore } = engines
      const { clientNames, people } = ports
      const nameIn = async (tenant: string, userId: string) =>
        (await people.nameOf(userId)) ?? clientNames.nameOf(tenant, userId)
      const shown: AuditTrailDeps = {
        reader,
        trail,
        places,
        nameOf: (_tenant, userId) => ports.people.nameOf(userId),
        clientNameOf: ports.clientNames.nameOf,
        membersOf: ports.workspaces.membersOf,
        formerMembersOf: async (tenant) =>
          (await reader.get(workspacesProjection, tenant, tenant))?.formerMemberIds ?? [],
        clientsOf: (tenant) => clientsOf(reader, tenant),
        clientNames: (tenant, clientIds) => clientNamesOf(reader, tenant, clientIds),
        visitorNames: (tenant, conversationIds) => visitorNamesOf(reader, tenant, conversationIds),
        titleOf: async (tenant, agentId) => (await reader.get(agentsProjection, tenant, agentId))?.title,
        titles: (tenant) => titlesOf(reader, tenant),
        namesOf: (event, tenant, may) =>
          eventNames({ reader, memberName: (id) => nameIn(tenant, id) }, tenant, event, may),
        async eventAt(stream, revision) {
          const [stored] = await eventStore.readStream(stream, { from: revision, limit: 1 })
          return stored && decode(stored, audited)
        },
      }
      return {
        handlers: auditTrailQueries(shown),
        provides: {
          auditTrail: {
            namesIn: (tenant: string, may: Call['may'], changes: readonly Shown[]) =>
              namesInChanges(
                changes,
                eventNames(
                  { reader, memberName: (id) => nameIn(tenant, id) },
                  tenant,
                  { stream: '', agentTitle: undefined },
                  may,
                ),
                (agentId) => shown.titleOf(tenant, agentId),
              ),
            describe: (tenant: string, may: Call['may'], event: Untold) => viewOf(shown, tenant, may, event),
          },
        },
      }
    },
  })
}

/** Each first page of a timeline has their names; of an agency with more clients, others are found by the search alone. */
const MOST_CLIENTS = 1_000

async function clientsOf(reader: Reader, tenant: string): Promise<string[]> {
  const { items } = await reader.find(clientsProjection, tenant, { index: 'all', limit: MOST_CLIENTS })
  return items.map(({ clientId }) => clientId)
}

async function titlesOf(reader: Reader, tenant: string): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  const query = { index: 'byLastModified', limit: 1000 }
  for await (const page of everyPage(reader, agentsProjection, tenant, query))
    for (const { ID, title } of page) titles.set(ID, title)
  return titles
}
