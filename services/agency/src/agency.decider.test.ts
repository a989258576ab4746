import { createHash } from 'node:crypto'
import { defaultClientOnboarding } from '@parley/contracts/agency/client-onboarding.ts'
import type { AgencyEvent } from '@parley/contracts/agency/events.ts'
import type { CustomTab } from '@parley/contracts/agency/settings.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, it } from 'vitest'
import { type AgencyCommand, agency } from './agency.decider.ts'

const secret = 'a'.repeat(25)
const at = '2026-11-21T12:00:00.000Z'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const initialize: AgencyCommand = { type: 'InitializeAgency', agencyId: 'w1', userId: 'u1', secret }
const created: AgencyEvent = {
  type: 'AgencyCreated',
  data: {
    agencyId: 'w1',
    userId: 'u1',
    name: 'Your Agency',
    brandingText: 'Welcome. Sign in to see your agents.',
    secret,
    secretHash: hashOf(secret),
    at,
  },
}
const save = (changes: Extract<AgencyCommand, { type: 'SaveAgency' }>['changes']): AgencyCommand => ({
  type: 'SaveAgency',
  changes,
})
const tabOf = (tabId: string, href: string, more: Partial<CustomTab> = {}): CustomTab => ({
  tabId,
  label: tabId,
  href,
  iconUrl: '',
  pageType: 'html',
  htmlContent: '<p>Help</p>',
  jsContent: '',
  iframeUrl: '',
  alwaysVisible: false,
  desc: '',
  ...more,
})
const added = (tab: CustomTab): AgencyEvent => ({
  type: 'CustomTabAdded',
  data: { ...tab, at },
})
const help = tabOf('t1', '/help')
const news = tabOf('t2', '/news')

describe('initialisation', () => {
  it('creates the agency with a secret and placeholders', () => {
    given(agency).when(initialize).then(created)
  })

  it('leaves an agency that there is as it is', () => {
    given(agency, created)
      .when({ ...initialize, secret: 'another', userId: 'u2' })
      .thenNothing()
  })

  it('comes before anything else', () => {
    given(agency)
      .when(save({ name: 'Ada' }))
      .thenRejected('not-found')
    given(agency).when({ type: 'RegenerateAgencySecret', secret }).thenRejected('not-found')
  })
})

describe('the secret for single sign-on', () => {
  const ssoSecret = 's'.repeat(43)
  const create: AgencyCommand = { type: 'CreateSsoSecret', ssoSecret }
  const made: AgencyEvent = { type: 'AgencySsoSecretCreated', data: { ssoSecret, at } }
  const removed: AgencyEvent = { type: 'AgencySsoSecretRemoved', data: { at } }

  it('is made, replaced and removed', () => {
    given(agency, created).when(create).then(made)
    given(agency, created, made)
      .when({ ...create, ssoSecret: 'another' })
      .then({ type: 'AgencySsoSecretCreated', data: { ssoSecret: 'another', at } })
    given(agency, created, made).when({ type: 'RemoveSsoSecret' }).then(removed)
    given(agency, created, made, removed).when({ type: 'RemoveSsoSecret' }).thenNothing()
    given(agency, created).when({ type: 'RemoveSsoSecret' }).thenNothing()
  })

  it('needs an agency', () => {
    given(agency).when(create).thenRejected('not-found')
    given(agency).when({ type: 'RemoveSsoSecret' }).thenRejected('not-found')
  })
})

