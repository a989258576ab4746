import { customThemeIn } from '@parley/contracts/agency/custom-theme.ts'
import './client-fonts.css'
import './client-looks.css'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { agencyTheme } from '../../design/theme/agency-theme.ts'
import { directionOf, spokenLanguage } from '../../languages/languages.ts'
import type { ClientBrand } from './client-parts.tsx'
import { webFontFaces } from './web-font-faces.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'parley_color_scheme' })

/** Shows a page of an agency's clients under the agency's theme, font, icon and CSS, which the server has cleaned. */
export function AgencyLooks({ agency, children }: { agency: ClientBrand; children: ReactNode }) {
  const { customThemeJSONString, secondaryColorHex, themeColorUsage, themeVariant, googleFont } = agency
  const { theme, resolver } = useMemo(
    () =>
      agencyTheme({ customThemeJSONString, secondaryColorHex, themeColorUsage, themeVariant, googleFont }),
    [customThemeJSONString, secondaryColorHex, themeColorUsage, themeVariant, googleFont],
  )
  const { faviconURL } = agency
  useLayoutEffect(() => {
    document.documentElement.dataset.colorUsage = themeColorUsage
    document.documentElement.dataset.themeVariant = themeVariant
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon) icon.href = faviconURL || 'data:,'
  }, [themeColorUsage, themeVariant, faviconURL])
  return (
    <DirectionProvider initialDirection={directionOf(spokenLanguage())} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        defaultColorScheme={customThemeIn(customThemeJSONString)?.scheme ?? 'auto'}
        colorSchemeManager={colorSchemeManager}
      >
        <style>{webFontFaces(agency.webFont)}</style>
        {children}
        <style>{agency.customCSS}</style>
      </MantineProvider>
    </DirectionProvider>
  )
}
