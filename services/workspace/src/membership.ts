/** Who belongs to a workspace: members, invitations and the ownership; the part of the workspace's decider about people. */
import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { completed } from '@parley/contracts/workspace/member-permissions.ts'
import type { MemberRole } from '@parley/contracts/workspace/roles.ts'
import { accept, type Decision, refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import type { LiveWorkspace } from './workspace.decider.ts'

export type Member = {
  userId: string
  role: MemberRole
  /** Without it, all that the role holds. */
  permissions?: readonly string[] | undefined
  /** Milliseconds. */
  joinedAt?: number | undefined
}

/** Times in milliseconds. `sending`: how often the link was sent; only the newest is valid. */
export type Invite = {
  inviteId: string
  email: string
  invitedBy: string
  permissions?: readonly string[] | undefined
  sending: number
  sentAt: number
  expiresAt: number
}

export type Membership = {
  ownerId: string
  members: readonly Member[]
  /** At most as many as there are seats. */
  invites: readonly Invite[]
  /** The member whom the ownership was offered to. */
  offeredTo?: string | undefined
}

/** `now`: milliseconds. `seats`: how many people the workspace may have. */
export type MembershipCommand =
  /** `isMember`: whether somebody with this address is a member. */
  | {
      type: 'InviteMember'
      inviteId: string
      email: string
      invitedBy: string
      isMember: boolean
      permissions: readonly string[] | undefined
      seats: number
      now: number
    }
  | { type: 'ResendInvite'; inviteId: string; now: number }
  | { type: 'RevokeInvite'; inviteId: string }
  /** Accepted without an event if it is over already, or was sent again meanwhile. */
  | { type: 'ExpireInvite'; inviteId: string; now: number }
  /** `email`: the proven address of the person. */
  | {
      type: 'AcceptInvite'
      inviteId: string
      sending: number
      userId: string
      email: string
      seats: number
      now: number
    }
  | { type: 'ChangeMemberPermissions'; userId: string; permissions: readonly string[] | undefined }
  /** Because their account was deleted; accepted without an event if they are no member. */
  | { type: 'EndMembership'; userId: string }
  /** `by`: who removes. */
  | { type: 'RemoveMember'; userId: string; by: string }
  | { type: 'LeaveWorkspace'; userId: string }
  | { type: 'OfferOwnership'; userId: string }
  | { type: 'WithdrawOwnershipOffer' }
  | { type: 'AnswerOwnershipOffer'; userId: string; accept: boolean }

export const INVITE_LASTS_MS = 7 * 86_400_000
const RESEND_AFTER_MS = 60_000

const noSuchMember = refuse('not-found', 'This person is not a member of the workspace.')
const inviteOver = refuse(
  'invite-over',
  'This invitation is no longer valid. Ask the person who invited you for a new one.',
)

export function decideMembership(command: MembershipCommand, state: LiveWorkspace): Decision<WorkspaceEvent> {
  const { members, ownerId, invites, offeredTo } = state
  const isMember = (userId: string) => members.some((member) => member.userId === userId)
  switch (command.type) {
    case 'InviteMember':
      return invite(command, state)
    case 'ResendInvite': {
      const { inviteId, now } = command
      const found = invites.find((one) => one.inviteId === inviteId)
      if (!found) return refuse('not-found', 'This invitation does not exist.')
      const wait = found.sentAt + RESEND_AFTER_MS - now
      if (wait > 0) {
        const message = 'The invitation was just sent. Please wait a minute.'
        return refuseFor(Math.ceil(wait / 1000), 'too-many-requests', message)
      }
      const sending = found.sending + 1
      const data = { inviteId, sending, sentAt: now, expiresAt: now + INVITE_LASTS_MS }
      return accept({ type: 'InviteResent', data })
    }
    case 'RevokeInvite': {
      const { inviteId } = command
      return invites.some((one) => one.inviteId === inviteId)
        ? accept({ type: 'InviteRevoked', data: { inviteId } })
        : refuse('not-found', 'This invitation does not exist.')
    }
    case 'ExpireInvite': {
      const { inviteId, now } = command
      const over = invites.some((one) => one.inviteId === inviteId && one.expiresAt <= now)
      return over ? accept({ type: 'InviteExpired', data: { inviteId } }) : accept()
    }
    case 'AcceptInvite':
      return acceptInvite(command, state)
    case 'ChangeMemberPermissions': {
      const { userId, permissions: chosen } = command
      const member = members.find((one) => one.userId === userId)
      if (!member) return noSuchMember
      if (userId === ownerId) return refuse('invalid-input', 'The owner may do everything.', 'userId')
      const permissions = chosen && completed(chosen)
      if (JSON.stringify(permissions) === JSON.stringify(member.permissions)) return accept()
      return accept({ type: 'MemberPermissionsChanged', data: { userId, permissions } })
    }
    case 'EndMembership': {
      const { userId } = command
      if (!isMember(userId)) return accept()
      if (userId === ownerId && members.length > 1 && !state.deletion)
        return refuse(
          'owner-of-others',
          'The owner of a workspace can leave it only after its other members.',
        )
      return accept({ type: 'WorkspaceMemberRemoved', data: { userId, reason: 'account-deleted' } })
    }
    case 'RemoveMember': {
      const { userId, by } = command
      if (userId === by || userId === ownerId)
        return refuse('invalid-input', 'You cannot remove yourself from the workspace.', 'userId')
      if (!isMember(userId)) return noSuchMember
      return accept({ type: 'WorkspaceMemberRemoved', data: { userId, reason: 'removed' } })
    }
    case 'LeaveWorkspace': {
      const { userId } = command
      if (!isMember(userId)) return accept()
      if (userId === ownerId)
        return refuse('owner-stays', 'The owner cannot leave. Make another member the owner first.')
      return accept({ type: 'WorkspaceMemberRemoved', data: { userId, reason: 'left' } })
    }
    case 'OfferOwnership': {
      const { userId } = command
      if (!isMember(userId)) return noSuchMember
      if (state.personal)
        return refuse(
          'personal-workspace',
          'Your personal workspace stays yours. Create another one to share.',
        )
      if (userId === ownerId) return refuse('invalid-input', 'This person is the owner already.', 'userId')
      return offeredTo === userId ? accept() : accept({ type: 'OwnershipOffered', data: { userId } })
    }
    case 'WithdrawOwnershipOffer':
      return offeredTo === undefined
        ? accept()
        : accept({ type: 'OwnershipOfferEnded', data: { userId: offeredTo, reason: 'withdrawn' } })
    case 'AnswerOwnershipOffer': {
      const { userId } = command
      if (offeredTo !== userId)
        return refuse('not-found', 'The ownership of this workspace is not offered to you.')
      return command.accept
        ? accept({ type: 'OwnershipTransferred', data: { ownerId: userId, formerOwnerId: ownerId } })
        : accept({ type: 'OwnershipOfferEnded', data: { userId, reason: 'declined' } })
    }
  }
}

/** Seats are kept for invitations that are pending, so that whoever accepts finds one. */
function invite(
  command: Extract<MembershipCommand, { type: 'InviteMember' }>,
  { members, invites }: LiveWorkspace,
): Decision<WorkspaceEvent> {
  const { inviteId, email, invitedBy, isMember, permissions, seats, now } = command
  const pending = invites.filter(({ expiresAt }) => expiresAt > now)
  if (pending.some((one) => one.inviteId === inviteId)) return accept()
  if (isMember) return refuse('already-member', `${email} is a member of this workspace already.`, 'email')
  if (pending.some((one) => one.email === email))
    return refuse(
      'already-invited',
      `${email} is invited already. You can send the invitation again.`,
      'email',
    )
  if (members.length + pending.length >= seats)
    return refuse('no-seats', 'You have reached the maximum number of seats')
  const times = { sending: 1, sentAt: now, expiresAt: now + INVITE_LASTS_MS }
  const may = permissions && completed(permissions)
  return accept({
    type: 'MemberInvited',
    data: { inviteId, email, invitedBy, ...times, ...(may ? { permissions: may } : {}) },
  })
}

function acceptInvite(
  command: Extract<MembershipCommand, { type: 'AcceptInvite' }>,
  { members, invites }: LiveWorkspace,
): Decision<WorkspaceEvent> {
  const { inviteId, sending, userId, email, seats, now } = command
  const isMember = members.some((member) => member.userId === userId)
  const found = invites.find((one) => one.inviteId === inviteId)
  if (!found && isMember) return accept()
  if (!found || found.sending !== sending || found.expiresAt <= now) return inviteOver
  if (found.email !== email)
    return refuse(
      'other-address',
      'This invitation was sent to another e-mail address. Sign in with the account of that address.',
    )
  const accepted = { type: 'InviteAccepted', data: { inviteId, userId } } as const
  if (isMember) return accept(accepted)
  if (members.length >= seats)
    return refuse('no-seats', 'Failed to add user to workspace, workspace does not have enough seats')
  const { permissions } = found
  const joined = { userId, email, role: 'member', joinedAt: now } as const
  return accept<WorkspaceEvent>(accepted, {
    type: 'WorkspaceMemberAdded',
    data: { ...joined, ...(permissions ? { permissions: [...permissions] } : {}) },
  })
}

/** The fields that an event changes; none for events about anything else. */
export function evolveMembership(
  { members, invites, offeredTo }: Membership,
  event: WorkspaceEvent,
): Partial<Membership> {
  const without = (inviteId: string) => invites.filter((one) => one.inviteId !== inviteId)
  switch (event.type) {
    case 'WorkspaceMemberAdded': {
      const { email: _, ...member } = event.data
      return { members: [...members.filter(({ userId }) => userId !== member.userId), member] }
    }
    case 'WorkspaceMemberRemoved': {
      const { userId } = event.data
      return {
        members: members.filter((member) => member.userId !== userId),
        offeredTo: offeredTo === userId ? undefined : offeredTo,
      }
    }
    case 'MemberPermissionsChanged': {
      const { userId, permissions } = event.data
      return { members: members.map((one) => (one.userId === userId ? { ...one, permissions } : one)) }
    }
    case 'MemberInvited': {
      const { sentAt } = event.data
      // An expired one of the same address may still wait for its deadline.
      return { invites: [...invites.filter(({ expiresAt }) => expiresAt > sentAt), event.data] }
    }
    case 'InviteResent':
      return {
        invites: invites.map((one) =>
          one.inviteId === event.data.inviteId ? { ...one, ...event.data } : one,
        ),
      }
    case 'InviteRevoked':
    case 'InviteExpired':
    case 'InviteAccepted':
      return { invites: without(event.data.inviteId) }
    case 'OwnershipOffered':
      return { offeredTo: event.data.userId }
    case 'OwnershipOfferEnded':
      return { offeredTo: undefined }
    case 'OwnershipTransferred': {
      const { ownerId: next, formerOwnerId } = event.data
      return {
        ownerId: next,
        offeredTo: undefined,
        members: members.map((member) => {
          if (member.userId === next) return { ...member, role: 'owner' as const, permissions: undefined }
          return member.userId === formerOwnerId ? { ...member, role: 'member' as const } : member
        }),
      }
    }
    default:
      return {}
  }
}
