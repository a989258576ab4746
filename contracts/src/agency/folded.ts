/** The settings of an agency as its events make them, for its decider and its read model. Sealed texts stay as they come. */
import { defaultUsdPerToken } from '../credits/prices.ts'
import { defaultClientOnboarding } from './client-onboarding.ts'
import type { AgencyEvent } from './events.ts'
import { defaultGoogleFont, placeholderBrandingText, placeholderName } from './looks.ts'
import type { AgencySettings, CustomTab } from './settings.ts'

const noTabs: CustomTab[] = []

/** Of a new agency. */
export const defaultSettings: AgencySettings = {
  name: placeholderName,
  brandingText: placeholderBrandingText,
  squarePhotoURL: '',
  darkModeSquarePhotourl: '',
  faviconURL: '',
  settings: {
    disablePasswordLogin: false,
    enableClientSignup: false,
    clientOnboarding: defaultClientOnboarding,
  },
  googleFont: defaultGoogleFont,
  themeColorUsage: 'plain',
  themeVariant: 'default',
  customThemeJSONString: '',
  secondaryColorHex: '',
  customCSS: '',
  mainWebsite: '',
  supportEmail: '',
  tosPage: '',
  privacyPolicypPage: '',
  address: '',
  USDPerToken: defaultUsdPerToken,
  customTabs: noTabs,
}

/** The events by which settings are changed. */
export type OfSettings = Exclude<
  AgencyEvent,
  { type: 'AgencyCreated' | `Agency${'Secret' | 'SsoSecret'}${string}` }
>

export function evolveSettings(settings: AgencySettings, event: OfSettings): AgencySettings {
  switch (event.type) {
    case 'AgencyThemeChanged': {
      const { at: _, ...theme } = event.data
      const { webFont: _former, ...others } = settings
      return { ...others, ...theme }
    }
    case 'AgencyRenamed':
    case 'AgencyBrandChanged':
    case 'AgencyFooterChanged':
    case 'AgencyCssChanged':
    case 'AgencyPriceChanged': {
      const { at: _, ...changed } = event.data
      return { ...settings, ...changed }
    }
    case 'AgencySignInChanged': {
      const { at: _, ...changed } = event.data
      return { ...settings, settings: { ...settings.settings, ...changed } }
    }
    case 'AgencySignUpChanged': {
      const { enableClientSignup, clientOnboarding: given } = event.data
      const { defaultAllowCreateAgents: creates, defaultDashboardLayout: layout } = given
      const { defaultCanDelegateChats: delegates, defaultHideAdvancedSettings: hides } = given
      const clientOnboarding = {
        ...given,
        defaultDashboardLayout: layout ?? defaultClientOnboarding.defaultDashboardLayout,
        defaultAllowCreateAgents: creates ?? defaultClientOnboarding.defaultAllowCreateAgents,
        defaultCanDelegateChats: delegates ?? defaultClientOnboarding.defaultCanDelegateChats,
        defaultHideAdvancedSettings: hides ?? defaultClientOnboarding.defaultHideAdvancedSettings,
      }
      return { ...settings, settings: { ...settings.settings, enableClientSignup, clientOnboarding } }
    }
    default:
      return { ...settings, customTabs: evolveTabs(settings.customTabs, event) }
  }
}

function evolveTabs(
  tabs: readonly CustomTab[],
  event: Extract<OfSettings, { type: `Custom${string}` }>,
): CustomTab[] {
  switch (event.type) {
    case 'CustomTabAdded': {
      const { at: _, ...tab } = event.data
      return [...tabs, tab]
    }
    case 'CustomTabChanged': {
      const { at: _, ...tab } = event.data
      return tabs.map((one) => (one.tabId === tab.tabId ? tab : one))
    }
    case 'CustomTabRemoved':
      return tabs.filter(({ tabId }) => tabId !== event.data.tabId)
    case 'CustomTabsReordered': {
      const { tabIds } = event.data
      return tabs.toSorted((one, other) => tabIds.indexOf(one.tabId) - tabIds.indexOf(other.tabId))
    }
  }
}
