import { z } from 'zod'
import { defineEvents, type EventOf, personal, secret, tenantText } from '../message.ts'
import { inboxSettingsSchema } from './inbox-settings.ts'
import { memberRoles } from './roles.ts'
import { savedViewSchema } from './saved-views.ts'

/** Names of permissions; without them, a member has all that their role holds. */
const memberPermissions = z.array(z.string()).optional()

/** `sending`: how often its link was sent; only the newest link is valid. Times in milliseconds. */
const invite = { inviteId: z.string(), sending: z.number(), sentAt: z.number(), expiresAt: z.number() }

/** The subject whose key seals the address of an invitation. */
export function inviteSubject(inviteId: string): string {
  return `invite-${inviteId}`
}

/** Stream `workspace-<workspaceId>`; the tenant is the workspace itself. */
export const workspaceEvents = defineEvents({
  WorkspaceCreated: {
    version: 1,
    summary: 'Created the workspace',
    data: z.object({
      workspaceId: z.string(),
      ownerId: z.string(),
      workspaceName: tenantText(),
      workspaceSecret: secret(),
      /** SHA-256 of the secret, by which the workspace is found for a bearer token. */
      workspaceSecretHash: z.string(),
      region: z.string(),
      personal: z.boolean(),
    }),
  },
  WorkspaceMemberAdded: {
    version: 1,
    summary: 'Joined the workspace',
    data: z.object({
      userId: z.string(),
      email: personal({ of: 'userId' }),
      role: z.enum(memberRoles),
      permissions: memberPermissions,
      /** Milliseconds. */
      joinedAt: z.number().optional(),
    }),
  },
  /** `left`: by themselves; `removed`: by the owner. */
  WorkspaceMemberRemoved: {
    version: 1,
    summary: 'Ended a membership of the workspace',
    data: z.object({ userId: z.string(), reason: z.enum(['account-deleted', 'removed', 'left']) }),
  },
  MemberPermissionsChanged: {
    version: 1,
    summary: 'Changed what a member may do',
    data: z.object({ userId: z.string(), permissions: memberPermissions }),
  },
  /** The address is sealed under a key of its own (`inviteSubject`), which is erased when the invitation is over. */
  MemberInvited: {
    version: 1,
    summary: 'Invited somebody to the workspace',
    data: z.object({ ...invite, email: personal(), invitedBy: z.string(), permissions: memberPermissions }),
  },
  InviteResent: { version: 1, summary: 'Sent an invitation again', data: z.object(invite) },
  InviteRevoked: {
    version: 1,
    summary: 'Revoked an invitation',
    data: z.object({ inviteId: z.string() }),
  },
  InviteExpired: {
    version: 1,
    summary: 'Ended an invitation that nobody had accepted',
    data: z.object({ inviteId: z.string() }),
  },
  InviteAccepted: {
    version: 1,
    summary: 'Accepted an invitation',
    data: z.object({ inviteId: z.string(), userId: z.string() }),
  },
  /** Takes effect when they accept it. */
  OwnershipOffered: {
    version: 1,
    summary: 'Offered the workspace to a member',
    data: z.object({ userId: z.string() }),
  },
  OwnershipOfferEnded: {
    version: 1,
    summary: 'Withdrew or declined the offer of the workspace',
    data: z.object({ userId: z.string(), reason: z.enum(['withdrawn', 'declined']) }),
  },
  /** The former owner stays as a member. */
  OwnershipTransferred: {
    version: 1,
    summary: 'Became the owner of the workspace',
    data: z.object({ ownerId: z.string(), formerOwnerId: z.string() }),
  },
  /** All settings after the change. */
  InboxSettingsChanged: { version: 1, summary: 'Changed the inbox settings', data: inboxSettingsSchema },
  CannedResponseSaved: {
    version: 1,
    summary: 'Saved a canned response',
    data: z.object({ shortcut: tenantText(), text: tenantText(), cannedResponseId: z.string() }),
  },
  CannedResponseDeleted: {
    version: 1,
    summary: 'Deleted a canned response',
    data: z.object({ cannedResponseId: z.string() }),
  },
  InboxViewSaved: { version: 1, summary: 'Saved a view of the inbox', data: savedViewSchema },
  InboxViewDeleted: {
    version: 1,
    summary: 'Deleted a view of the inbox',
    data: z.object({ viewId: z.string() }),
  },
  WorkspaceRenamed: {
    version: 1,
    summary: 'Renamed the workspace',
    data: z.object({ workspaceName: tenantText() }),
  },
  WorkspacePhotoChanged: {
    version: 1,
    summary: 'Changed the photo of the workspace',
    data: z.object({
      /** A small picture as a data URL; empty for none. */
      workspacePhotoURL: tenantText(),
    }),
  },
  /** Flags after the change; absent ones stay as they were. */
  WorkspaceOnboardingChanged: {
    version: 1,
    summary: 'Finished or reset the onboarding',
    data: z.object({
      isAgentOnboardingDone: z.boolean().optional(),
      completedDriverOnboarding: z.boolean().optional(),
    }),
  },
  WorkspaceSecretRegenerated: {
    version: 1,
    summary: 'Replaced the workspace secret',
    data: z.object({
      workspaceSecret: secret(),
      workspaceSecretHash: z.string(),
      formerSecretHash: z.string(),
    }),
  },
  /** `permissions` with those that they need, `agentIds` absent for all agents. Times in milliseconds. */
  AccessTokenCreated: {
    version: 1,
    summary: 'Made an access token',
    data: z.object({
      tokenId: z.string(),
      name: tenantText(),
      userId: z.string(),
      permissions: z.array(z.string()),
      agentIds: z.array(z.string()).optional(),
      /** SHA-256 of the text of the token, which is stored nowhere. */
      tokenHash: z.string(),
      createdAt: z.number(),
      expiresAt: z.number().optional(),
    }),
  },
  /** `maker-left`: with the membership of who made it. */
  AccessTokenRevoked: {
    version: 1,
    summary: 'Revoked an access token',
    data: z.object({ tokenId: z.string(), userId: z.string(), reason: z.enum(['person', 'maker-left']) }),
  },
  /** Its agents stop at once. Times in milliseconds. */
  WorkspaceDeletionRequested: {
    version: 1,
    summary: 'Asked for the deletion of the workspace',
    data: z.object({ userId: z.string(), requestedAt: z.number(), eraseAt: z.number() }),
  },
  WorkspaceDeletionUndone: {
    version: 1,
    summary: 'Kept the workspace',
    data: z.object({ userId: z.string() }),
  },
  /** The time to undo it is over: nobody can open it any more. */
  WorkspaceDeleted: {
    version: 1,
    summary: 'Deleted the workspace',
    data: z.object({ memberIds: z.array(z.string()), formerSecretHash: z.string() }),
  },
  /** Every key of the tenant is erased. After it the tenant has no documents in read models (`ENDS_TENANT`). */
  WorkspaceErased: { version: 1, summary: 'Erased the workspace', data: z.object({}) },
})

/** The events after which a tenant has no documents any more. */
export const ENDS_TENANT = ['WorkspaceErased'] as const satisfies readonly (keyof typeof workspaceEvents)[]

export type WorkspaceEvent = EventOf<typeof workspaceEvents>
