/** What access tokens may be given and how they are offered. Without zod, for browsers. */
import { holds, neverOfTokens, type WorkspacePermission, workspacePermissionNames } from '../permissions.ts'

export const MOST_TOKENS = 100
export const MOST_TOKEN_AGENTS = 50

/** An access token begins with this, so that tools that look for leaked secrets recognise it. */
export const TOKEN_PREFIX = 'pat_'

/** All that a token may be given, in the order of the table of permissions. */
export const tokenPermissions: readonly WorkspacePermission[] = workspacePermissionNames.filter(
  (name) => !neverOfTokens.includes(name),
)

/** Permissions by which nothing changes. */
export const readingPermissions: readonly WorkspacePermission[] = tokenPermissions.filter(
  (name) => name.endsWith('.read') || ['agent.list', 'agent.view', 'workspace.follow'].includes(name),
)

/** Those that a member may give a token. */
export function tokenPermissionsOf(member: Parameters<typeof holds>[0]): WorkspacePermission[] {
  return tokenPermissions.filter((name) => holds(member, name))
}
