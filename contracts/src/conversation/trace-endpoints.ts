import { z } from 'zod'
import { agentParams, defineEndpoints } from '../endpoint.ts'
import { traceSchema } from './trace.ts'

export const traceEndpoints = defineEndpoints({
  'conversations.trace': {
    summary: 'How the replies of a test-panel conversation came about, by the id of each reply',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/conversations/{conversationId}/trace',
    permission: 'agent.test',
    kind: 'query',
    params: agentParams.extend({ conversationId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    output: z.object({ traces: z.array(z.object({ messageId: z.string(), trace: traceSchema })) }),
  },
})
