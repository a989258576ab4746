import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { INVITE_LASTS_MS, type MembershipCommand } from './membership.ts'
import { workspace } from './workspace.decider.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000

const created = (personal: boolean): WorkspaceEvent => ({
  type: 'WorkspaceCreated',
  data: {
    workspaceId: 'w1',
    ownerId: 'ada',
    workspaceName: 'Team',
    workspaceSecret: 'ws_abcdefghijklmnopqrst',
    workspaceSecretHash: 'hash',
    region: 'na',
    personal,
  },
})
const joined = (userId: string, role: 'owner' | 'member' = 'member'): WorkspaceEvent => ({
  type: 'WorkspaceMemberAdded',
  data: { userId, email: `${userId}@example.com`, role },
})
const team = [created(false), joined('ada', 'owner')]

const invite: Extract<MembershipCommand, { type: 'InviteMember' }> = {
  type: 'InviteMember',
  inviteId: 'i1',
  email: 'bob@example.com',
  invitedBy: 'ada',
  isMember: false,
  permissions: undefined,
  seats: 2,
  now: NOW,
}
const times = { sending: 1, sentAt: NOW, expiresAt: NOW + INVITE_LASTS_MS }
const invitation = { inviteId: 'i1', email: 'bob@example.com', invitedBy: 'ada', ...times }
const invited: WorkspaceEvent = { type: 'MemberInvited', data: invitation }
const accept: Extract<MembershipCommand, { type: 'AcceptInvite' }> = {
  type: 'AcceptInvite',
  inviteId: 'i1',
  sending: 1,
  userId: 'bob',
  email: 'bob@example.com',
  seats: 2,
  now: NOW + MINUTE,
}
const accepted: WorkspaceEvent = { type: 'InviteAccepted', data: { inviteId: 'i1', userId: 'bob' } }
const bobJoined: WorkspaceEvent = {
  type: 'WorkspaceMemberAdded',
  data: { userId: 'bob', email: 'bob@example.com', role: 'member', joinedAt: NOW + MINUTE },
}

test('an invitation takes a seat until it is over', () => {
  given(workspace, ...team)
    .when(invite)
    .then(invited)
  given(workspace, ...team, invited)
    .when(invite)
    .thenNothing()
  const other = { ...invite, inviteId: 'i2', email: 'eve@example.com' }
  given(workspace, ...team, invited)
    .when(other)
    .thenRejected('no-seats', 'You have reached the maximum number of seats')
  given(workspace, ...team, invited)
    .when({ ...other, now: NOW + INVITE_LASTS_MS })
    .then({
      type: 'MemberInvited',
      data: {
        inviteId: 'i2',
        email: 'eve@example.com',
        invitedBy: 'ada',
        sending: 1,
        sentAt: NOW + INVITE_LASTS_MS,
        expiresAt: NOW + 2 * INVITE_LASTS_MS,
      },
    })
  given(workspace, ...team, invited, { type: 'InviteRevoked', data: { inviteId: 'i1' } })
    .when({ ...other, now: NOW })
    .then({
      type: 'MemberInvited',
      data: { ...invitation, inviteId: 'i2', email: 'eve@example.com' },
    })
})

test('nobody is invited twice, and no member', () => {
  given(workspace, ...team, invited)
    .when({ ...invite, inviteId: 'i2', seats: 9 })
    .thenRejected('already-invited')
  given(workspace, ...team)
    .when({ ...invite, isMember: true })
    .thenRejected('already-member')
})

test('whoever has the invited address joins, once', () => {
  given(workspace, ...team, invited)
    .when(accept)
    .then(accepted, bobJoined)
  given(workspace, ...team, invited, accepted, bobJoined)
    .when(accept)
    .thenNothing()
  given(workspace, ...team, invited, accepted, bobJoined)
    .when({ ...accept, userId: 'eve', email: 'eve@example.com' })
    .thenRejected('invite-over')
  given(workspace, ...team, invited)
    .when({ ...accept, userId: 'eve', email: 'eve@example.com' })
    .thenRejected('other-address')
  given(workspace, ...team, invited)
    .when({ ...accept, seats: 1 })
    .thenRejected('no-seats', 'Failed to add user to workspace, workspace does not have enough seats')
})

test('only the newest link of an invitation is valid, until it ends', () => {
  const resent: WorkspaceEvent = {
    type: 'InviteResent',
    data: { inviteId: 'i1', sending: 2, sentAt: NOW + MINUTE, expiresAt: NOW + MINUTE + INVITE_LASTS_MS },
  }
  const resend = { type: 'ResendInvite', inviteId: 'i1', now: NOW + MINUTE } as const
  given(workspace, ...team, invited)
    .when({ ...resend, now: NOW + 1 })
    .thenRejected('too-many-requests')
  given(workspace, ...team, invited)
    .when(resend)
    .then(resent)
  given(workspace, ...team, invited, resent)
    .when(accept)
    .thenRejected('invite-over')
  given(workspace, ...team, invited, resent)
    .when({ ...accept, sending: 2 })
    .then(accepted, bobJoined)
  given(workspace, ...team, invited)
    .when({ ...accept, now: NOW + INVITE_LASTS_MS })
    .thenRejected('invite-over')
  const expire = { type: 'ExpireInvite', inviteId: 'i1', now: NOW + INVITE_LASTS_MS } as const
  given(workspace, ...team, invited)
    .when(expire)
    .then({ type: 'InviteExpired', data: { inviteId: 'i1' } })
  given(workspace, ...team, invited, resent)
    .when(expire)
    .thenNothing()
})

