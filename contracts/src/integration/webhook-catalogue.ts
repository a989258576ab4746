/**
 * The events that a webhook can subscribe to, as published at `webhooks.catalogue`: each with the schema of its
 * `payload`, an example, and a version. A payload grows by optional fields; any other change is a new version.
 */
import { z } from 'zod'
import { catalogueOfAccount } from './webhook-catalogue-account.ts'
import { catalogueOfConversations } from './webhook-catalogue-conversations.ts'

export type WebhookEventType = {
  group: string
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
