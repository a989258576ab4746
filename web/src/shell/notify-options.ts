/** What there is to choose of how a member or a client is told (part 2 §3: `notificationsSettings`), by the words on screen. */
import type { NotifyIf, NotifyThrough } from '@parley/contracts/notification/settings.ts'

export const notifyThroughOptions = [
  { value: 'all', label: 'Both' },
  { value: 'push', label: 'Push' },
  { value: 'email', label: 'E-mail' },
  { value: 'none', label: 'None' },
] satisfies { value: NotifyThrough; label: string }[]

export const notifyIfOptions = [
  { value: 'all', label: 'Everything' },
  { value: 'requestsOnly', label: 'Requests only' },
  { value: 'none', label: 'Nothing' },
] satisfies { value: NotifyIf; label: string }[]
