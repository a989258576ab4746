import { z } from 'zod'
import { defineEndpoints, regionParams } from '../endpoint.ts'

/**
 * Sent for each event of the tenant once its projections have processed it, so that pages reload what it concerns.
 */
export const changeNotice = z.object({
  stream: z.string(),
  type: z.string(),
  position: z.number(),
  /** The agent that the event concerns, if any. */
  agentId: z.string().optional(),
})
export type ChangeNotice = z.infer<typeof changeNotice>

/** Sent once everything since `after` was sent; later notices are sent as events happen. */
export const liveReady = z.object({
  /** Whether the events since `after` are unknown or too many to send: everything must be reloaded. */
  missed: z.boolean(),
  /** Everything up to this position was sent, or is covered by `missed`. */
  position: z.number(),
})
export type LiveReady = z.infer<typeof liveReady>

export const liveEndpoints = defineEndpoints({
  'live.changes': {
    summary:
      'Server-sent events of what happens in a workspace: `change` for each event since `after`, then `ready`, then `change` as it happens',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/changes',
    permission: 'workspace.follow',
    kind: 'query',
    ofOwnAgents: true,
    delivery: 'stream',
    params: regionParams.extend({ workspaceId: z.string().min(1).max(64) }),
    /** The lowest position at which the page read what it shows (`log-seen`), or the last position it was sent. */
    query: z.object({ after: z.coerce.number().int().min(-1).optional() }),
    output: z.union([changeNotice, liveReady]),
  },
})
