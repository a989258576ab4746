import { notifications } from '@mantine/notifications'
import { messageOf } from '../../server/failure.ts'
import { t } from '../language.ts'

/** Part 2 §9, in ms. */
const longestForTeams = 7_000
const longestForClients = 5_000

let longest = longestForTeams

/** From now on, notices are those of a client, which last for 5 seconds at most. Returns what ends that. */
export function noticesForClients(): () => void {
  longest = longestForClients
  return () => {
    longest = longestForTeams
  }
}

/**
 * Shows a notice at the top right, announced to screen readers, for `ms` milliseconds (the value of the specification
 * where it has one), 5 seconds by default, and never for longer than 7, or 5 in the dashboard of a client (part 2 §9).
 */
export function noticeSuccess(message: string, ms = 5000): void {
  notifications.show({
    message,
    autoClose: Math.min(ms, longest),
    color: 'teal',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
  })
}

/** Shows what somebody should know who got what they wanted. */
export function noticeWarning(message: string, ms = 7000): void {
  notifications.show({
    message,
    autoClose: Math.min(ms, longest),
    color: 'yellow',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
  })
}

export function noticeFailure(message: string, ms = 7000): void {
  notifications.show({
    message,
    autoClose: Math.min(ms, longest),
    color: 'red',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
    'data-failure': true,
  })
}

/** Shows why a call failed, after `prefix` where the specification has one ('Error: '). */
export function noticeError(error: unknown, prefix = '', ms = 7000): void {
  noticeFailure(`${prefix}${messageOf(error)}`, ms)
}
