/** What the pages of an agency's clients have in common. */

import { useComputedColorScheme } from '@mantine/core'
import { showPoweredBy } from '@parley/contracts/agency/powered-by-line.ts'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import type { PoweredBy } from '@parley/contracts/agency/white-label.ts'
import { useLayoutEffect } from 'react'
import { t } from '../../design/language.ts'
import styles from './client.module.css'

/** What these pages show of an agency. */
export type ClientBrand = Omit<AgencySettings, 'customTabs' | 'settings' | 'USDPerToken'> & {
  poweredBy?: PoweredBy | undefined
}

/** The logo for the scheme that is shown; the other one where there is only that. */
export function logoOf(agency: ClientBrand, scheme: 'light' | 'dark'): string {
  const { squarePhotoURL: light, darkModeSquarePhotourl: dark } = agency
  return scheme === 'dark' ? dark || light : light || dark
}

export function ClientLogo({ agency }: { agency: ClientBrand }) {
  const logo = logoOf(agency, useComputedColorScheme('light'))
  return logo ? (
    <img src={logo} alt="" className={styles.logo} data-part="brand-logo" />
  ) : (
    <span
      className={styles.letter}
      data-part="brand-logo"
      data-letter={[...agency.name][0]?.toLocaleUpperCase()}
    />
  )
}

/** Copyright, how the agency is reached, and its legal pages (part 2 §2.3). */
export function ClientFooter({ agency }: { agency: ClientBrand }) {
  const { name, mainWebsite, supportEmail, tosPage, privacyPolicypPage, address, poweredBy } = agency
  return (
    <footer className={styles.footer} data-part="footer" data-powered={poweredBy && ''}>
      <span>
        © {new Date().getFullYear()} <bdi>{name}</bdi>
      </span>
      {address && <span>{address}</span>}
      {mainWebsite && <a href={mainWebsite}>{t('Website')}</a>}
      {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      {tosPage && <a href={tosPage}>{t('Terms of Service')}</a>}
      {privacyPolicypPage && <a href={privacyPolicypPage}>{t('Privacy Policy')}</a>}
      <span>{t('EU GDPR')}</span>
      {poweredBy && <PoweredByLine by={poweredBy} />}
    </footer>
  )
}

/** Above what is at the bottom of the page, for which the foot keeps its place free. */
function PoweredByLine({ by: { name, address } }: { by: PoweredBy }) {
  const sentence = t('Powered by {name}', { name: '{name}' })
  useLayoutEffect(
    () => showPoweredBy(document, { name, address, sentence, look, belowDialogs: true }),
    [name, address, sentence],
  )
  return null
}

const look =
  'inset:auto 0 6px;width:fit-content;max-width:100%;margin:0 auto;padding:3px 12px;border-radius:999px;color:light-dark(#4b5563,#b6bec9);background:light-dark(#fff,#14181f)'
