/**
 * The inputs, commands and effects of a process that delivers messages of one subject in order
 * (`kernel/src/process-managers/delivery.process.ts`): those of a conversation through its channel, or events to a webhook.
 */
import { z } from 'zod'
import { deliveryFailures } from './channel/names.ts'

const message = { messageId: z.string() }
/** The id that the receiver gave what was sent, where it gives one. */
const sentId = z.string().optional()

export const deliveryInput = z.discriminatedUnion('type', [
  /**
   * `retryForMs`: how long it is tried. `tried`: sending it was begun before: how often it failed, and after how many ms
   * it is tried again, unless the outcome of a try that is under way is heard before.
   */
  z.object({
    type: z.literal('MessageWritten'),
    ...message,
    retryForMs: z.number(),
    tried: z.object({ times: z.number(), againAfterMs: z.number() }).optional(),
  }),
  z.object({ type: z.literal('MessageSent'), ...message, sentId }),
  /** A part of a message that is too long for one was sent, cut at `textLength`; the next part follows. */
  z.object({ type: z.literal('PartSent'), ...message, textLength: z.number().optional(), sentId }),
  z.object({ type: z.literal('SendPostponed'), ...message, afterMs: z.number().optional() }),
  z.object({ type: z.literal('SendFailed'), ...message, reason: z.enum(deliveryFailures) }),
])
export type DeliveryInput = z.infer<typeof deliveryInput>

export const deliveryCommand = z.object({
  type: z.literal('RecordDelivery'),
  ...message,
  state: z.enum(['sent', 'failed']),
  reason: z.enum(deliveryFailures).optional(),
  /** How many parts were sent before it failed; absent if none were. */
  partsSent: z.number().optional(),
})
export type DeliveryCommand = z.infer<typeof deliveryCommand>

/**
 * `part`: which part of a long message, from 0, which is left out. `textLength`: how long a part is at most, as the ones
 * before it, whatever the channel takes by now.
 */
export const deliveryEffect = z.object({
  type: z.literal('Send'),
  ...message,
  part: z.number().optional(),
  textLength: z.number().optional(),
})
export type DeliveryEffect = z.infer<typeof deliveryEffect>
