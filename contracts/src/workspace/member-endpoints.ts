/** Members of a workspace, invitations to it, and its ownership. */
import { z } from 'zod'
import { returnedMailKinds } from '../agency/bounces.ts'
import { defineEndpoints, regionParams, workspaceParams } from '../endpoint.ts'
import { emailAddress } from '../identity/email-address.ts'
import { workspacePermissionNames } from '../permissions.ts'
import { memberRoles } from './roles.ts'

/** Without it: everything that a member may do. */
const permissions = z.array(z.enum(workspacePermissionNames)).max(100).optional()

const memberId = z.string().min(1).max(64)
const memberParams = workspaceParams.extend({ userId: memberId })
const inviteParams = workspaceParams.extend({ inviteId: z.string().min(1).max(64) })
const acknowledged = z.object({ success: z.literal(true) })

export const invitedEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Please enter a valid email')
  .regex(emailAddress, 'Please enter a valid email')

export const memberView = z.object({
  userId: z.string(),
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string().optional(),
  role: z.enum(memberRoles),
  permissions: z.array(z.string()).optional(),
  /** ISO 8601; absent for members of before this was recorded. */
  joinedAt: z.string().optional(),
  /** Why no mail is sent to the address; absent if mails are. */
  returnedMail: z.enum(returnedMailKinds).optional(),
})
export type MemberView = z.infer<typeof memberView>

export const inviteView = z.object({
  inviteId: z.string(),
  email: z.string(),
  permissions: z.array(z.string()).optional(),
  invitedBy: z.string(),
  /** ISO 8601. */
  sentAt: z.string(),
  expiresAt: z.string(),
  /** Why no mail is sent to the address; absent if mails are. */
  returnedMail: z.enum(returnedMailKinds).optional(),
})
export type InviteView = z.infer<typeof inviteView>

const noSeats = { 'no-seats': 403 } as const
/** The part of a link that proves it: the workspace, the invitation and a signature. */
const token = z.string().min(1).max(300)
const overRefusals = { 'invite-over': 410, 'other-address': 403, ...noSeats } as const

export const memberEndpoints = defineEndpoints({
  'members.list': {
    summary: 'The members of a workspace, its seats and, for those who manage members, its invitations',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/members',
    permission: 'workspace.read',
    kind: 'query',
    params: workspaceParams,
    output: z.object({
      members: z.array(memberView),
      invites: z.array(inviteView),
      /** How many people the workspace may have, the owner included. */
      seats: z.number(),
      /** The member whom the ownership was offered to. */
      offeredTo: z.string().optional(),
    }),
  },
  'members.change': {
    summary: 'Change what a member may do; applies at once',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/members/{userId}',
    permission: 'workspace.members.manage',
    kind: 'command',
    overwrites: 'members.list',
    params: memberParams,
    body: z.object({ permissions }),
    output: acknowledged,
  },
  'members.remove': {
    summary: 'Remove a member; their access ends at once',
    method: 'DELETE',
    path: '/api/{region}/v2/workspaces/{workspaceId}/members/{userId}',
    permission: 'workspace.members.manage',
    kind: 'command',
    params: memberParams,
    output: acknowledged,
  },
  'members.leave': {
    summary: 'Leave a workspace',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/leave',
    permission: 'workspace.read',
    kind: 'command',
    duringDeletion: true,
    params: workspaceParams,
    output: acknowledged,
    refusals: { 'owner-stays': 409 },
  },
  'invites.create': {
    summary: 'Invite somebody by e-mail; mails them a link that is valid for 7 days',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/invites',
    permission: 'workspace.members.manage',
    kind: 'command',
    params: workspaceParams,
    body: z.object({ email: invitedEmail, permissions }),
    output: z.object({ inviteId: z.string() }),
    refusals: { ...noSeats, 'own-address': 400, 'already-member': 409, 'already-invited': 409 },
  },
  'invites.resend': {
    summary: 'Mail a new link; former links of the invitation stop working',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/invites/{inviteId}/resend',
    permission: 'workspace.members.manage',
    kind: 'command',
    params: inviteParams,
    output: acknowledged,
  },
  'invites.link': {
    summary: 'The link of an invitation, to be handed over in another way than by mail',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/invites/{inviteId}/link',
    permission: 'workspace.members.manage',
    kind: 'query',
    params: inviteParams,
    output: z.object({ link: z.string() }),
  },
  'invites.revoke': {
    summary: 'Revoke an invitation; its link stops working and its address is erased',
    method: 'DELETE',
    path: '/api/{region}/v2/workspaces/{workspaceId}/invites/{inviteId}',
    permission: 'workspace.members.manage',
    kind: 'command',
    params: inviteParams,
    output: acknowledged,
  },
  'invites.open': {
    summary: 'What an invitation is to, for the holder of its link',
    method: 'POST',
    path: '/api/{region}/invites/open',
    access: 'anyone',
    permission: 'account.sign-in',
    kind: 'query',
    params: regionParams,
    body: z.object({ token }),
    output: z.object({ workspaceName: z.string(), email: z.string(), invitedBy: z.string() }),
    refusals: overRefusals,
  },
  'invites.accept': {
    summary: 'Join the workspace of an invitation, which was sent to the own address',
    method: 'POST',
    path: '/api/{region}/invites/accept',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    params: regionParams,
    body: z.object({ token, email: invitedEmail }),
    output: z.object({
      workspaceId: z.string(),
      workspaceName: z.string(),
      /** False for somebody who was a member already, such as with a link that was used. */
      joined: z.boolean(),
    }),
    refusals: overRefusals,
  },
  'ownership.offer': {
    summary: 'Offer the ownership to a member, who has to accept it',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/ownership',
    permission: 'workspace.members.manage',
    kind: 'command',
    params: workspaceParams,
    body: z.object({ userId: memberId }),
    output: acknowledged,
    refusals: { 'personal-workspace': 409 },
  },
  'ownership.withdraw': {
    summary: 'Withdraw the offer of the ownership',
    method: 'DELETE',
    path: '/api/{region}/v2/workspaces/{workspaceId}/ownership',
    permission: 'workspace.members.manage',
    kind: 'command',
    params: workspaceParams,
    output: acknowledged,
  },
  'ownership.answer': {
    summary: 'Accept or decline the ownership that was offered to oneself',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/ownership/answer',
    permission: 'workspace.read',
    kind: 'command',
    params: workspaceParams,
    body: z.object({ accept: z.boolean() }),
    output: acknowledged,
  },
})
