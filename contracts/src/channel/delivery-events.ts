import { deliveryCommand, deliveryEffect, deliveryInput } from '../delivery-events.ts'
import { processEvents } from '../process-events.ts'

/** Stream `delivery-<conversationId>`: how the messages of a conversation are sent through its channel. */
export const deliveryEvents = processEvents('DeliveryAdvanced', {
  summary: 'Sent a message through a channel, or tried to',
  input: deliveryInput,
  command: deliveryCommand,
  effect: deliveryEffect,
})
