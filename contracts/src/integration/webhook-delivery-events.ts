import { deliveryCommand, deliveryEffect, deliveryInput } from '../delivery-events.ts'
import { processEvents } from '../process-events.ts'

/**
 * Stream `webhookdelivery-<webhookId>.<stream>`: how the events of one stream are sent to a webhook, in order. A
 * `messageId` is the revision of an event in that stream; of one that is sent again, with the cause after it.
 */
export const webhookDeliveryEvents = processEvents('WebhookDeliveryAdvanced', {
  summary: 'Sent an event to a webhook, or tried to',
  input: deliveryInput,
  command: deliveryCommand,
  effect: deliveryEffect,
})
