import { useQuery } from '@tanstack/react-query'
import { SettingSection } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { useSession, useWorkspace } from '../../shell/navigation/places.ts'
import { NotificationChoices } from './notification-choices.tsx'
import { notificationsQuery } from './queries.ts'

/** The notification settings of a member, among the settings of an agent, or of a client, in its account. */
export function NotificationSettings() {
  const { region, workspaceId } = useWorkspace()
  const place = { region, workspaceId }
  const isClient = useSession().client !== undefined
  const list = useQuery(notificationsQuery(place))
  return (
    <SettingSection
      title={t('Notifications')}
      explanation={
        isClient
          ? t('How you hear about activity of your agents. Saved automatically.')
          : 'How you hear about activity of this workspace’s agents. Saved automatically, for you only.'
      }
    >
      {list.isPending && <LoadingRows rows={3} height={56} />}
      {list.isError && !list.data && (
        <FailedList
          title={t('Notification settings could not be loaded')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && <NotificationChoices place={place} settings={list.data.settings} />}
    </SettingSection>
  )
}
