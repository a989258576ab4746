/** What the preview is told of an agency: what strangers see of it, its custom tabs, and how clients sign up. */
import type { AgencyView } from '@parley/contracts/agency/settings.ts'
import type { WhiteLabelView } from '@parley/contracts/agency/white-label-endpoints.ts'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import type { AgencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { Previewed } from '../../client-preview/messages.ts'

/** An agency with its unsaved settings. */
export type PreviewedAgency = AgencyView & Pick<WhiteLabelView, 'poweredBy'>

/** `css`: cleaned by the server. `webFont`: the files of the agency's font. */
export function previewedOf(
  agency: PreviewedAgency,
  { region, css, webFont }: { region: Region; css: string; webFont: WebFont | undefined },
): Omit<Previewed, 'page' | 'scheme'> {
  const { disablePasswordLogin, enableClientSignup, clientOnboarding } = agency.settings
  const brand: AgencyBrand = {
    region,
    agencyId: agency.ID,
    name: agency.name,
    brandingText: agency.brandingText,
    squarePhotoURL: agency.squarePhotoURL,
    darkModeSquarePhotourl: agency.darkModeSquarePhotourl,
    faviconURL: agency.faviconURL,
    googleFont: agency.googleFont,
    themeColorUsage: agency.themeColorUsage,
    themeVariant: agency.themeVariant,
    customThemeJSONString: agency.customThemeJSONString,
    secondaryColorHex: agency.secondaryColorHex,
    customCSS: css,
    mainWebsite: agency.mainWebsite,
    supportEmail: agency.supportEmail,
    tosPage: agency.tosPage,
    privacyPolicypPage: agency.privacyPolicypPage,
    address: agency.address,
    settings: { disablePasswordLogin, enableClientSignup },
    ...(webFont && { webFont }),
    ...(agency.poweredBy && { poweredBy: agency.poweredBy }),
  }
  return { brand, tabs: agency.customTabs, onboarding: clientOnboarding }
}
