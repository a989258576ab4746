import { z } from 'zod'
import { defineEndpoints, regionParams } from '../endpoint.ts'

/** Told for each event of the tenant once its projections have it: what to look at again. */
export const changeNotice = z.object({
  stream: z.string(),
  type: z.string(),
  position: z.number(),
  /** The agent concerned, where there is one. */
  agentId: z.string().optional(),
})
export type ChangeNotice = z.infer<typeof changeNotice>

export const liveEndpoints = defineEndpoints({
  'live.changes': {
    summary: 'Server-sent events (`change`) of what happens in a workspace',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/changes',
    access: 'workspace',
    kind: 'query',
    delivery: 'stream',
    params: regionParams.extend({ workspaceId: z.string().min(1).max(64) }),
    output: changeNotice,
  },
})
