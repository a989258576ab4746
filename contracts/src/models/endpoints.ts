import { z } from 'zod'
import { agentParams, defineEndpoints, wholeList } from '../endpoint.ts'
import { catalogueModel } from './catalogue.ts'

/**
 * `note`: what is missing, or what to choose instead. `fault`: why it failed when it was last called, and what to do.
 * What the server at `OPENAI_BASE_URL` says it has beyond the catalogue is without price and context.
 */
export const modelView = catalogueModel.partial({ price: true, context: true }).extend({
  configured: z.boolean(),
  note: z.string().optional(),
  fault: z.string().optional(),
})
export type ModelView = z.infer<typeof modelView>

export const modelEndpoints = defineEndpoints({
  'models.list': {
    summary: 'The models that an agent may use, with price (USD per million tokens), context and abilities',
    method: 'GET',
    path: '/api/{region}/v2/agents/{agentId}/models',
    permission: 'agent.read',
    params: agentParams,
    ...wholeList(modelView),
  },
})
