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
  /** ISO 8601: when everything in it is erased. Until then it can be read, and its owner can keep it. */
  deletedAt: z.string().optional(),
  /** Of a personal workspace alone: whether its owner has been through the onboarding, or went on without. */
  isAgentOnboardingDone: z.boolean().optional(),
})
export type SessionWorkspaceView = z.infer<typeof sessionWorkspaceView>

/** For browsers, the token is also set as the HttpOnly cookie `parley_session`. */
export const signedInView = z.object({ token: z.string(), user: userView, workspace: sessionWorkspaceView })
export type SignedInView = z.infer<typeof signedInView>

/**
 * The answer to a right password or code: a session, or, where the account asks for a second step, the ticket that
 * `auth.passSecondStep` takes within ten minutes. The ticket opens nothing by itself.
 */
export const signInAnswer = z.union([
  signedInView,
  z.object({ secondStep: z.object({ ticket: z.string() }) }),
])
export type SignInAnswer = z.infer<typeof signInAnswer>

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

/** Times are ISO 8601. */
export const accountExport = z.object({
  exportedAt: z.string(),
  profile: userView.extend({ formerEmail: z.string().optional() }),
  workspaces: z.array(sessionWorkspaceView),
  signIn: z.object({
    password: z.boolean(),
    twoFactorSince: z.string().optional(),
    recoveryCodesLeft: z.number(),
    passkeys: z.array(z.object({ name: z.string(), addedAt: z.string() })),
  }),
  sessions: z.array(sessionView),
  /** What happened to the account, oldest first, in the words of the audit. */
  history: z.array(z.object({ at: z.string(), what: z.string() })),
})
export type AccountExport = z.infer<typeof accountExport>
