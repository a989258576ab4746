import { z } from 'zod'
import { defineEndpoints, regionParams, workspaceParams } from '../endpoint.ts'
import { sessionWorkspaceView } from '../identity/views.ts'
import { photoSchema } from '../photo.ts'
import { memberRoles } from './roles.ts'

/** What the owner has been through (specification part 2 §4). */
export const onboardingFlags = z.object({
  /** An agent was made of the owner's website, or the owner went on without. */
  isAgentOnboardingDone: z.boolean().optional(),
  /** The guided tour is over, or is not wanted. */
  completedDriverOnboarding: z.boolean().optional(),
})

export const workspaceView = z.object({
  workspaceId: z.string(),
  workspaceName: z.string(),
  /** Empty for those who may not replace it (`workspace.secret.manage`). */
  workspaceSecret: z.string(),
  workspacePhotoURL: z.string().optional(),
  ownerId: z.string(),
  /** Of one person for as long as their account exists: it can't be handed over. */
  personal: z.boolean(),
  region: z.string(),
  loadTokens: z.number(),
  internal: onboardingFlags,
  members: z.array(z.object({ userId: z.string(), role: z.enum(memberRoles) })),
})
export type WorkspaceView = z.infer<typeof workspaceView>

export const workspaceNameSchema = z.string().trim().min(1, 'Please enter a workspace name.').max(100)

export const workspaceEndpoints = defineEndpoints({
  'workspaces.get': {
    summary: 'A workspace with its secret and credit balance',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}',
    permission: 'workspace.read',
    kind: 'query',
    params: workspaceParams,
    output: workspaceView,
  },
  'workspaces.create': {
    summary: 'Create another workspace in the region of the own account',
    method: 'POST',
    path: '/api/{region}/v2/workspaces',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    params: regionParams,
    body: z.object({ workspaceName: workspaceNameSchema }),
    output: sessionWorkspaceView,
    refusals: { 'too-many-workspaces': 403 },
  },
  'workspaces.save': {
    summary: 'Rename a workspace, change or remove its photo, or note how far its onboarding is',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}',
    permission: 'workspace.manage',
    kind: 'command',
    params: workspaceParams,
    body: z.object({
      workspaceName: workspaceNameSchema.optional(),
      workspacePhotoURL: photoSchema.optional(),
      internal: onboardingFlags.optional(),
    }),
    output: z.object({ success: z.literal(true) }),
  },
  'workspaces.regenerateSecret': {
    summary: 'Replace the workspace secret; the former one stops working',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/secret',
    permission: 'workspace.secret.manage',
    kind: 'command',
    params: workspaceParams,
    output: z.object({ workspaceSecret: z.string() }),
  },
})
