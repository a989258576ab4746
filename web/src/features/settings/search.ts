/** The tabs that have settings, named as in the specification (part 2 §2.1). */
export const settingsTabs = [
  'core',
  'ui',
  'language',
  'security',
  'notifications',
  'handoff',
  'technical',
  'analytics',
  'integrations',
  'advanced',
] as const
export type SettingsTab = (typeof settingsTabs)[number]
export type SettingsSearch = { tab?: SettingsTab }

export function settingsSearch(raw: Record<string, unknown>): SettingsSearch {
  return { tab: settingsTabs.find((tab) => tab === raw.tab) }
}
