/** What pages at an agency's domain show of it. Pictures and fonts are addresses of this server. */
import { primaryOf } from '@parley/contracts/agency/custom-theme.ts'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { agency } from './agency.decider.ts'

export type HostBrand = {
  name: string
  /** Addresses without a host; empty for none. */
  logo: string
  darkLogo: string
  favicon: string
  /** Six-digit hex. */
  primary: string
  /** Empty for the font of the product. */
  fontFamily: string
  /** The faces of the font, and the agency's own CSS as it was cleaned. */
  styles: string
  /** Addresses; empty for none. */
  mainWebsite: string
  tosPage: string
  privacyPage: string
}

/** The brands of a region's agencies: the same object until the settings of an agency change. */
export function hostBrands(
  load: CommandHandler['load'],
  clean: (css: string, agencyId: string) => string,
): (agencyId: string) => Promise<HostBrand | undefined> {
  // bounded: an entry for each agency whose settings are in memory
  const brands = new WeakMap<AgencySettings, HostBrand>()
  return async (agencyId) => {
    const state = (await load(agency, agencyId, agencyId))?.state
    if (state?.status !== 'live') return undefined
    const { settings } = state
    const known = brands.get(settings)
    if (known) return known
    const brand = hostBrandOf(settings, (css) => clean(css, agencyId))
    brands.set(settings, brand)
    return brand
  }
}

export function hostBrandOf(settings: AgencySettings, clean: (css: string) => string): HostBrand {
  const { name, squarePhotoURL, darkModeSquarePhotourl, faviconURL, webFont, googleFont } = settings
  return {
    name,
    logo: squarePhotoURL,
    darkLogo: darkModeSquarePhotourl,
    favicon: faviconURL,
    primary: primaryOf(settings),
    fontFamily: googleFont === 'inherit' ? '' : googleFont,
    styles: facesOf(webFont) + (settings.customCSS === '' ? '' : clean(settings.customCSS)),
    mainWebsite: settings.mainWebsite,
    tosPage: settings.tosPage,
    privacyPage: settings.privacyPolicypPage,
  }
}

/** What was checked when the font was fetched; its name is written as a text of CSS. */
function facesOf(webFont: WebFont | undefined): string {
  if (!webFont) return ''
  const family = JSON.stringify(webFont.family)
  return webFont.faces
    .map(({ url, weight = 'normal', style = 'normal', unicodeRange }) => {
      const letters = unicodeRange ? `unicode-range:${unicodeRange};` : ''
      return `@font-face{font-family:${family};font-display:swap;src:url(${JSON.stringify(url)});font-weight:${weight};font-style:${style};${letters}}`
    })
    .join('')
}
