/** The notices of the pages where clients sign in; they last as long as the specification says (part 2 §8). */
import { notifications } from '@mantine/notifications'
import { t } from '../../design/language.ts'

const shownMs = 3_000

export function said(message: string): void {
  show(message, 'teal')
}

export function failed(message: string): void {
  show(message, 'red')
}

function show(message: string, color: 'teal' | 'red'): void {
  notifications.show({
    ...{ message, color, autoClose: shownMs, withBorder: true },
    closeButtonProps: { 'aria-label': t('Close') },
  })
}
