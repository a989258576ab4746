import type { Region } from '@parley/contracts/endpoint.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import type { MemberRole } from '@parley/contracts/workspace/roles.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { workspacesProjection } from '../workspaces/workspaces.projection.ts'
import { membershipsProjection } from './memberships.projection.ts'

export type WorkspacesOf = (userId: string) => Promise<SessionWorkspaceView[]>

export type WorkspacesOfDeps = {
  reader: Reader
  region: Region
  personalWorkspace(userId: string): Promise<SessionWorkspaceView | undefined>
}

/**
 * Returns the workspaces of a user in one region with the user's role, the personal one first. `personalWorkspace`
 * reads the log, so that it is found before the projection has it.
 */
export function workspacesOf(deps: WorkspacesOfDeps): WorkspacesOf {
  const { reader, region } = deps

  return async (userId) => {
    const [own, memberships] = await Promise.all([
      deps.personalWorkspace(userId),
      reader.getPublic(membershipsProjection, userId),
    ])
    const others = (memberships?.workspaces ?? []).filter(
      ({ workspaceId }) => workspaceId !== own?.workspaceId,
    )
    const views = await Promise.all(others.map(({ workspaceId, role }) => viewOf(workspaceId, role)))
    return [own, ...views].filter((view) => view !== undefined)
  }

  async function viewOf(workspaceId: string, role: MemberRole): Promise<SessionWorkspaceView | undefined> {
    const stored = await reader.get(workspacesProjection, workspaceId, workspaceId)
    if (!stored) return undefined
    const [workspacePhotoURL] = await reader.open(workspaceId, [stored.workspacePhotoURL ?? ''])
    const { workspaceName } = stored
    return { workspaceId, workspaceName, region, role, ...(workspacePhotoURL && { workspacePhotoURL }) }
  }
}