describe('saving', () => {
  it('says of each group what it is after the change, and nothing of groups that are as before', () => {
    given(agency, created)
      .when(
        save({
          name: 'North',
          tosPage: 'https://north.example/tos',
          settings: { disablePasswordLogin: true },
        }),
      )
      .then(
        { type: 'AgencyRenamed', data: { name: 'North', at } },
        {
          type: 'AgencyFooterChanged',
          data: {
            mainWebsite: '',
            supportEmail: '',
            tosPage: 'https://north.example/tos',
            privacyPolicypPage: '',
            address: '',
            at,
          },
        },
        { type: 'AgencySignInChanged', data: { disablePasswordLogin: true, at } },
      )
  })

  it('says how clients sign up after the change, of which what is not given stays', () => {
    const saved = save({
      settings: { enableClientSignup: true, clientOnboarding: { showGoalsStep: false } },
    })
    const signUp = {
      enableClientSignup: true,
      clientOnboarding: { ...defaultClientOnboarding, showGoalsStep: false },
    }
    const changed: AgencyEvent = { type: 'AgencySignUpChanged', data: { ...signUp, at } }
    given(agency, created).when(saved).then(changed)
    given(agency, created, changed).when(saved).thenNothing()
    given(agency, created, changed)
      .when(save({ settings: { disablePasswordLogin: true } }))
      .then({ type: 'AgencySignInChanged', data: { disablePasswordLogin: true, at } })
    given(agency, created, changed)
      .when(save({ settings: { clientOnboarding: { defaultClientAccess: ['/convos'] } } }))
      .then({
        type: 'AgencySignUpChanged',
        data: {
          ...signUp,
          clientOnboarding: { ...signUp.clientOnboarding, defaultClientAccess: ['/convos'] },
          at,
        },
      })
  })

  it('accepts settings as they are without an event', () => {
    given(agency, created)
      .when(save({ name: 'Your Agency', customCSS: '', customTabs: [] }))
      .thenNothing()
  })

  it('sets the price of a credit, once', () => {
    const priced: AgencyEvent = { type: 'AgencyPriceChanged', data: { USDPerToken: 0.005, at } }
    given(agency, created)
      .when(save({ USDPerToken: 0.005 }))
      .then(priced)
    given(agency, created, priced)
      .when(save({ USDPerToken: 0.005 }))
      .thenNothing()
    given(agency, created)
      .when(save({ USDPerToken: 0.003 }))
      .thenNothing()
  })

  it('keeps the files of a font as long as the font is chosen', () => {
    const webFont = { source: 'https://fonts.example/a', family: 'Brand', faces: [] }
    const theme = { themeColorUsage: 'plain', themeVariant: 'default', customThemeJSONString: '' } as const
    const chosen: Extract<AgencyEvent, { type: 'AgencyThemeChanged' }> = {
      type: 'AgencyThemeChanged',
      data: { googleFont: 'Brand', webFont, ...theme, secondaryColorHex: '', at },
    }
    given(agency, created)
      .when({ type: 'SaveAgency', changes: { googleFont: webFont.source }, webFont })
      .then(chosen)
    given(agency, created, chosen)
      .when(save({ secondaryColorHex: '#ff0000' }))
      .then({ type: 'AgencyThemeChanged', data: { ...chosen.data, secondaryColorHex: '#ff0000' } })
    given(agency, created, chosen)
      .when(save({ googleFont: 'Inter' }))
      .then({
        type: 'AgencyThemeChanged',
        data: { googleFont: 'Inter', ...theme, secondaryColorHex: '', at },
      })
  })
})

describe('custom tabs', () => {
  it('are added, changed, removed and put into another order', () => {
    given(agency, created)
      .when(save({ customTabs: [help] }))
      .then(added(help))
    const changed = { ...help, label: 'Support' }
    given(agency, created, added(help), added(news))
      .when(save({ customTabs: [changed] }))
      .then(
        { type: 'CustomTabRemoved', data: { tabId: 't2', label: 't2', at } },
        { type: 'CustomTabChanged', data: { ...changed, at } },
      )
    given(agency, created, added(help), added(news))
      .when(save({ customTabs: [news, help] }))
      .then({ type: 'CustomTabsReordered', data: { tabIds: ['t2', 't1'], at } })
  })

  it('put before others are added and ordered', () => {
    given(agency, created, added(help))
      .when(save({ customTabs: [news, help] }))
      .then(
        { type: 'CustomTabAdded', data: { ...news, at } },
        {
          type: 'CustomTabsReordered',
          data: { tabIds: ['t2', 't1'], at },
        },
      )
  })

  it.each([
    [[tabOf('t1', 'help')], 'URL must include a leading slash (/)'],
    [[tabOf('t1', '/settings')], 'This URL is reserved for a default tab'],
    [[tabOf('t1', '/Convos/all')], 'This URL is reserved for a default tab'],
    [[help, tabOf('t2', '/HELP')], 'This URL is already used by another tab'],
    [[help, tabOf('t1', '/news')], 'Two tabs have the same id.'],
  ])('are refused: %j', (customTabs, message) => {
    given(agency, created).when(save({ customTabs })).thenRejected('invalid-tab', message)
  })
})

it('replaces the secret, and says which one ended', () => {
  given(agency, created)
    .when({ type: 'RegenerateAgencySecret', secret: 'b'.repeat(25) })
    .then({
      type: 'AgencySecretRegenerated',
      data: {
        secret: 'b'.repeat(25),
        secretHash: hashOf('b'.repeat(25)),
        formerSecretHash: hashOf(secret),
        at,
      },
    })
})
