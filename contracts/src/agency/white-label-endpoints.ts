/** The white-label trial of a workspace (part 2 §2.2, §4). */
import { z } from 'zod'
import { defineEndpoints, regionParams, workspaceParams } from '../endpoint.ts'
import { whiteLabelModes } from './white-label.ts'

const trial = z.object({
  /** ISO 8601. */
  startedAt: z.string(),
  endsAt: z.string(),
  hasEnded: z.boolean(),
  /** Begun days until it ends, by the clock of the server. */
  daysLeft: z.number(),
})

export const poweredBySchema = z.object({ name: z.string(), address: z.string() })

export const whiteLabelView = z.object({
  mode: z.enum(whiteLabelModes),
  /** Whether the product is not named to clients and visitors, and custom domains can be added. */
  isEntitled: z.boolean(),
  /** Whether the workspace may start its trial; it has one. */
  canStartTrial: z.boolean(),
  trial: trial.optional(),
  /** What the line names that clients and visitors read; absent with white label. */
  poweredBy: poweredBySchema.optional(),
})
export type WhiteLabelView = z.infer<typeof whiteLabelView>

export const whiteLabelEndpoints = defineEndpoints({
  'whiteLabel.get': {
    summary: 'Whether a workspace has white label, and its white-label trial',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/agency/white-label',
    permission: 'agency.read',
    kind: 'query',
    params: workspaceParams,
    output: whiteLabelView,
  },
  'rpc.activateWhitelabelTrial': {
    summary: 'Start the white-label trial of 14 days, once a workspace',
    method: 'POST',
    path: '/api/{region}/rpc/activateWhitelabelTrial',
    permission: 'agency.manage',
    kind: 'command',
    params: regionParams,
    output: z.object({
      success: z.literal(true),
      /** ISO 8601. */
      endsAt: z.string(),
    }),
    refusals: { 'trial-not-offered': 409, 'trial-used': 409 },
  },
})
