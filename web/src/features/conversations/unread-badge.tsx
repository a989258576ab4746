import { VisuallyHidden } from '@mantine/core'
import { t } from '../../design/language.ts'
import styles from './conversations.module.css'

/** The number of unread conversations, at most "99+"; nothing for 0. */
export function UnreadBadge(props: { unread: number | undefined }) {
  if (!props.unread) return null
  return (
    <b className={`tabular ${styles.unreadCount}`}>
      {props.unread > 99 ? '99+' : props.unread}
      <VisuallyHidden> {t('unread')}</VisuallyHidden>
    </b>
  )
}
