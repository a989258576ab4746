/** A workspace as its members see it; its secret and its canned responses stay sealed. */

import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import {
  type CannedResponse,
  defaultInboxSettings,
  type InboxSettings,
} from '@parley/contracts/workspace/inbox-settings.ts'
import type { MemberRole } from '@parley/contracts/workspace/roles.ts'
import type { SavedView } from '@parley/contracts/workspace/saved-views.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** `joinedAt`: milliseconds. */
export type StoredMember = {
  userId: string
  role: MemberRole
  permissions?: string[] | undefined
  joinedAt?: number | undefined
}

/** The address is sealed; times in milliseconds. */
export type StoredInvite = {
  inviteId: string
  email: string
  invitedBy: string
  permissions?: string[] | undefined
  sentAt: number
  expiresAt: number
}

export type StoredWorkspace = {
  workspaceId: string
  /** Sealed. */
  workspaceName: string
  /** A sealed data URL; absent if it was never set. */
  workspacePhotoURL?: string
  workspaceSecret: string
  ownerId: string
  region: string
  personal: boolean
  members: StoredMember[]
  /** Who was a member before, the last `MOST_FORMER_MEMBERS`; absent for none. */
  formerMemberIds?: string[]
  invites: StoredInvite[]
  /** The member whom the ownership was offered to. */
  offeredTo?: string | undefined
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

/** More are not offered as filters. */
const MOST_FORMER_MEMBERS = 500

export const workspacesProjection = tenantProjection<StoredWorkspace>()({
  name: 'workspaces',
  version: 9,
  events: workspaceEvents,
  indexes: {},
  identify: (event) => event.tenant,
  project(stored, event) {
    if (event.type === 'WorkspaceCreated') {
      const { workspaceSecretHash: _, ...created } = event.data
      return {
        ...created,
        members: [],
        invites: [],
        inbox: defaultInboxSettings,
        cannedResponses: [],
        savedViews: [],
      }
    }
    if (!stored) return undefined
    switch (event.type) {
      case 'WorkspaceMemberAdded': {
        const { email: _, ...member } = event.data
        const others = stored.members.filter(({ userId }) => userId !== member.userId)
        return { ...stored, members: [...others, member], ...formerMembers(stored, member.userId, false) }
      }
      case 'WorkspaceMemberRemoved': {
        const { userId } = event.data
        const members = stored.members.filter((member) => member.userId !== userId)
        return {
          ...stored,
          ...formerMembers(stored, userId, true),
          members,
          offeredTo: stored.offeredTo === userId ? undefined : stored.offeredTo,
          savedViews: stored.savedViews.filter(({ ownerId }) => ownerId !== userId),
        }
      }
      case 'MemberPermissionsChanged': {
        const { userId, permissions } = event.data
        const members = stored.members.map((one) => (one.userId === userId ? { ...one, permissions } : one))
        return { ...stored, members }
      }
      case 'MemberInvited': {
        const { sending: _, ...invite } = event.data
        const others = invitesWithout(stored, invite).filter(({ expiresAt }) => expiresAt > invite.sentAt)
        return { ...stored, invites: [...others, invite] }
      }
      case 'InviteResent': {
        const { inviteId, sentAt, expiresAt } = event.data
        const again = (one: StoredInvite) => (one.inviteId === inviteId ? { ...one, sentAt, expiresAt } : one)
        return { ...stored, invites: stored.invites.map(again) }
      }
      case 'InviteRevoked':
      case 'InviteExpired':
      case 'InviteAccepted':
        return { ...stored, invites: invitesWithout(stored, event.data) }
      case 'OwnershipOffered':
        return { ...stored, offeredTo: event.data.userId }
      case 'OwnershipOfferEnded':
        return { ...stored, offeredTo: undefined }
      case 'OwnershipTransferred': {
        const { ownerId, formerOwnerId } = event.data
        const members = stored.members.map((one): StoredMember => {
          if (one.userId === ownerId) return { ...one, role: 'owner', permissions: undefined }
          return one.userId === formerOwnerId ? { ...one, role: 'member' } : one
        })
        return { ...stored, ownerId, members, offeredTo: undefined }
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
      // What waits for its deletion says the log (`workspaces.standingOf`).
      case 'WorkspaceDeletionRequested':
      case 'WorkspaceDeletionUndone':
      // Access tokens are documents of their own (`access-tokens`).
      case 'AccessTokenCreated':
      case 'AccessTokenRevoked':
        return stored
      case 'WorkspaceDeleted':
      case 'WorkspaceErased':
        return undefined
    }
  },
})

function without(
  { cannedResponses }: StoredWorkspace,
  { cannedResponseId }: { cannedResponseId: string },
): CannedResponse[] {
  return cannedResponses.filter((one) => one.cannedResponseId !== cannedResponseId)
}

function invitesWithout({ invites }: StoredWorkspace, { inviteId }: { inviteId: string }): StoredInvite[] {
  return invites.filter((invite) => invite.inviteId !== inviteId)
}

function otherViews({ savedViews }: StoredWorkspace, { viewId }: { viewId: string }): SavedView[] {
  return savedViews.filter((view) => view.viewId !== viewId)
}

function formerMembers(
  { formerMemberIds = [] }: StoredWorkspace,
  userId: string,
  left: boolean,
): Pick<StoredWorkspace, 'formerMemberIds'> {
  const others = formerMemberIds.filter((id) => id !== userId)
  const ids = left ? [...others, userId].slice(-MOST_FORMER_MEMBERS) : others
  return ids.length === 0 && formerMemberIds.length === 0 ? {} : { formerMemberIds: ids }
}
