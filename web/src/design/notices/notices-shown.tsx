import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { ChangedSinceReadDialog } from './changed-since-read-dialog.tsx'

/** Shows what may come up on every page: notices of `notices.ts`, also those from before it was loaded, and a question. */
export function NoticesShown() {
  return (
    <>
      <Notifications position="top-right" />
      <ChangedSinceReadDialog />
    </>
  )
}
