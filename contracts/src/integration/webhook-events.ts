import { z } from 'zod'
import { defineEvents, type EventOf, secret, tenantText } from '../message.ts'
import { pauseReasons } from './webhook-names.ts'

const of = { webhookId: z.string(), at: z.string() }

const settings = {
  /** It may contain a key of the receiver. */
  url: tenantText(),
  /** Empty for none. */
  description: tenantText(),
  /** Types of the published catalogue (`webhook-catalogue.ts`). */
  subscribedEvents: z.array(z.string()),
  /** Whether the field `workspaceSecret` is part of what is sent (ruling 15). */
  sendWorkspaceSecret: z.boolean(),
}

/** Stream `webhook-<webhookId>`; the tenant is the workspace. */
export const webhookEvents = defineEvents({
  WebhookCreated: {
    version: 1,
    summary: 'Created a webhook',
    data: z.object({
      ...of,
      userId: z.string(),
      ...settings,
      secret: secret(),
      /** Whether it is `internal.events` of the workspace's record. */
      inRecord: z.literal(true).optional(),
    }),
  },
  WebhookChanged: { version: 1, summary: 'Changed a webhook', data: z.object({ ...of, ...settings }) },
  /** Deliveries are signed under both secrets until `formerUntil` (ISO 8601). */
  WebhookSecretReplaced: {
    version: 1,
    summary: 'Replaced the signing secret of a webhook',
    data: z.object({ ...of, secret: secret(), formerUntil: z.string() }),
  },
  /** What happens while it is paused is listed in its log and not sent. */
  WebhookPaused: {
    version: 1,
    summary: 'Paused a webhook',
    data: z.object({ ...of, reason: z.enum(pauseReasons) }),
  },
  WebhookResumed: { version: 1, summary: 'Resumed a webhook', data: z.object(of) },
  WebhookTested: { version: 1, summary: 'Sent a test event to a webhook', data: z.object(of) },
  /** `deliveries`: how many were sent again. */
  WebhookReplayed: {
    version: 1,
    summary: 'Sent deliveries of a webhook again',
    data: z.object({ ...of, deliveries: z.number() }),
  },
  WebhookDeleted: { version: 1, summary: 'Deleted a webhook', data: z.object(of) },
})
export type WebhookEvent = EventOf<typeof webhookEvents>
