/** The settings of an agency, with the names that the specification gives them (part 2 §3). */
import { z } from 'zod'
import { servedFonts } from '../agent/served-fonts.ts'
import { webFontSchema } from '../agent/web-font.ts'
import { fontNotFound } from '../agent/web-font-limits.ts'
import { clientAccess } from '../client/settings.ts'
import { highestUsdPerToken } from '../credits/prices.ts'
import { iconTooLarge, longestAddress, longestIcon } from '../file/pictures.ts'
import { dashboardLayouts } from '../organisation/dashboard-layouts.ts'
import { type OnboardingToggle, onboardingToggles } from './client-onboarding.ts'
import { longestTabContent, mostCustomTabs, tabHrefProblem, tabPageTypes } from './custom-tabs.ts'
import { longestAgencyCss, longestBrandingText, themeColorUsages, themeVariants } from './looks.ts'

/** An uploaded picture (`data:`), or the address of one that this server keeps; empty for none. */
const agencyPicture = z
  .string()
  .max(longestIcon, iconTooLarge)
  .refine((address) => address.length <= longestAddress || address.startsWith('data:'), iconTooLarge)
  .meta({ picture: true })

const webAddress = z
  .string()
  .trim()
  .max(longestAddress)
  .refine(
    (address) => address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address)),
    'Enter an address that starts with https://',
  )
  .meta({ examples: ['https://agency.example/'] })

/** As `customTheme` of an agent: `primary`, `nineColorPallet` and `themeType` as JSON; another one is ignored. */
const customTheme = z.string().max(20_000)

export const customTabSchema = z.object({
  /** Chosen by whoever adds the tab; the same for as long as there is one. */
  tabId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  label: z.string().trim().min(1, 'Enter a label').max(40),
  href: z
    .string()
    .trim()
    .max(100)
    .superRefine((href, context) => {
      const problem = tabHrefProblem(href)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .meta({ examples: ['/help'] }),
  iconUrl: agencyPicture,
  pageType: z.enum(tabPageTypes),
  htmlContent: z.string().max(longestTabContent),
  jsContent: z.string().max(longestTabContent),
  iframeUrl: z
    .string()
    .trim()
    .max(longestAddress)
    .meta({ examples: ['https://status.example/'] }),
  /** Shown to clients whatever pages they may see. */
  alwaysVisible: z.boolean(),
  desc: z.string().trim().max(300),
})
export type CustomTab = z.infer<typeof customTabSchema>

export const onboardingToggleShape = Object.fromEntries(
  onboardingToggles.map((name) => [name, z.boolean()]),
) as Record<OnboardingToggle, z.ZodBoolean>

export const clientOnboardingSchema = z.object({
  ...onboardingToggleShape,
  defaultClientAccess: clientAccess,
  defaultDashboardLayout: z.enum(dashboardLayouts),
  defaultAllowCreateAgents: z.boolean(),
  defaultCanDelegateChats: z.boolean(),
  defaultHideAdvancedSettings: z.boolean(),
})

const signInSettings = z.object({
  disablePasswordLogin: z.boolean(),
  /** Whether strangers become clients by themselves; everything in `clientOnboarding` needs it. */
  enableClientSignup: z.boolean(),
  clientOnboarding: clientOnboardingSchema,
})

/** The rules of each setting by itself; those between them are the decider's. */
export const agencyChangesSchema = z
  .object({
    name: z.string().trim().min(1, 'Please enter a name for the agency.').max(100),
    brandingText: z.string().max(longestBrandingText),
    squarePhotoURL: agencyPicture,
    darkModeSquarePhotourl: agencyPicture,
    faviconURL: agencyPicture,
    /** What is left out stays as it is. */
    settings: signInSettings.extend({ clientOnboarding: clientOnboardingSchema.partial() }).partial(),
    /** The name of a font, or the address of a stylesheet or .woff2 file; saved, it is the name of the font. */
    googleFont: z.string().trim().min(1, fontNotFound).max(longestAddress),
    themeColorUsage: z.enum(themeColorUsages),
    themeVariant: z.enum(themeVariants),
    customThemeJSONString: customTheme,
    secondaryColorHex: z
      .string()
      .trim()
      .regex(/^(?:#?(?:[0-9a-f]{3}|[0-9a-f]{6}))?$/i, 'A colour has three or six hex digits, such as #0070f3')
      .overwrite((hex) => (hex === '' || hex.startsWith('#') ? hex : `#${hex}`)),
    customCSS: z.string().max(longestAgencyCss),
    mainWebsite: webAddress,
    supportEmail: z
      .string()
      .trim()
      .max(254)
      .refine((email) => email === '' || z.email().safeParse(email).success, 'Please enter a valid email'),
    tosPage: webAddress,
    privacyPolicypPage: webAddress,
    address: z.string().trim().max(500),
    /** What the agency asks of its clients for a credit, in USD. Its clients never see what the credit costs the agency. */
    USDPerToken: z
      .number('Please enter a valid number')
      .min(0, 'Enter a price of at least 0.')
      .max(highestUsdPerToken, `Enter a price of at most ${highestUsdPerToken} USD.`),
    customTabs: z.array(customTabSchema).max(mostCustomTabs, `There can be ${mostCustomTabs} custom tabs.`),
  })
  .partial()
export type AgencyChanges = z.infer<typeof agencyChangesSchema>

/** Everything that can be changed, as it is now. `webFont`: the files of a font that does not come with the product. */
export const agencySettingsSchema = agencyChangesSchema
  .required()
  .extend({ settings: signInSettings, webFont: webFontSchema.optional() })
export type AgencySettings = z.infer<typeof agencySettingsSchema>

export const agencyView = agencySettingsSchema.extend({
  ID: z.string(),
  /** Who initialised it. */
  userId: z.string(),
  /** Empty for those who may not change the agency. */
  secret: z.string(),
  /** ISO 8601; present while there is a secret for single sign-on, which is shown when it is made alone. */
  ssoSecretCreatedAt: z.string().optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  lastModified: z.string(),
})
export type AgencyView = z.infer<typeof agencyView>

/** Whether a font comes with the product, or is the page's own: nothing is fetched for it. */
export function isServedFont(font: string): boolean {
  return font === 'inherit' || servedFonts.some((served) => served === font)
}
