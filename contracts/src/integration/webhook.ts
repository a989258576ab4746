/** A webhook: an address of the customer to which events of the workspace are sent, and the log of what was sent. */
import { z } from 'zod'
import { webAddress } from './web-address.ts'
import { webhookCatalogue } from './webhook-catalogue.ts'
import { pauseReasons, webhookDeliveryStates, webhookStatuses } from './webhook-names.ts'

const eventName = z.enum(Object.keys(webhookCatalogue).filter((name) => name !== 'webhook_test'))

const subscribedEvents = z
  .array(eventName)
  .min(1, 'Choose at least one event.')
  .max(Object.keys(webhookCatalogue).length)

export const webhookSettingsSchema = z.object({
  url: webAddress,
  description: z.string().trim().max(200),
  subscribedEvents,
  /** Adds the field `workspaceSecret` to what is sent (ruling 15). */
  sendWorkspaceSecret: z.boolean(),
})
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>

/**
 * `internal.events` of the workspace's record (specification part 2 §3): one of its webhooks, which is sent the workspace
 * secret.
 */
export const webhookInRecordSchema = z.object({ endpoint: webAddress, subscribedEvents })
export type WebhookInRecord = z.infer<typeof webhookInRecordSchema>
export const webhookInRecordView = z.object({ endpoint: z.string(), subscribedEvents: z.array(z.string()) })

export const webhookView = z.object({
  webhookId: z.string(),
  url: z.string(),
  description: z.string(),
  subscribedEvents: z.array(z.string()),
  sendWorkspaceSecret: z.boolean(),
  status: z.enum(webhookStatuses),
  /** Of a paused one; `pausedAt` is ISO 8601, as are the times below. */
  pausedBecause: z.enum(pauseReasons).optional(),
  pausedAt: z.string().optional(),
  /** Until when deliveries are signed under the former secret too. */
  formerSecretUntil: z.string().optional(),
  /** Whether it is `internal.events` of the workspace's record. */
  inRecord: z.literal(true).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type WebhookView = z.infer<typeof webhookView>

export const webhookEventView = z.object({
  type: z.string(),
  group: z.string(),
  summary: z.string(),
  version: z.number(),
  /** A JSON Schema (2020-12) of `payload`. */
  schema: z.record(z.string(), z.unknown()),
  /** All that is sent. */
  example: z.record(z.string(), z.unknown()),
})
export type WebhookEventView = z.infer<typeof webhookEventView>

const attempt = z.object({
  /** ISO 8601. */
  at: z.string(),
  tookMs: z.number(),
  /** HTTP status; absent without an answer. */
  status: z.number().optional(),
  /** Why there was none. */
  problem: z.string().optional(),
})
export type WebhookAttempt = z.infer<typeof attempt>

export const webhookDeliveryView = z.object({
  deliveryId: z.string(),
  /** The header `webhook-id`: the same whenever the event is sent. */
  messageId: z.string(),
  type: z.string(),
  state: z.enum(webhookDeliveryStates),
  /** When it was first to be sent (ISO 8601). */
  at: z.string(),
  attempts: z.number(),
  /** The newest one; absent of one that was skipped. */
  last: attempt.optional(),
  /** Whether somebody had it sent again. */
  replay: z.boolean(),
})
export type WebhookDeliveryView = z.infer<typeof webhookDeliveryView>

/** `request` is the body as it would be sent now: what was erased since reads `[erased]`. */
export const webhookDeliveryDetails = webhookDeliveryView.extend({
  request: z.string(),
  /** The newest attempts, the newest first, with the beginning of each answer. */
  recent: z.array(attempt.extend({ answer: z.string() })),
})
export type WebhookDeliveryDetails = z.infer<typeof webhookDeliveryDetails>
