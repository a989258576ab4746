import { z } from 'zod'
import { regionSchema } from '../endpoint.ts'
import { workspacePermissionNames } from '../permissions.ts'
import { memberRoles } from '../workspace/roles.ts'

export const userView = z.object({
  userId: z.string(),
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string().optional(),
  region: regionSchema,
  /** Unix seconds. */
  joinedAt: z.number(),
})
export type UserView = z.infer<typeof userView>

export const sessionWorkspaceView = z.object({
  workspaceId: z.string(),
  workspaceName: z.string(),
  region: regionSchema,
  workspacePhotoURL: z.string().optional(),
  role: z.enum(memberRoles),
  /** Of a member: what the owner lets them do; without it, all that their role holds. */
  permissions: z.array(z.enum(workspacePermissionNames)).optional(),
})
export type SessionWorkspaceView = z.infer<typeof sessionWorkspaceView>

export const sessionView = z.object({
  sessionId: z.string(),
  current: z.boolean(),
  method: z.string(),
  userAgent: z.string().optional(),
  address: z.string().optional(),
  /** ISO 8601. */
  startedAt: z.string(),
  expiresAt: z.string(),
})
export type SessionView = z.infer<typeof sessionView>
