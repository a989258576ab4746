/** A workspace as one of its members sees it. */
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { type WorkspacePermission, workspacePermissionNames } from '@parley/contracts/permissions.ts'
import type { LiveWorkspace } from './workspace.decider.ts'

/** Undefined for somebody who is not a member. */
export function memberOf(state: LiveWorkspace, userId: string): SessionWorkspaceView | undefined {
  const member = state.members.find((one) => one.userId === userId)
  if (!member) return undefined
  const { workspaceId, workspaceName, workspacePhotoURL } = state
  const region: Region = regionSchema.parse(state.region)
  const permissions = member.permissions && known(member.permissions)
  return {
    workspaceId,
    workspaceName,
    region,
    role: member.role,
    ...(workspacePhotoURL && { workspacePhotoURL }),
    ...(permissions && { permissions }),
    ...(state.deletion && { deletedAt: new Date(state.deletion.eraseAt).toISOString() }),
    ...(state.personal && { isAgentOnboardingDone: state.onboarding.isAgentOnboardingDone === true }),
  }
}

/** A permission that was given may not exist any more. */
function known(names: readonly string[]): WorkspacePermission[] {
  return workspacePermissionNames.filter((name) => names.includes(name))
}
