/** Calls the endpoints of agents in a region of their own, without the rest of the platform. */

import { agentHandlers, versionDocuments } from '@parley/agent/agent.handlers.ts'
import type { agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { Call, Handlers } from '@parley/kernel/commands/handler.ts'
import { agentVersionsProjection } from '@parley/projections/agent-versions/agent-versions.projection.ts'
import { agentDocumentsProjection } from '@parley/projections/agents/agent-documents.projection.ts'
import { agentsProjection } from '@parley/projections/agents/agents.projection.ts'
import { agentQueries } from '@parley/projections/agents/agents.queries.ts'
import { publicAgentsProjection } from '@parley/projections/public-agents/public-agents.projection.ts'

type Name = keyof typeof agentEndpoints

/** Its calls are made by a user of the workspace `w1`, of the agent `a1`. */
export async function openAgentCalls() {
  const region = await openTestRegion({
    projections: [
      agentsProjection,
      agentDocumentsProjection,
      agentVersionsProjection,
      publicAgentsProjection,
    ],
  })
  const { handle, load, reader } = region
  const handlers: Handlers<typeof agentEndpoints> = {
    ...agentHandlers({
      region: 'eu',
      handle,
      load,
      refuseStrangers: async () => undefined,
      keepPictures: async (_of, document) => ({ ok: true, document }),
      fetchFont: async () => refuse('font-not-fetched', 'There is no font here.'),
      emailsOf: async () => ['u@example.com'],
      publishGate: async () => undefined,
      workspaceName: async () => 'Harbour Tea',
      inTurn: region.inTurn,
      agentCount: async () => 0,
      addKnowledge: async () => undefined,
    }),
    ...agentQueries({
      reader,
      ownOrigin: 'http://localhost:4000',
      maySave: async () => true,
      versionDocument: versionDocuments(load),
      exportKnowledge: async () => ({ items: [], leftOut: { documents: 0, websites: 0 } }),
      embedPictures: async (_tenant, document) => document,
      expandPrompts: async (_tenant, document) => document,
    }),
  } as Handlers<typeof agentEndpoints>
  let commands = 0
  const ask = async (name: Name, input: { version?: number; body?: unknown } = {}): Promise<unknown> => {
    const context = {
      tenant: 'w1',
      actor: { kind: 'user', id: 'u1' },
      cause: { via: 'dashboard', command: `k${++commands}`, correlation: 'c' },
    }
    const principal = { kind: 'user', userId: 'u1', email: 'u@example.com' }
    const params = { agentId: 'a1', version: input.version }
    const may = () => true
    const call = {
      params,
      query: {},
      body: input.body,
      principal,
      tenant: 'w1',
      may,
      context,
    } as unknown as Call
    const answer = await (handlers[name] as unknown as (call: Call) => unknown)(call)
    await region.settled()
    return (answer as { value?: unknown }).value
  }
  return { region, ask }
}
