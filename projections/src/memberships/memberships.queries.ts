import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { membershipsProjection } from './memberships.projection.ts'

export type WorkspacesOf = (userId: string) => Promise<SessionWorkspaceView[]>

export type WorkspacesOfDeps = {
  reader: Reader
  personalWorkspace(userId: string): Promise<SessionWorkspaceView | undefined>
  /** A workspace as its member sees it; undefined for anybody else. */
  membershipOf(workspaceId: string, userId: string): Promise<SessionWorkspaceView | undefined>
}

/**
 * Returns the workspaces of a user in one region with what they may do there, the personal one first, the others by
 * name. What is known of each is read from the log: a change of permissions applies at once.
 */
export function workspacesOf(deps: WorkspacesOfDeps): WorkspacesOf {
  return async (userId) => {
    const [own, memberships] = await Promise.all([
      deps.personalWorkspace(userId),
      deps.reader.getPublic(membershipsProjection, userId),
    ])
    const ids = (memberships?.workspaces ?? []).map(({ workspaceId }) => workspaceId)
    const others = await Promise.all(
      ids.filter((id) => id !== own?.workspaceId).map((id) => deps.membershipOf(id, userId)),
    )
    const named = others.filter((view) => view !== undefined).sort(byName)
    return own ? [own, ...named] : named
  }
}

const byName = (one: SessionWorkspaceView, other: SessionWorkspaceView) =>
  one.workspaceName.localeCompare(other.workspaceName)
