import { z } from 'zod'
import { defineEndpoints, pageQuery, regionParams, wholeList } from '../endpoint.ts'
import {
  webhookDeliveryDetails,
  webhookDeliveryView,
  webhookEventView,
  webhookSettingsSchema,
  webhookView,
} from './webhook.ts'
import { webhookDeliveryStates } from './webhook-names.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const webhookParams = regionParams.extend({ webhookId: id })
const deliveryParams = webhookParams.extend({ deliveryId: id })
const success = z.object({ success: z.literal(true) })
const limited = { 'too-many-requests': 429 } as const

export const webhookEndpoints = defineEndpoints({
  'webhooks.catalogue': {
    summary: 'The events that a webhook can subscribe to, each with the schema of its payload and an example',
    method: 'GET',
    path: '/api/{region}/v2/webhooks/events',
    permission: 'webhook.read',
    params: regionParams,
    ...wholeList(webhookEventView),
  },
  'webhooks.list': {
    summary: 'The webhooks of a workspace, without their secrets, the oldest first',
    method: 'GET',
    path: '/api/{region}/v2/webhooks',
    permission: 'webhook.read',
    params: regionParams,
    ...wholeList(webhookView),
  },
  'webhooks.create': {
    summary: 'Create a webhook; the signing secret is shown this once',
    method: 'POST',
    path: '/api/{region}/v2/webhooks',
    permission: 'webhook.manage',
    kind: 'command',
    params: regionParams,
    body: webhookSettingsSchema,
    output: z.object({ webhookId: z.string(), secret: z.string() }),
    refusals: { 'too-many-webhooks': 403, 'address-not-allowed': 422 },
  },
  'webhooks.save': {
    summary: 'Change the address, description or events of a webhook',
    method: 'POST',
    path: '/api/{region}/v2/webhooks/{webhookId}',
    permission: 'webhook.manage',
    kind: 'command',
    overwrites: 'webhooks.list',
    params: webhookParams,
    body: webhookSettingsSchema,
    output: success,
    refusals: { 'address-not-allowed': 422 },
  },
  'webhooks.delete': {
    summary: 'Delete a webhook with its log',
    method: 'DELETE',
    path: '/api/{region}/v2/webhooks/{webhookId}',
    permission: 'webhook.manage',
    kind: 'command',
    overwrites: 'webhooks.list',
    params: webhookParams,
    output: success,
  },
  'webhooks.pause': {
    summary: 'Pause a webhook: what happens is listed in its log and not sent',
    method: 'POST',
    path: '/api/{region}/v2/webhooks/{webhookId}/pause',
    permission: 'webhook.manage',
    kind: 'command',
    params: webhookParams,
    output: success,
  },
  'webhooks.resume': {
    summary: 'Resume a paused webhook; what was skipped can be sent by webhooks.replayAll',
    method: 'POST',
    path: '/api/{region}/v2/webhooks/{webhookId}/resume',
    permission: 'webhook.manage',
    kind: 'command',
    params: webhookParams,
    output: success,
  },
  'webhooks.replaceSecret': {
    summary: 'Replace the signing secret; deliveries are signed under the former one too for 24 hours',
    method: 'POST',
    path: '/api/{region}/v2/webhooks/{webhookId}/secret',
    permission: 'webhook.manage',
    kind: 'command',
    overwrites: 'webhooks.list',
    params: webhookParams,
    output: z.object({ secret: z.string() }),
  },
  'webhooks.test': {
    summary: 'Send a test event to a webhook, also while it is paused',
    method: 'POST',
    path: '/api/{region}/v2/webhooks/{webhookId}/test',
    permission: 'webhook.manage',
    kind: 'command',
    params: webhookParams,
    output: z.object({ deliveryId: z.string() }),
    refusals: limited,
  },
  'webhooks.deliveries': {
    summary: 'The deliveries of a webhook in the last 30 days, the newest first',
    method: 'GET',
    path: '/api/{region}/v2/webhooks/{webhookId}/deliveries',
    permission: 'webhook.read',
    kind: 'query',
    params: webhookParams,
    query: pageQuery.extend({ state: z.enum(webhookDeliveryStates).optional() }),
    output: z.object({ items: z.array(webhookDeliveryView), next: z.string().optional() }),
  },
  'webhooks.delivery': {
    summary: 'A delivery with what is sent and the newest answers',
    method: 'GET',
    path: '/api/{region}/v2/webhooks/{webhookId}/deliveries/{deliveryId}',
    permission: 'webhook.read',
    kind: 'query',
    params: deliveryParams,
    output: webhookDeliveryDetails,
  },
  'webhooks.replay': {
    summary: 'Send a delivery again',
    method: 'POST',
    path: '/api/{region}/v2/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    permission: 'webhook.manage',
    kind: 'command',
    params: deliveryParams,
    output: z.object({ deliveryId: z.string() }),
    refusals: limited,
  },
  'webhooks.replayAll': {
    summary:
      'Send the deliveries of a span again that failed or were skipped, the oldest first; `next` is where to continue if there are more',
    method: 'POST',
    path: '/api/{region}/v2/webhooks/{webhookId}/replay',
    permission: 'webhook.manage',
    kind: 'command',
    params: webhookParams,
    body: z.object({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      states: z
        .array(z.enum(webhookDeliveryStates).exclude(['retrying']))
        .min(1)
        .max(3),
    }),
    output: z.object({ replayed: z.number(), next: z.string().optional() }),
    refusals: limited,
  },
})
