/** How a client with `allowCreateAgents` creates agents, which are its own and its organisation's (part 1 §4, part 2 §6). */
import { z } from 'zod'
import { newAgentBody } from '../agent/endpoints.ts'
import { templateKeys } from '../agent/templates.ts'
import { defineEndpoints, regionParams } from '../endpoint.ts'

const own = { access: 'client', permission: 'agent.create', params: regionParams } as const
const path = '/api/{region}/client/agents'

export const ownAgentEndpoints = defineEndpoints({
  'ownAgents.limit': {
    ...own,
    summary: 'How many agents the plan of the agency allows, and whether there are as many',
    method: 'GET',
    path: `${path}/limit`,
    kind: 'query',
    output: z.object({ maxAgents: z.number(), reached: z.boolean() }),
  },
  'ownAgents.create': {
    ...own,
    summary: 'Create an agent from a built-in template as a client: for itself and its organisation',
    method: 'POST',
    path,
    kind: 'command',
    /** `businessName`: the organisation's name by default. */
    body: newAgentBody.extend({ agentTemplate: z.enum(templateKeys) }),
    output: z.object({ agentCreated: z.object({ ID: z.string() }) }),
    refusals: { 'agent-limit-reached': 403 },
  },
})
