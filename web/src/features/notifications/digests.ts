import type { Digest } from '@parley/contracts/notification/settings.ts'

/** How often mails or push notifications are sent, by the words on screen. */
export const digests = [
  { value: 'immediately', label: 'Immediately' },
  { value: 'hourly', label: 'Hourly' },
  { value: 'daily', label: 'Daily' },
] satisfies { value: Digest; label: string }[]
