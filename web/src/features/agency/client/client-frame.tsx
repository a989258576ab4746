import '../../../shell/client-area/client-fonts.css'
import '../../../shell/client-area/client-looks.css'
import { MantineProvider } from '@mantine/core'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { agencyTheme } from '../../../design/agency-theme.ts'
import { webFontFaces } from '../../../shell/client-area/web-font-faces.ts'

const emptyPage = '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body></body></html>'

/**
 * Renders pages of an agency's clients in a document of their own, as wide as the frame, under the agency's theme and
 * `css`, which so reaches nothing around the frame. No script runs in it, and nothing in it can be used.
 */
export function ClientFrame(props: {
  title: string
  agency: AgencySettings
  /** The files of the agency's font. */
  webFont: WebFont | undefined
  /** Cleaned by the server. */
  css: string
  scheme: 'light' | 'dark'
  style: CSSProperties
  children: ReactNode
}) {
  const { agency, scheme, webFont, css } = props
  const [page, setPage] = useState<Document>()
  const { customThemeJSONString, secondaryColorHex, themeColorUsage, themeVariant, googleFont } = agency
  const { theme, resolver } = useMemo(
    () =>
      agencyTheme({ customThemeJSONString, secondaryColorHex, themeColorUsage, themeVariant, googleFont }),
    [customThemeJSONString, secondaryColorHex, themeColorUsage, themeVariant, googleFont],
  )
  useLayoutEffect(() => {
    if (!page) return
    page.documentElement.dataset.colorUsage = themeColorUsage
    page.documentElement.dataset.themeVariant = themeVariant
  }, [page, themeColorUsage, themeVariant])

  return (
    <iframe
      title={props.title}
      srcDoc={emptyPage}
      sandbox="allow-same-origin"
      tabIndex={-1}
      style={props.style}
      onLoad={(event) => {
        const loaded = event.currentTarget.contentDocument
        if (!loaded) return
        for (const sheet of document.head.querySelectorAll('link[rel="stylesheet"], style'))
          loaded.head.append(sheet.cloneNode(true))
        loaded.body.inert = true
        setPage(loaded)
      }}
    >
      {page &&
        createPortal(
          <MantineProvider
            theme={theme}
            cssVariablesResolver={resolver}
            forceColorScheme={scheme}
            getRootElement={() => page.documentElement}
          >
            <style>{webFontFaces(webFont)}</style>
            {props.children}
            <style>{css}</style>
          </MantineProvider>,
          page.body,
        )}
    </iframe>
  )
}
