import type { WorkspacePermission } from '@parley/contracts/permissions.ts'
import { useWorkspace } from '../navigation/places.ts'
import { mayIn } from './may.ts'

/** Whether the signed-in person has a permission in the workspace that the dashboard shows. */
export function useMay(): (permission: WorkspacePermission) => boolean {
  const workspace = useWorkspace()
  return (permission) => mayIn(workspace, permission)
}
