/** The workspaces that a user belongs to. Contains only ids, since the host reads it without a tenant. */
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { pick, publicProjection } from '@parley/kernel/projection.ts'

export type Memberships = { workspaces: { workspaceId: string; role: 'owner' | 'member' }[] }

export const membershipsProjection = publicProjection<Memberships>()({
  name: 'memberships',
  version: 1,
  events: pick(workspaceEvents, 'WorkspaceMemberAdded'),
  indexes: {},
  identify: (event) => event.data.userId,
  project(memberships, event) {
    const joined = { workspaceId: event.tenant, role: event.data.role }
    const others = (memberships?.workspaces ?? []).filter(
      (workspace) => workspace.workspaceId !== joined.workspaceId,
    )
    return { workspaces: [...others, joined] }
  },
})
