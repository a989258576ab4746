import { notifications } from '@mantine/notifications'
import { messageOf } from '../server/client.ts'

/** A notice at the top right, announced to screen readers. `ms` as the specification says, 5 seconds unless told. */
export function noticeSuccess(message: string, ms = 5000): void {
  notifications.show({
    message,
    autoClose: ms,
    color: 'teal',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}

export function noticeFailure(message: string, ms = 7000): void {
  notifications.show({
    message,
    autoClose: ms,
    color: 'red',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'alert',
  })
}

/** Tells why a call failed, after `prefix` where the specification puts words before it ('Error: '). */
export function noticeError(error: unknown, prefix = '', ms = 7000): void {
  noticeFailure(`${prefix}${messageOf(error)}`, ms)
}
