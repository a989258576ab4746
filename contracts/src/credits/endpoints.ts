import { z } from 'zod'
import { agentParams, defineEndpoints, regionSchema } from '../endpoint.ts'

export const creditsEndpoints = defineEndpoints({
  'public.checkCredits': {
    summary: 'Whether the owner of an agent has credits for a reply; of the agent, if it is named',
    method: 'GET',
    path: '/api/{region}/public/users/{ownerId}/check-credits',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    params: z.object({ region: regionSchema, ownerId: z.string().min(1).max(64) }),
    query: z.object({ agentId: agentParams.shape.agentId.optional() }),
    output: z.object({ continue: z.boolean(), hasEverPaid: z.boolean() }),
  },
  'public.agentUsage': {
    summary:
      'Whether an agent is within its own limits of the month (maxTokensUsage, monthlyCreditsLimit; 0 for none)',
    method: 'GET',
    path: '/api/{region}/v2/public/agents/{agentId}/usage',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    params: agentParams,
    output: z.object({ data: z.object({ shouldContinue: z.boolean() }) }),
  },
})
