import { tabIn } from '../../shell/navigation/tab-in.ts'

/** The tabs of the agency settings, in the order of part 2 §2.2. */
export const agencyTabs = [
  'overview',
  'domains',
  'email',
  'theme',
  'tabs',
  'saas',
  'billing',
  'footer',
  'css',
] as const
export type AgencyTab = (typeof agencyTabs)[number]

export const agencyTabNames: Record<AgencyTab, string> = {
  overview: 'Overview',
  domains: 'Domains',
  email: 'Email',
  theme: 'Theme',
  tabs: 'Custom Tabs',
  saas: 'SAAS Mode',
  billing: 'Auto Billing',
  footer: 'Footer',
  css: 'Custom CSS',
}

/** `customTab`: the id of the custom tab whose drawer is open, or `new`. */
export function agencySearch(raw: Record<string, unknown>): { tab?: AgencyTab; customTab?: string } {
  return {
    tab: tabIn(agencyTabs, raw),
    customTab: typeof raw.customTab === 'string' && raw.customTab !== '' ? raw.customTab : undefined,
  }
}
