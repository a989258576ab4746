/** The data of the dashboard's widget preview: an agent as it is being edited, without a conversation. */
import { z } from 'zod'
import { agentDocumentSchema, shownAgentSchema } from '../agent/document.ts'
import { agentParams, defineEndpoints } from '../endpoint.ts'
import { blockSchema } from './blocks.ts'

export const previewEndpoints = defineEndpoints({
  'conversations.preview': {
    summary:
      'What visitors would see of an agent if it were published so: its public settings and first messages. Nothing is kept, begun or charged',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/widget-preview',
    permission: 'agent.test',
    kind: 'query',
    params: agentParams,
    /** The whole draft. */
    body: agentDocumentSchema,
    output: z.object({
      agent: shownAgentSchema,
      /** The agent's first messages; none if they would have to come from the third-party dialog API. */
      messages: z.array(z.array(blockSchema)),
      /** What of the agent's own CSS is left out, and why; `from` and `to` with \n as line ends. */
      cssLeftOut: z.array(z.object({ from: z.number(), to: z.number(), why: z.string() })),
    }),
    maxBodyBytes: 8_000_000,
  },
})
