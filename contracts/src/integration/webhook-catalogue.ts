/**
 * The events that a webhook can subscribe to, as published at `webhooks.catalogue`: each with the schema of its
 * `payload`, an example, and a version. A payload grows by optional fields; any other change is a new version.
 */
import { z } from 'zod'
import type { WorkspacePermission } from '../permissions.ts'
import { catalogueOfAccount } from './webhook-catalogue-account.ts'
import { catalogueOfConversations } from './webhook-catalogue-conversations.ts'

/** What a member must be allowed to read to have the events of a group sent, and to look at what was sent. */
export const groupPermissions = {
  Conversations: 'conversation.read',
  Messages: 'conversation.read',
  Handoffs: 'conversation.read',
  Feedback: 'conversation.read',
  Leads: 'lead.read',
  Agents: 'agent.read',
  Channels: 'channel.read',
  Knowledge: 'knowledge.read',
  Clients: 'client.read',
  Agency: 'agency.read',
  Members: 'workspace.read',
  Credits: 'workspace.read',
  Webhooks: 'webhook.read',
} as const satisfies Record<string, WorkspacePermission>

export type WebhookEventType = {
  group: keyof typeof groupPermissions
  summary: string
  version: number
  payload: z.ZodObject
  example: Record<string, unknown>
}

export const webhookCatalogue = {
  ...catalogueOfConversations,
  ...catalogueOfAccount,
  webhook_test: {
    group: 'Webhooks',
    summary: 'Somebody pressed Send test event. It is sent whether subscribed to or not.',
    version: 1,
    payload: z.object({ webhookId: z.string(), message: z.string() }),
    example: { webhookId: 'kQ3nT8vXw2LmZc7RbY5d', message: 'This is a test event.' },
  },
} as const satisfies Record<string, WebhookEventType>

export type WebhookEventName = keyof typeof webhookCatalogue

/** What reading an event of the catalogue needs; undefined for one that is not in it. */
export function permissionFor(name: string): WorkspacePermission | undefined {
  const entry: WebhookEventType | undefined = Object.hasOwn(webhookCatalogue, name)
    ? webhookCatalogue[name as WebhookEventName]
    : undefined
  return entry && groupPermissions[entry.group]
}
