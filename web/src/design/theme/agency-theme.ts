/** The looks of an agency's pages, derived from its theme (part 2 §2.2) such that any colour stays legible. */

import type { CSSVariablesResolver } from '@mantine/core'
import { primaryOf } from '@parley/contracts/agency/custom-theme.ts'
import type { ThemeColorUsage, ThemeVariant } from '@parley/contracts/agency/looks.ts'
import { brandTokens, type Scheme, surfaces, visibleContrast } from './brand-tokens.ts'
import { hexOf as sixDigits } from './custom-theme.ts'
import { hexOf, leastContrast, mixed, readableContrast, shadeFor } from './palette.ts'
import { cssVariables, themeOf } from './theme.ts'

export type AgencyLooks = {
  customThemeJSONString: string
  secondaryColorHex: string
  themeColorUsage: ThemeColorUsage
  themeVariant: ThemeVariant
  googleFont: string
}

/** Six digits of a colour with three or six. */
export function fullHex(typed: string): string | undefined {
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(typed.trim())
  return sixDigits(
    short
      ? short
          .slice(1)
          .map((digit) => digit + digit)
          .join('')
      : typed,
  )
}

/** The Mantine theme of an agency's pages, and the custom properties that follow from it. */
export function agencyTheme(looks: AgencyLooks) {
  const primary = primaryOf(looks)
  const fontFamily = looks.googleFont === 'inherit' ? 'system-ui' : looks.googleFont.replaceAll("'", '')
  const resolver: CSSVariablesResolver = (theme) => {
    const { variables, light, dark } = cssVariables(theme)
    const gradient = (scheme: Scheme) => {
      const [from, to] = gradientOf(primary, looks.secondaryColorHex, scheme)
      return { '--agency-gradient': `linear-gradient(135deg, ${from}, ${to})` }
    }
    return {
      variables,
      light: { ...light, ...gradient('light') },
      dark: { ...dark, ...gradient('dark') },
    }
  }
  return { theme: themeOf({ primary, fontFamily }), resolver }
}

const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]

/**
 * From the fill of buttons towards the second colour, or towards a neighbouring hue without one. Text is legible on
 * every part of it; where no shade of the second colour allows for that, both ends are the fill.
 */
export function gradientOf(primary: string, secondary: string, scheme: Scheme): [string, string] {
  const { fill, onFill, charts } = brandTokens(primary, scheme)
  const grounds = Object.values(surfaces[scheme])
  const second = fullHex(secondary) ?? charts[2] ?? fill
  const seen = shadeFor(second, grounds, visibleContrast)
  const isFit = (to: string) =>
    leastContrast(to, grounds) >= visibleContrast &&
    steps.every((share) => leastContrast(onFill, [mixed(to, fill, share)]) >= readableContrast)
  const fit = [seen, shadeFor(seen, [onFill], readableContrast), blackOrWhiteMixed(seen, onFill)].find(isFit)
  return [fill, fit ?? fill]
}

/** A shade well away from the text on it. */
function blackOrWhiteMixed(colour: string, text: string): string {
  return mixed(colour, text === '#ffffff' ? hexOf(0, 0, 0) : '#ffffff', 0.5)
}
