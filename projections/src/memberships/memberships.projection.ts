/** The workspaces that a user belongs to. Contains only ids, since the host reads it without a tenant. */

import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'

export type Memberships = { workspaces: { workspaceId: string }[] }

export const membershipsProjection = publicProjection<Memberships>()({
  name: 'memberships',
  version: 4,
  events: pick(workspaceEvents, 'WorkspaceMemberAdded', 'WorkspaceMemberRemoved', 'WorkspaceDeleted'),
  indexes: {},
  identify: (event) => (event.type === 'WorkspaceDeleted' ? event.data.memberIds : event.data.userId),
  project(memberships, event) {
    const others = (memberships?.workspaces ?? []).filter(({ workspaceId }) => workspaceId !== event.tenant)
    if (event.type !== 'WorkspaceMemberAdded') return others.length === 0 ? undefined : { workspaces: others }
    return { workspaces: [...others, { workspaceId: event.tenant }] }
  },
})
