/** Why no reply could be given. */
export const replyFailures = [
  'time-out',
  'provider-error',
  'rate-limited',
  'refused',
  'no-credits',
  'usage-limit',
  'messages-limit',
] as const
export type ReplyFailure = (typeof replyFailures)[number]
