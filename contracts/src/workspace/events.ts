import { z } from 'zod'
import { defineEvents, type EventOf, personal, secret, tenantText } from '../message.ts'
import { inboxSettingsSchema } from './inbox-settings.ts'
import { memberRoles } from './roles.ts'
import { savedViewSchema } from './saved-views.ts'

/** Stream `workspace-<workspaceId>`; the tenant is the workspace itself. */
export const workspaceEvents = defineEvents({
  WorkspaceCreated: {
    version: 1,
    summary: 'Created the workspace',
    data: z.object({
      workspaceId: z.string(),
      ownerId: z.string(),
      workspaceName: z.string(),
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
    }),
  },
  WorkspaceMemberRemoved: {
    version: 1,
    summary: 'Left the workspace',
    data: z.object({ userId: z.string(), reason: z.enum(['account-deleted']) }),
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
    data: z.object({ workspaceName: z.string() }),
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
})
export type WorkspaceEvent = EventOf<typeof workspaceEvents>
