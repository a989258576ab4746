/** Agents: settings, templates, versions, and the public settings for the widget. */
import { agent } from '@parley/agent/agent.decider.ts'
import { agentHandlers, versionDocuments } from '@parley/agent/agent.handlers.ts'
import { createCssCleaner } from '@parley/agent/custom-css.ts'
import { type RefuseStrangers, refuseStrangers } from '@parley/agent/named-in-document.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { pick } from '@parley/kernel/projection.ts'
import { idIn } from '@parley/kernel/stream-name.ts'
import { agentVersionsProjection } from '@parley/projections/agent-versions/agent-versions.projection.ts'
import { agentDocumentsProjection } from '@parley/projections/agents/agent-documents.projection.ts'
import { agentsProjection } from '@parley/projections/agents/agents.projection.ts'
import { agentQueries, countAgents } from '@parley/projections/agents/agents.queries.ts'
import { publicAgentsProjection } from '@parley/projections/public-agents/public-agents.projection.ts'
import {
  publicAgentCache,
  publicAgentQueries,
} from '@parley/projections/public-agents/public-agents.queries.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'
import { WEBHOOKS } from './topics.ts'

export type AgentPorts = {
  /** The published document with its secrets opened; undefined if there is no such agent. */
  document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  refuseStrangers: RefuseStrangers
  /** Removes from an agent's own CSS what the widget must not load. */
  cleanCss(css: string): string
}

export const agentModule = defineModule({
  name: 'agent',
  endpoints: agentEndpoints,
  aggregates: [agent],
  projections: [agentsProjection, agentDocumentsProjection, agentVersionsProjection, publicAgentsProjection],
  audited: agentEvents,
  relays: [
    { events: pick(agentEvents, 'AgentCreated', 'AgentPublished', 'AgentDeleted'), topics: [WEBHOOKS] },
  ],

  start({ config, engines, reader, ports }: RegionScope) {
    const { handle, load } = engines.commands
    const cleanCss = createCssCleaner(new URL(config.publicUrl).origin)
    const publicAgents = publicAgentCache(reader, {
      cleanCss,
      headers: ports.answers.headersToAnyOrigin(),
    })
    const document: AgentPorts['document'] = async (tenant, agentId) => {
      const state = (await load(agent, agentId, tenant))?.state
      return state?.status === 'live' ? state.document : undefined
    }
    const ofWorkspace = refuseStrangers({
      load,
      isTool: (tenant, toolId) => ports.tools.isLive(tenant, toolId),
      isPicture: (tenant, address) => ports.pictures.isOwn(tenant, address),
    })
    return {
      handlers: {
        ...agentHandlers({
          region: engines.region,
          handle,
          load,
          refuseStrangers: ofWorkspace,
          keepPictures: (...document) => ports.pictures.keep(...document),
          emailsOf: async (tenant) => (await ports.workspaces.contactsOf(tenant)).map(({ email }) => email),
          agentLimit: async (tenant) => ports.quotas.of(tenant).agents,
          agentCount: (tenant) => countAgents(reader, tenant),
          addKnowledge: (...knowledge) => ports.knowledge.addFromTemplate(...knowledge),
        }),
        ...agentQueries({
          reader,
          versionDocument: versionDocuments(load),
          exportKnowledge: (tenant, agentId) => ports.knowledge.exportFor(tenant, agentId),
          embedPictures: (tenant, document) => ports.pictures.embed(tenant, document),
          tokensUsed: (tenant, agentId) => ports.credits.tokensUsed(tenant, agentId),
          nameOf: async (actor) => (actor.kind === 'user' ? ports.people.nameOf(actor.id) : undefined),
        }),
        ...publicAgentQueries(publicAgents),
      },
      provides: {
        agents: { document, refuseStrangers: ofWorkspace, cleanCss },
        publicAgents,
      } satisfies Partial<Ports>,
      projected(events) {
        for (const { stream, position } of events) {
          const agentId = idIn(stream, agent.category)
          if (agentId !== undefined) publicAgents.invalidate(agentId, position)
        }
      },
    }
  },
})
