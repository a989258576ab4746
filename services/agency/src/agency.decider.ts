/** The agency of a workspace: its brand, its secret, its custom tabs. Stream `agency-<agencyId>`; the id is the tenant's. */

import { isDeepStrictEqual } from 'node:util'
import { type AgencyEvent, agencyEvents } from '@parley/contracts/agency/events.ts'
import { defaultSettings, evolveSettings } from '@parley/contracts/agency/folded.ts'
import { placeholderBrandingText, placeholderName } from '@parley/contracts/agency/looks.ts'
import type { AgencyChanges, AgencySettings } from '@parley/contracts/agency/settings.ts'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { secretHash } from '@parley/kernel/sealing/session-token.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { changedTabs, tabRefusal } from './custom-tabs.ts'

export type AgencyState =
  | { status: 'none' }
  | {
      status: 'live'
      agencyId: string
      secret: string
      secretHash: string
      /** Present while the agency's own server may sign tokens that sign clients in. */
      ssoSecret?: string
      settings: AgencySettings
    }

export type AgencyCommand =
  | { type: 'InitializeAgency'; agencyId: string; userId: string; secret: string }
  /** `webFont`: the files of `googleFont`, if it does not come with the product. */
  | { type: 'SaveAgency'; changes: AgencyChanges; webFont?: WebFont }
  | { type: 'RegenerateAgencySecret'; secret: string }
  | { type: 'CreateSsoSecret'; ssoSecret: string }
  | { type: 'RemoveSsoSecret' }

/** Refuses with `not-found` and `invalid-tab`. */
export const agency: Aggregate<AgencyState, AgencyCommand, AgencyEvent> = {
  category: 'agency',
  events: agencyEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: AgencyCommand, state: AgencyState, now: Date): Decision<AgencyEvent> {
  const at = now.toISOString()
  if (command.type === 'InitializeAgency') {
    if (state.status === 'live') return accept()
    const { agencyId, userId, secret } = command
    return accept({
      type: 'AgencyCreated',
      data: {
        agencyId,
        userId,
        name: placeholderName,
        brandingText: placeholderBrandingText,
        secret,
        secretHash: secretHash(secret),
        at,
      },
    })
  }
  if (state.status === 'none') return refuse('not-found', 'This workspace has no agency.')
  switch (command.type) {
    case 'SaveAgency':
      return save(command, state.settings, at)
    case 'RegenerateAgencySecret': {
      const { secret } = command
      const formerSecretHash = state.secretHash
      return accept({
        type: 'AgencySecretRegenerated',
        data: { secret, secretHash: secretHash(secret), formerSecretHash, at },
      })
    }
    case 'CreateSsoSecret':
      return accept({ type: 'AgencySsoSecretCreated', data: { ssoSecret: command.ssoSecret, at } })
    case 'RemoveSsoSecret':
      return state.ssoSecret === undefined
        ? accept()
        : accept({ type: 'AgencySsoSecretRemoved', data: { at } })
  }
}

function save(
  { changes, webFont }: Extract<AgencyCommand, { type: 'SaveAgency' }>,
  before: AgencySettings,
  at: string,
): Decision<AgencyEvent> {
  const refusal = changes.customTabs && tabRefusal(changes.customTabs)
  if (refusal) return refusal
  const given = mergedInto(before, changes)
  const after: AgencySettings = { ...before, ...given, ...(webFont && { webFont }) }
  if (given.googleFont !== undefined && given.googleFont !== before.googleFont)
    Object.assign(after, { googleFont: webFont?.family ?? given.googleFont, webFont })
  const events: AgencyEvent[] = []
  const add = <Part>(of: (settings: AgencySettings) => Part, eventOf: (part: Part) => AgencyEvent) => {
    if (!isDeepStrictEqual(of(after), of(before))) events.push(eventOf(of(after)))
  }
  add(
    ({ name }) => ({ name }),
    (data) => ({ type: 'AgencyRenamed', data: { ...data, at } }),
  )
  add(brandOf, (data) => ({ type: 'AgencyBrandChanged', data: { ...data, at } }))
  add(themeIn, (data) => ({ type: 'AgencyThemeChanged', data: { ...data, at } }))
  add(footerOf, (data) => ({ type: 'AgencyFooterChanged', data: { ...data, at } }))
  add(
    ({ customCSS }) => ({ customCSS }),
    (data) => ({ type: 'AgencyCssChanged', data: { ...data, at } }),
  )
  add(
    ({ USDPerToken }) => ({ USDPerToken }),
    (data) => ({ type: 'AgencyPriceChanged', data: { ...data, at } }),
  )
  add(
    ({ settings }) => ({ disablePasswordLogin: settings.disablePasswordLogin }),
    (data) => ({ type: 'AgencySignInChanged', data: { ...data, at } }),
  )
  add(
    ({ settings: { enableClientSignup, clientOnboarding } }) => ({ enableClientSignup, clientOnboarding }),
    (data) => ({ type: 'AgencySignUpChanged', data: { ...data, at } }),
  )
  events.push(...changedTabs(before.customTabs, after.customTabs, at))
  return accept(...events)
}

/** With the changes of settings that stand within another one put on top of what there was. */
function mergedInto(before: AgencySettings, changes: AgencyChanges): Partial<AgencySettings> {
  const { settings, ...given } = withoutUndefined(changes)
  if (!settings) return given
  const { clientOnboarding, ...signIn } = withoutUndefined(settings)
  const asked = { ...before.settings.clientOnboarding, ...withoutUndefined(clientOnboarding ?? {}) }
  return { ...given, settings: { ...before.settings, ...signIn, clientOnboarding: asked } }
}

const brandOf = ({ brandingText, squarePhotoURL, darkModeSquarePhotourl, faviconURL }: AgencySettings) => ({
  brandingText,
  squarePhotoURL,
  darkModeSquarePhotourl,
  faviconURL,
})

const themeIn = (settings: AgencySettings) => {
  const { googleFont, webFont, themeColorUsage, themeVariant, customThemeJSONString, secondaryColorHex } =
    settings
  return {
    googleFont,
    ...(webFont && { webFont }),
    themeColorUsage,
    themeVariant,
    customThemeJSONString,
    secondaryColorHex,
  }
}

const footerOf = ({ mainWebsite, supportEmail, tosPage, privacyPolicypPage, address }: AgencySettings) => ({
  mainWebsite,
  supportEmail,
  tosPage,
  privacyPolicypPage,
  address,
})

function evolve(state: AgencyState, event: AgencyEvent): AgencyState {
  if (event.type === 'AgencyCreated') {
    const { agencyId, secret, secretHash, name, brandingText } = event.data
    const settings = { ...defaultSettings, name, brandingText }
    return { status: 'live', agencyId, secret, secretHash, settings }
  }
  if (state.status === 'none') return state
  if (event.type === 'AgencySecretRegenerated') {
    const { secret, secretHash } = event.data
    return { ...state, secret, secretHash }
  }
  if (event.type === 'AgencySsoSecretCreated') return { ...state, ssoSecret: event.data.ssoSecret }
  if (event.type === 'AgencySsoSecretRemoved') {
    const { ssoSecret: _, ...without } = state
    return without
  }
  return { ...state, settings: evolveSettings(state.settings, event) }
}
