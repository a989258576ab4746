import type { Region } from '@parley/contracts/endpoint.ts'
import type { SessionWorkspaceView, UserView } from '@parley/contracts/identity/views.ts'

const storageKey = 'parley_workspace'
let current: string | undefined

/** The workspace of all calls, sent in a header. */
export const chosenWorkspaceId = (): string | undefined => current

export function rememberWorkspace(workspaceId: string): void {
  current = workspaceId
  localStorage.setItem(storageKey, workspaceId)
}

/**
 * Returns the stored workspace, else the first of the session, which is the user's personal workspace (part 2 §4). If
 * there are workspaces in the region of the address, only those are considered, so that a deep link into the other
 * region works.
 */
export function selectWorkspace(
  session: { user: UserView; workspaces: SessionWorkspaceView[] },
  region?: Region,
  stored: string | null = localStorage.getItem(storageKey),
): SessionWorkspaceView | undefined {
  const inRegion = session.workspaces.filter((workspace) => workspace.region === region)
  const candidates = inRegion.length > 0 ? inRegion : session.workspaces
  return candidates.find((workspace) => workspace.workspaceId === stored) ?? candidates[0]
}
