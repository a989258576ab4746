/** Why no reply could be given. */
export const replyFailures = [
  'time-out',
  'provider-error',
  'rate-limited',
  'no-credits',
  'usage-limit',
  'messages-limit',
  'refused',
] as const
export type ReplyFailure = (typeof replyFailures)[number]
