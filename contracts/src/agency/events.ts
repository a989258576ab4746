import { z } from 'zod'
import { webFontSchema } from '../agent/web-font.ts'
import { defineEvents, type EventOf, secret, tenantText } from '../message.ts'
import { dashboardLayouts } from '../organisation/dashboard-layouts.ts'
import { tabPageTypes } from './custom-tabs.ts'
import { themeColorUsages, themeVariants } from './looks.ts'
import { onboardingToggleShape } from './settings.ts'

const when = { at: z.string() }
/** What is public: it stands on the pages where clients sign in. Pictures are addresses of this server. */
const brand = {
  brandingText: z.string(),
  squarePhotoURL: z.string(),
  darkModeSquarePhotourl: z.string(),
  faviconURL: z.string(),
}
/** `secretHash`: SHA-256, by which the agency is found for whoever presents the secret. */
const ownSecret = { secret: secret(), secretHash: z.string() }
const tab = {
  tabId: z.string(),
  label: z.string(),
  href: z.string(),
  iconUrl: z.string(),
  pageType: z.enum(tabPageTypes),
  htmlContent: tenantText(),
  jsContent: tenantText(),
  iframeUrl: tenantText(),
  alwaysVisible: z.boolean(),
  desc: tenantText(),
}

/** Stream `agency-<agencyId>`. A workspace has one agency, whose id is that of the workspace, its tenant. */
export const agencyEvents = defineEvents({
  AgencyCreated: {
    version: 1,
    summary: 'Initialized the agency settings',
    data: z.object({
      agencyId: z.string(),
      userId: z.string(),
      name: z.string(),
      brandingText: z.string(),
      ...ownSecret,
      ...when,
    }),
  },
  AgencyRenamed: {
    version: 1,
    summary: 'Renamed the agency',
    data: z.object({ name: z.string(), ...when }),
  },
  /** After the change: the words and pictures that clients see. */
  AgencyBrandChanged: {
    version: 1,
    summary: 'Changed the agency’s brand',
    data: z.object({ ...brand, ...when }),
  },
  AgencyThemeChanged: {
    version: 1,
    summary: 'Changed the agency’s theme',
    data: z.object({
      googleFont: z.string(),
      /** Absent for a font that comes with the product. */
      webFont: webFontSchema.optional(),
      themeColorUsage: z.enum(themeColorUsages),
      themeVariant: z.enum(themeVariants),
      customThemeJSONString: z.string(),
      secondaryColorHex: z.string(),
      ...when,
    }),
  },
  AgencyFooterChanged: {
    version: 1,
    summary: 'Changed the footer of the agency’s pages',
    data: z.object({
      mainWebsite: z.string(),
      supportEmail: tenantText(),
      tosPage: z.string(),
      privacyPolicypPage: z.string(),
      address: tenantText(),
      ...when,
    }),
  },
  AgencyCssChanged: {
    version: 1,
    summary: 'Changed the agency’s custom CSS',
    data: z.object({ customCSS: tenantText(), ...when }),
  },
  /** After the change: what a credit costs its clients, in USD. */
  AgencyPriceChanged: {
    version: 1,
    summary: 'Changed the price of a credit for clients',
    data: z.object({ USDPerToken: z.number(), ...when }),
  },
  AgencySignInChanged: {
    version: 1,
    summary: 'Changed how the agency’s clients sign in',
    data: z.object({ disablePasswordLogin: z.boolean(), ...when }),
  },
  /** After the change: whether clients sign up by themselves, what they are asked, and what they may open. */
  AgencySignUpChanged: {
    version: 1,
    summary: 'Changed how clients sign up with the agency',
    data: z.object({
      enableClientSignup: z.boolean(),
      clientOnboarding: z.object({
        ...onboardingToggleShape,
        defaultClientAccess: z.array(z.string()),
        /** Absent for the default. */
        defaultDashboardLayout: z.enum(dashboardLayouts).optional(),
        /** Absent for the default. */
        defaultAllowCreateAgents: z.boolean().optional(),
        /** Absent for the default. */
        defaultCanDelegateChats: z.boolean().optional(),
        /** Absent for the default. */
        defaultHideAdvancedSettings: z.boolean().optional(),
      }),
      ...when,
    }),
  },
  AgencySecretRegenerated: {
    version: 1,
    summary: 'Replaced the agency secret',
    data: z.object({ ...ownSecret, formerSecretHash: z.string(), ...when }),
  },
  /** The agency's own server signs with it to sign clients in; the former one, if there was one, is worth nothing. */
  AgencySsoSecretCreated: {
    version: 1,
    summary: 'Made a secret for single sign-on of clients',
    data: z.object({ ssoSecret: secret(), ...when }),
  },
  AgencySsoSecretRemoved: {
    version: 1,
    summary: 'Removed the secret for single sign-on of clients',
    data: z.object(when),
  },
  CustomTabAdded: { version: 1, summary: 'Added a custom tab', data: z.object({ ...tab, ...when }) },
  CustomTabChanged: { version: 1, summary: 'Changed a custom tab', data: z.object({ ...tab, ...when }) },
  CustomTabRemoved: {
    version: 1,
    summary: 'Removed a custom tab',
    data: z.object({ tabId: z.string(), label: z.string(), ...when }),
  },
  CustomTabsReordered: {
    version: 1,
    summary: 'Reordered the custom tabs',
    data: z.object({ tabIds: z.array(z.string()), ...when }),
  },
})
export type AgencyEvent = EventOf<typeof agencyEvents>
