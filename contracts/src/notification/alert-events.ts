import { z } from 'zod'
import { processEvents } from '../process-events.ts'
import { alertWays } from './settings.ts'

const way = z.enum(alertWays)
const notificationIds = z.array(z.string())
/** Browsers that have not been reached yet; all of the member or client if absent. */
const subscriptionIds = z.array(z.string()).optional()
/** Subscriptions that the push service has ended. */
const goneIds = z.array(z.string()).optional()

export const alertInput = z.discriminatedUnion('type', [
  /** A notification is to be sent to a member or a client, whose id `userId` is: at `due` (ISO 8601), or at once if it is null. */
  z.object({
    type: z.literal('AlertRaised'),
    way,
    userId: z.string(),
    notificationId: z.string(),
    due: z.string().nullable(),
  }),
  /** It was sent, refused for good, or is not wanted any more. */
  z.object({ type: z.literal('AlertDone'), goneIds }),
  /** Their quiet hours last until `untilAt` (ISO 8601). */
  z.object({ type: z.literal('AlertHeld'), notificationIds, untilAt: z.string() }),
  /** Mail server or push service could not be reached, or asks to wait for `afterMs`. */
  z.object({
    type: z.literal('AlertFailed'),
    notificationIds,
    subscriptionIds,
    goneIds,
    afterMs: z.number().optional(),
  }),
])
export type AlertInput = z.infer<typeof alertInput>

export const alertCommand = z.object({
  type: z.literal('RemoveSubscriptions'),
  userId: z.string(),
  subscriptionIds: z.array(z.string()),
})
export type AlertCommand = z.infer<typeof alertCommand>

/** `digest`: it waited, so what they have seen meanwhile is left out. */
export const alertEffect = z.object({
  type: z.literal('SendAlert'),
  way,
  userId: z.string(),
  notificationIds,
  subscriptionIds,
  digest: z.boolean(),
})
export type AlertEffect = z.infer<typeof alertEffect>

/** Stream `alert-<workspaceId>.<userId>.<way>.<notificationId or time>`: one mail or push notification to a member or client. */
export const alertEvents = processEvents('AlertAdvanced', {
  summary: 'Sent notifications by mail or push, or tried to',
  input: alertInput,
  command: alertCommand,
  effect: alertEffect,
})
