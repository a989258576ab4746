/** What a person may do in a workspace. The server decides; the interface hides what it would refuse. */
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import type { WorkspacePermission } from '@parley/contracts/permissions.ts'

/** As in the contract, whose table is not imported because every page would load it. */
export const ownerOnly = [
  'workspace.members.manage',
  'workspace.delete',
  'billing.manage',
  'agency.manage',
] as const satisfies readonly WorkspacePermission[]

export function mayIn(
  { role, permissions }: Pick<SessionWorkspaceView, 'role' | 'permissions'>,
  permission: WorkspacePermission,
): boolean {
  if (role === 'owner') return true
  const forOwners = ownerOnly.some((name) => name === permission)
  return !forOwners && (permissions === undefined || permissions.includes(permission))
}
