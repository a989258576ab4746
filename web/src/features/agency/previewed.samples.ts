/** An agency for tests of its preview. */
import { type ClientOnboarding, defaultClientOnboarding } from '@parley/contracts/agency/client-onboarding.ts'
import type { PreviewedAgency } from './previewed.ts'

/** With these settings of clients who sign up. */
export function agencyOf({
  enableClientSignup = false,
  ...onboarding
}: Partial<ClientOnboarding> & { enableClientSignup?: boolean } = {}): PreviewedAgency {
  return {
    ID: 'agency-1',
    userId: 'user-1',
    secret: 'agency-secret-1',
    ssoSecretCreatedAt: '2026-01-31T00:00:00.000Z',
    createdAt: '2026-01-31T00:00:00.000Z',
    lastModified: '2026-01-31T00:00:00.000Z',
    name: 'Northwind',
    brandingText: 'Welcome',
    squarePhotoURL: '',
    darkModeSquarePhotourl: '',
    faviconURL: '',
    googleFont: 'DM Sans',
    themeColorUsage: 'plain',
    themeVariant: 'default',
    customThemeJSONString: '',
    secondaryColorHex: '',
    customCSS: 'unclean',
    mainWebsite: 'https://northwind.example/',
    supportEmail: 'help@northwind.example',
    tosPage: '',
    privacyPolicypPage: '',
    address: '',
    USDPerToken: 0.0073,
    customTabs: [
      {
        ...{ tabId: 'help', label: 'Help', href: '/help', iconUrl: '', pageType: 'html', iframeUrl: '' },
        ...{ htmlContent: '<h1>Help</h1>', jsContent: '', alwaysVisible: true, desc: '' },
      },
    ],
    settings: {
      disablePasswordLogin: false,
      enableClientSignup,
      clientOnboarding: { ...defaultClientOnboarding, ...onboarding },
    },
    poweredBy: { name: 'Maker', address: 'https://maker.example/' },
  }
}
