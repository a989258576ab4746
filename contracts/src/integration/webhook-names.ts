/** Names and limits of webhooks. Without schemas, for screens. */

export const webhookStatuses = ['enabled', 'paused'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** `failing`: it accepted nothing for a day; `gone`: its server answered 410, which says that it wants no more. */
export const pauseReasons = ['person', 'failing', 'gone'] as const
export type PauseReason = (typeof pauseReasons)[number]

/**
 * What became of a delivery: it is tried again later, was accepted with a 2xx answer, was given up, or was not sent
 * because the webhook was paused.
 */
export const webhookDeliveryStates = ['retrying', 'delivered', 'failed', 'skipped'] as const
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

/** Webhooks of a workspace. */
export const MOST_WEBHOOKS = 20
/** Days for which deliveries are kept in the log. */
export const DELIVERY_LOG_DAYS = 30
/** Hours for which deliveries are signed under the former secret too, after it was replaced. */
export const SECRET_OVERLAP_HOURS = 24
/** Deliveries that one call sends again. */
export const MOST_REPLAYED = 500
/** Characters of an answer that are kept in the log. */
export const ANSWER_CHARACTERS = 2_000
