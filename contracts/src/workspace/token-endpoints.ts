/** Access tokens of a workspace, for servers. */
import { z } from 'zod'
import { agentParams, defineEndpoints, wholeList, workspaceParams } from '../endpoint.ts'
import { workspacePermissionNames } from '../permissions.ts'
import { MOST_TOKEN_AGENTS, MOST_TOKENS } from './token-names.ts'

const tokenParams = workspaceParams.extend({ tokenId: z.string().min(1).max(64) })
const { agentId } = agentParams.shape

export const accessTokenView = z.object({
  tokenId: z.string(),
  name: z.string(),
  /** Those that it was given. */
  permissions: z.array(z.string()),
  /** Those of them that it does not have at present, since its maker lost them. */
  withheld: z.array(z.string()),
  /** The only agents that it is for; absent for all of the workspace. */
  agentIds: z.array(z.string()).optional(),
  /** The member who made it. */
  userId: z.string(),
  madeBy: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601; absent for one without an end. */
  expiresAt: z.string().optional(),
  /** ISO 8601, to the hour; absent while it was never used. */
  lastUsedAt: z.string().optional(),
})
export type AccessTokenView = z.infer<typeof accessTokenView>

export const tokenEndpoints = defineEndpoints({
  'tokens.list': {
    summary: 'The access tokens of a workspace, the newest first, without their texts',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/tokens',
    permission: 'workspace.tokens.manage',
    params: workspaceParams,
    ...wholeList(accessTokenView, { most: z.literal(MOST_TOKENS) }),
  },
  'tokens.create': {
    summary:
      'Make an access token with permissions that the caller has, by session alone; its text is answered here and never again',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/tokens',
    permission: 'workspace.tokens.manage',
    kind: 'command',
    params: workspaceParams,
    body: z.object({
      name: z.string().trim().min(1, 'Please enter a name for the token.').max(60),
      permissions: z
        .array(z.enum(workspacePermissionNames))
        .min(1, 'Please choose at least one permission.')
        .max(100),
      /** The only agents that it is for; all of the workspace by default. */
      agentIds: z
        .array(agentId)
        .min(1, 'Please choose at least one agent.')
        .max(MOST_TOKEN_AGENTS)
        .optional(),
      /** Without it, the token does not expire. */
      expiresAt: z.iso.datetime().optional(),
    }),
    output: z.object({ tokenId: z.string(), token: z.string() }),
    refusals: { 'too-many-tokens': 403, 'already-expired': 422 },
  },
  'tokens.revoke': {
    summary: 'Revoke an access token; it is refused at once',
    method: 'DELETE',
    path: '/api/{region}/v2/workspaces/{workspaceId}/tokens/{tokenId}',
    permission: 'workspace.tokens.manage',
    kind: 'command',
    duringDeletion: true,
    params: tokenParams,
    output: z.object({ success: z.literal(true) }),
  },
})
