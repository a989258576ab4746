import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Shows the notices of `notices.ts`, also those from before it was loaded. */
export function NoticesShown() {
  return <Notifications position="top-right" />
}
