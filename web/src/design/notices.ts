import { notifications } from '@mantine/notifications'
import { messageOf } from '../server/client.ts'
import { t } from './language.ts'

/**
 * Shows a notice at the top right, announced to screen readers, for `ms` milliseconds (the value of the specification
 * where it has one), 5 seconds by default, and never for longer than 7 (part 2 §9).
 */
export function noticeSuccess(message: string, ms = 5000): void {
  notifications.show({
    message,
    autoClose: ms,
    color: 'teal',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
  })
}

/** Shows what somebody should know who got what they wanted. */
export function noticeWarning(message: string, ms = 7000): void {
  notifications.show({
    message,
    autoClose: ms,
    color: 'yellow',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
  })
}

export function noticeFailure(message: string, ms = 7000): void {
  notifications.show({
    message,
    autoClose: ms,
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
