/** The choices of an agency's theme (part 2 §3), and what mails show of it. Plain data, for browsers. */
import { primaryOf } from './custom-theme.ts'
import type { AgencyPlace } from './email-domain.ts'
import type { PoweredBy } from './white-label.ts'

export const themeVariants = ['default', 'bordered', 'faded', 'flat'] as const
export type ThemeVariant = (typeof themeVariants)[number]

/** `plain`: colour on what is to be used; `colorful`: on surfaces too; `gradient`: towards the second colour. */
export const themeColorUsages = ['plain', 'colorful', 'gradient'] as const
export type ThemeColorUsage = (typeof themeColorUsages)[number]

export const defaultGoogleFont = 'DM Sans'

/** What a new agency has in place of a name and of words below it. */
export const placeholderName = 'Your Agency'
export const placeholderBrandingText = 'Welcome. Sign in to see your agents.'

export const longestBrandingText = 2_000
export const longestAgencyCss = 50_000

/** What stands at the foot of an agency's pages and mails, each empty for none: texts, and addresses with http. */
export type AgencyFooter = {
  address: string
  mainWebsite: string
  supportEmail: string
  tosPage: string
  privacyPolicypPage: string
}

/**
 * Name, logo and colour above what a mail says, and what stands below it. `logo`: an address with https. `colour`:
 * six-digit hex. `agency`: whose sending domain the mail comes from, if it has one.
 */
export type MailBrand = {
  name: string
  logo?: string
  colour?: string
  footer?: AgencyFooter
  agency?: AgencyPlace
  /** Below everything, while the agency has no white label. */
  poweredBy?: PoweredBy
}

/** The brand of mails of an agency. `server`: the address that its pictures are served at. */
export function mailBrandOf(
  agency: AgencyFooter & { name: string; squarePhotoURL: string; customThemeJSONString: string },
  server: string,
  place: AgencyPlace,
): MailBrand {
  const { name, squarePhotoURL: logo } = agency
  const { address, mainWebsite, supportEmail, tosPage, privacyPolicypPage } = agency
  const { region, agencyId } = place
  return {
    ...{ name, colour: primaryOf(agency), agency: { region, agencyId } },
    footer: { address, mainWebsite, supportEmail, tosPage, privacyPolicypPage },
    ...(logo && { logo: new URL(logo, server).href }),
  }
}
