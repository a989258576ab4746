import { useQuery } from '@tanstack/react-query'
import { Section } from '../../design/page.tsx'
import { FailedList, LoadingRows } from '../../design/states.tsx'
import { useWorkspace } from '../../shell/places.ts'
import { NotificationChoices } from './notification-choices.tsx'
import { notificationsQuery } from './queries.ts'

/** The notification settings of the member, shown in the settings of an agent. */
export function NotificationSettings() {
  const { region, workspaceId } = useWorkspace()
  const place = { region, workspaceId }
  const list = useQuery(notificationsQuery(place))
  return (
    <Section
      title="Notifications"
      explanation="How you yourself are told of what happens with the agents of this workspace. It is saved at once, and each member chooses for themselves."
    >
      {list.isPending && <LoadingRows rows={3} height={56} />}
      {list.isError && !list.data && (
        <FailedList
          title="Your choices could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && <NotificationChoices place={place} settings={list.data.settings} />}
    </Section>
  )
}
