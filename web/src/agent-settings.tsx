import { NotificationSettings } from './features/notifications/notification-settings.tsx'
import { SettingsPage } from './features/settings/settings-page.tsx'

/** The settings of an agent, including the notification settings of another feature. */
export function AgentSettings() {
  return <SettingsPage notifications={NotificationSettings} />
}