test('the permissions of an invitation are those of the member, with what they need', () => {
  const limited = { ...invite, permissions: ['lead.read'] }
  const permissions = [
    ...['agent.list', 'agent.view', 'agent.read', 'lead.read', 'workspace.follow', 'workspace.read'],
  ]
  const [event] = given(workspace, ...team)
    .when(limited)
    .events()
  expect(event?.data).toMatchObject({ permissions })
  if (!event) throw new Error('Nobody was invited')
  const [, member] = given(workspace, ...team, event)
    .when(accept)
    .events()
  expect(member?.data).toMatchObject({ userId: 'bob', permissions })
})

test('the owner changes what a member may do, never what the owner may', () => {
  const change = (userId: string, permissions?: string[]): MembershipCommand => ({
    type: 'ChangeMemberPermissions',
    userId,
    permissions,
  })
  const changed: WorkspaceEvent = {
    type: 'MemberPermissionsChanged',
    data: { userId: 'bob', permissions: ['workspace.follow', 'workspace.read'] },
  }
  given(workspace, ...team, bobJoined)
    .when(change('bob', ['billing.manage', 'no.permission']))
    .then(changed)
  given(workspace, ...team, bobJoined, changed)
    .when(change('bob', []))
    .thenNothing()
  given(workspace, ...team, bobJoined)
    .when(change('ada', []))
    .thenRejected('invalid-input')
  given(workspace, ...team)
    .when(change('bob', []))
    .thenRejected('not-found')
})

test('members are removed and leave; the owner stays', () => {
  const gone = (reason: 'removed' | 'left'): WorkspaceEvent => ({
    type: 'WorkspaceMemberRemoved',
    data: { userId: 'bob', reason },
  })
  given(workspace, ...team, bobJoined)
    .when({ type: 'RemoveMember', userId: 'bob', by: 'ada' })
    .then(gone('removed'))
  given(workspace, ...team, bobJoined)
    .when({ type: 'RemoveMember', userId: 'ada', by: 'ada' })
    .thenRejected('invalid-input', 'You cannot remove yourself from the workspace.')
  given(workspace, ...team)
    .when({ type: 'RemoveMember', userId: 'bob', by: 'ada' })
    .thenRejected('not-found')
  given(workspace, ...team, bobJoined)
    .when({ type: 'LeaveWorkspace', userId: 'bob' })
    .then(gone('left'))
  given(workspace, ...team, bobJoined)
    .when({ type: 'LeaveWorkspace', userId: 'ada' })
    .thenRejected('owner-stays')
})

test('the ownership goes to a member who accepts it, so that there is always one owner', () => {
  const offered: WorkspaceEvent = { type: 'OwnershipOffered', data: { userId: 'bob' } }
  const transferred: WorkspaceEvent = {
    type: 'OwnershipTransferred',
    data: { ownerId: 'bob', formerOwnerId: 'ada' },
  }
  const answer = (userId: string, accept: boolean) =>
    ({ type: 'AnswerOwnershipOffer', userId, accept }) as const
  const both = [...team, bobJoined]
  given(workspace, ...both)
    .when({ type: 'OfferOwnership', userId: 'bob' })
    .then(offered)
  given(workspace, ...team)
    .when({ type: 'OfferOwnership', userId: 'bob' })
    .thenRejected('not-found')
  given(workspace, created(true), joined('ada', 'owner'), bobJoined)
    .when({ type: 'OfferOwnership', userId: 'bob' })
    .thenRejected('personal-workspace')
  given(workspace, ...both)
    .when(answer('bob', true))
    .thenRejected('not-found')
  given(workspace, ...both, offered)
    .when(answer('ada', false))
    .thenRejected('not-found')
  given(workspace, ...both, offered)
    .when(answer('bob', false))
    .then({ type: 'OwnershipOfferEnded', data: { userId: 'bob', reason: 'declined' } })
  given(workspace, ...both, offered)
    .when({ type: 'WithdrawOwnershipOffer' })
    .then({ type: 'OwnershipOfferEnded', data: { userId: 'bob', reason: 'withdrawn' } })
  given(workspace, ...both, offered)
    .when(answer('bob', true))
    .then(transferred)
  const { state } = given(workspace, ...both, offered, transferred)
  expect(state).toMatchObject({
    ownerId: 'bob',
    members: [
      { userId: 'ada', role: 'member' },
      { userId: 'bob', role: 'owner' },
    ],
  })
  const left: WorkspaceEvent = { type: 'WorkspaceMemberRemoved', data: { userId: 'bob', reason: 'left' } }
  given(workspace, ...both, offered, left)
    .when(answer('bob', true))
    .thenRejected('not-found')
})
