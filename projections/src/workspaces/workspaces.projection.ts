/** A workspace as its members see it; its secret and its canned responses stay sealed. */

import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import {
  type CannedResponse,
  defaultInboxSettings,
  type InboxSettings,
} from '@parley/contracts/workspace/inbox-settings.ts'
import type { MemberRole } from '@parley/contracts/workspace/roles.ts'
import type { SavedView } from '@parley/contracts/workspace/saved-views.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

export type StoredWorkspace = {
  workspaceId: string
  workspaceName: string
  /** A sealed data URL; absent if it was never set. */
  workspacePhotoURL?: string
  workspaceSecret: string
  ownerId: string
  region: string
  personal: boolean
  members: { userId: string; role: MemberRole }[]
  /** How far the onboarding is; absent if nobody was in it. */
  onboarding?: {
    isAgentOnboardingDone?: boolean | undefined
    completedDriverOnboarding?: boolean | undefined
  }
  inbox: InboxSettings
  /** Sealed, so in the order in which they were saved. */
  cannedResponses: CannedResponse[]
  /** Ordered by name, including those of single members. */
  savedViews: SavedView[]
}

export const workspacesProjection = tenantProjection<StoredWorkspace>()({
  name: 'workspaces',
  version: 7,
  events: workspaceEvents,
  indexes: {},
  identify: (event) => event.tenant,
  project(stored, event) {
    if (event.type === 'WorkspaceCreated') {
      const { workspaceSecretHash: _, ...created } = event.data
      return { ...created, members: [], inbox: defaultInboxSettings, cannedResponses: [], savedViews: [] }
    }
    if (!stored) return undefined
    switch (event.type) {
      case 'WorkspaceMemberAdded': {
        const { userId, role } = event.data
        const others = stored.members.filter((member) => member.userId !== userId)
        return { ...stored, members: [...others, { userId, role }] }
      }
      case 'WorkspaceMemberRemoved': {
        const { userId } = event.data
        const members = stored.members.filter((member) => member.userId !== userId)
        return {
          ...stored,
          members,
          savedViews: stored.savedViews.filter(({ ownerId }) => ownerId !== userId),
        }
      }
      case 'WorkspaceRenamed':
        return { ...stored, workspaceName: event.data.workspaceName }
      case 'WorkspacePhotoChanged':
        return { ...stored, workspacePhotoURL: event.data.workspacePhotoURL }
      case 'WorkspaceOnboardingChanged':
        return { ...stored, onboarding: event.data }
      case 'WorkspaceSecretRegenerated':
        return { ...stored, workspaceSecret: event.data.workspaceSecret }
      case 'InboxSettingsChanged':
        return { ...stored, inbox: event.data }
      case 'CannedResponseSaved':
        return { ...stored, cannedResponses: [...without(stored, event.data), event.data] }
      case 'CannedResponseDeleted':
        return { ...stored, cannedResponses: without(stored, event.data) }
      case 'InboxViewSaved': {
        const savedViews = [...otherViews(stored, event.data), event.data]
        savedViews.sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
        return { ...stored, savedViews }
      }
      case 'InboxViewDeleted':
        return { ...stored, savedViews: otherViews(stored, event.data) }
    }
  },
})

function without(
  { cannedResponses }: StoredWorkspace,
  { cannedResponseId }: { cannedResponseId: string },
): CannedResponse[] {
  return cannedResponses.filter((one) => one.cannedResponseId !== cannedResponseId)
}

function otherViews({ savedViews }: StoredWorkspace, { viewId }: { viewId: string }): SavedView[] {
  return savedViews.filter((view) => view.viewId !== viewId)
}
