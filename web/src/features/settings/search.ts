import { tabIn } from '../../shell/navigation/tab-in.ts'

/** The groups of settings, named as in the specification (part 2 §2.1). */
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
export const settingsTabNames: Record<SettingsTab, string> = {
  core: 'Core',
  ui: 'UI',
  language: 'Language',
  security: 'Security',
  notifications: 'Notifications',
  handoff: 'Handoff',
  technical: 'Technical',
  analytics: 'Analytics',
  integrations: 'Integrations',
  advanced: 'Advanced',
}
/** `q`: what was typed to filter the settings of all groups. */
export type SettingsSearch = { tab?: SettingsTab; q?: string }

export function settingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const q = typeof raw.q === 'string' ? raw.q.trim().slice(0, 200) : ''
  return { tab: tabIn(settingsTabs, raw), q: q || undefined }
}
