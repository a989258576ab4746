/** Which workspaces a person belongs to. Holds ids alone, since it is asked without a tenant, by the host. */
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
