/** The read models of agents, and the public settings of agents from memory. */
import { AGENCY_ADMIN_NAME } from '@parley/contracts/client/agency-admin.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { untilProjected } from '@parley/kernel/read-models/projection-follower.ts'
import { agentSetupProjection } from './agent-setup/agent-setup.projection.ts'
import { agentSetupQueries } from './agent-setup/agent-setup.queries.ts'
import { agentVersionsProjection } from './agent-versions/agent-versions.projection.ts'
import { agentDocumentsProjection } from './agents/agent-documents.projection.ts'
import { agentsProjection } from './agents/agents.projection.ts'
import {
  type AgentQueryDeps,
  agentIdsOf,
  agentQueries,
  countAgents,
  wholeAgent,
} from './agents/agents.queries.ts'
import { blueprintsProjection } from './blueprints/blueprints.projection.ts'
import { blueprintQueries, countBlueprints } from './blueprints/blueprints.queries.ts'
import { publicAgentsProjection } from './public-agents/public-agents.projection.ts'
import {
  type PublicAgentOptions,
  publicAgentCache,
  publicAgentQueries,
} from './public-agents/public-agents.queries.ts'
import { countInLog } from './shown-up-to-head.ts'

type Needs = {
  agents: {
    cleanCss: PublicAgentOptions['cleanCss']
    versionDocument: AgentQueryDeps['versionDocument']
  }
  clientNames: { nameOf(tenant: string, clientId: string): Promise<string | undefined> }
  answers: { headersToAnyOrigin(): Record<string, string> }
  credits: { tokensUsed(tenant: string, agentId: string): Promise<number> }
  knowledge: { exportFor: AgentQueryDeps['exportKnowledge'] }
  people: { nameOf(userId: string): Promise<string | undefined> }
  pictures: { embed: AgentQueryDeps['embedPictures'] }
  whiteLabel: { poweredBy: PublicAgentOptions['poweredBy'] }
  prompts: { expanded: AgentQueryDeps['expandPrompts'] }
  workspaces: {
    may(tenant: string, principal: Principal, permission: Permission): Promise<boolean>
    standingOf(tenant: string): Promise<unknown>
  }
}

/** How long a policy waits for the read models, in ms, before it is tried again. */
const WAIT_MS = 30_000

export const agentReadModels = defineModule({
  name: 'agent read models',
  projections: [
    agentsProjection,
    agentDocumentsProjection,
    agentVersionsProjection,
    agentSetupProjection,
    blueprintsProjection,
    publicAgentsProjection,
  ],

  start({ config, engines, reader, projections, ports }: ModuleScope<Needs, { publicUrl: string }>) {
    const { agents, answers, clientNames, credits, knowledge, people, pictures, prompts, workspaces } = ports
    const ownOrigin = new URL(config.publicUrl).origin
    const publicAgents = publicAgentCache(reader, {
      cleanCss: agents.cleanCss,
      isOpen: async (tenant) => (await workspaces.standingOf(tenant)) === 'open',
      poweredBy: ports.whiteLabel.poweredBy,
      headers: answers.headersToAnyOrigin(),
    })
    const nameOf: AgentQueryDeps['nameOf'] = async (tenant, { kind, id }) =>
      kind === 'user'
        ? people.nameOf(id)
        : kind === 'client'
          ? clientNames.nameOf(tenant, id)
          : kind === 'agency-admin'
            ? AGENCY_ADMIN_NAME
            : undefined
    return {
      handlers: {
        ...blueprintQueries({ reader, nameOf }),
        ...agentQueries({
          reader,
          ownOrigin,
          // A token that reads an agent's key could do what that may.
          maySave: async (tenant, principal) =>
            principal.kind !== 'token' && workspaces.may(tenant, principal, 'agent.publish'),
          versionDocument: agents.versionDocument,
          exportKnowledge: knowledge.exportFor,
          embedPictures: pictures.embed,
          expandPrompts: prompts.expanded,
          tokensUsed: credits.tokensUsed,
          nameOf,
        }),
        ...agentSetupQueries({ reader, ownOrigin }),
        ...publicAgentQueries(publicAgents),
      },
      provides: {
        agents: {
          count: countInLog({ engines, projections }, (tenant) => countAgents(reader, tenant)),
          whole: (tenant: string, agentId: string) =>
            wholeAgent(
              { reader, embedPictures: pictures.embed, expandPrompts: prompts.expanded },
              tenant,
              agentId,
            ),
          /** The ids of a workspace's agents, once the read models have reached the position `after`. */
          async idsOf(tenant: string, after: number) {
            await untilProjected(projections, after, WAIT_MS)
            return agentIdsOf(reader, tenant)
          },
        },
        blueprints: {
          count: countInLog({ engines, projections }, (tenant) => countBlueprints(reader, tenant)),
        },
        publicAgents,
      },
      appended(events) {
        // Rare, and of any agent of the workspace: they are prepared again when they are next asked for.
        if (events.some(({ type }) => type.startsWith('WhiteLabelTrial'))) publicAgents.invalidateAll()
      },
      projected(events) {
        for (const { stream, position } of events) {
          const agentId = idIn(stream, 'agent')
          if (agentId !== undefined) publicAgents.invalidate(agentId, position)
        }
      },
    }
  },
})
