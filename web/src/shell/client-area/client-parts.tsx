/** What the pages of an agency's clients have in common. */

import { useComputedColorScheme } from '@mantine/core'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import type { PoweredBy } from '@parley/contracts/agency/white-label.ts'
import { t } from '../../design/language.ts'
import { withParts } from '../../design/sentence.tsx'
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
    <footer
      className={styles.footer}
      data-part="footer"
      {...(poweredBy && { ref: wears('display:flex;visibility:visible;opacity:1') })}
    >
      <span>
        © {new Date().getFullYear()} <bdi>{name}</bdi>
      </span>
      {address && <span>{address}</span>}
      {mainWebsite && <a href={mainWebsite}>{t('Website')}</a>}
      {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      {tosPage && <a href={tosPage}>{t('Terms of Service')}</a>}
      {privacyPolicypPage && <a href={privacyPolicypPage}>{t('Privacy Policy')}</a>}
      <span>{t('EU GDPR')}</span>
      {poweredBy && (
        <span ref={wears(`all:revert;${plain}`)} data-part="powered-by">
          {withParts('Powered by {name}', {
            name: (
              <a ref={wears(`all:revert;${plain}`)} href={poweredBy.address}>
                {poweredBy.name}
              </a>
            ),
          })}
        </span>
      )}
    </footer>
  )
}

/** It takes neither colour nor size from what is around it. */
const plain = 'font-size:13px;color:light-dark(#4b5563,#b6bec9)'

/** Styles at the element, above the agency's own CSS. */
const wears = (css: string) => (element: HTMLElement | null) => {
  if (element) element.style.cssText = css.replaceAll(/(?=;|$)/g, '!important')
}
