/** A workspace as its members see it; the secret stays sealed. */
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

export type StoredWorkspace = {
  workspaceId: string
  workspaceName: string
  workspaceSecret: string
  ownerId: string
  region: string
  personal: boolean
  members: { userId: string; role: 'owner' | 'member' }[]
}

export const workspacesProjection = tenantProjection<StoredWorkspace>()({
  name: 'workspaces',
  version: 1,
  events: workspaceEvents,
  indexes: {},
  identify: (event) => event.tenant,
  project(stored, event) {
    if (event.type === 'WorkspaceCreated') {
      const { workspaceSecretHash: _, ...created } = event.data
      return { ...created, members: [] }
    }
    if (!stored) return undefined
    switch (event.type) {
      case 'WorkspaceMemberAdded': {
        const { userId, role } = event.data
        const others = stored.members.filter((member) => member.userId !== userId)
        return { ...stored, members: [...others, { userId, role }] }
      }
      case 'WorkspaceRenamed':
        return { ...stored, workspaceName: event.data.workspaceName }
      case 'WorkspaceSecretRegenerated':
        return { ...stored, workspaceSecret: event.data.workspaceSecret }
    }
  },
})
