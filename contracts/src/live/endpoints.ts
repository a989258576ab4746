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

/** Comes once everything since `after` was told; from here on notices come as things happen. */
export const liveReady = z.object({
  /** What happened since `after` is not known or too much to tell: look at everything anew. */
  missed: z.boolean(),
  /** Everything up to here was told, or is covered by `missed`. */
  position: z.number(),
})
export type LiveReady = z.infer<typeof liveReady>

export const liveEndpoints = defineEndpoints({
  'live.changes': {
    summary:
      'Server-sent events of what happens in a workspace: `change` for each event since `after`, then `ready`, then `change` as it happens',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/changes',
    permission: 'workspace.read',
    kind: 'query',
    delivery: 'stream',
    params: regionParams.extend({ workspaceId: z.string().min(1).max(64) }),
    /** The lowest position that what the caller shows was read at (`parley-seen`), or the last it was told. */
    query: z.object({ after: z.coerce.number().int().min(-1).optional() }),
    output: changeNotice,
  },
})
