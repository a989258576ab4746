import { NotificationSettings } from './features/notifications/notification-settings.tsx'
import { SettingsPage } from './features/settings/settings-page.tsx'

/** An agent's settings, with what another feature has to set among them. */
export function AgentSettings() {
  return <SettingsPage notifications={NotificationSettings} />
}
