/** The command endpoints of a workspace's agency, for one region. */

import { tabAddressProblem } from '@parley/contracts/agency/custom-tabs.ts'
import type { agencyEndpoints } from '@parley/contracts/agency/endpoints.ts'
import type { OfSettings } from '@parley/contracts/agency/folded.ts'
import { type AgencyChanges, isServedFont } from '@parley/contracts/agency/settings.ts'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { agency } from './agency.decider.ts'
import { initializing, SECRET_LENGTH } from './initialize.ts'

/** 256 bits, as HMAC-SHA256 asks for. */
const SSO_SECRET_LENGTH = 43

type Refused = { ok: false; rejection: Rejection }

export type AgencyDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  /** Keeps an uploaded picture, and gives its address; accepts one that is the workspace's own already. */
  keepIcon(tenant: string, address: string, field: string): Promise<{ ok: true; address: string } | Refused>
  /** Keeps the files of a fetched font. */
  keepFont(tenant: string, webFont: WebFont): Promise<{ ok: true; webFont: WebFont } | Refused>
  /** Copies a font from the web, by its name or an address. */
  fetchFont(font: string): Promise<{ ok: true; webFont: WebFont } | Refused>
  cleanCss(css: string, tenant: string): string
  /** The host names at which this server is reached. */
  ownHosts: readonly string[]
}

/** The events by which settings of an agency are changed: all but those of its creation and its secrets. */
const settingsChanged: readonly OfSettings['type'][] = Object.values({
  AgencyRenamed: 'AgencyRenamed',
  AgencyBrandChanged: 'AgencyBrandChanged',
  AgencyThemeChanged: 'AgencyThemeChanged',
  AgencyFooterChanged: 'AgencyFooterChanged',
  AgencyCssChanged: 'AgencyCssChanged',
  AgencyPriceChanged: 'AgencyPriceChanged',
  AgencySignInChanged: 'AgencySignInChanged',
  AgencySignUpChanged: 'AgencySignUpChanged',
  CustomTabAdded: 'CustomTabAdded',
  CustomTabChanged: 'CustomTabChanged',
  CustomTabRemoved: 'CustomTabRemoved',
  CustomTabsReordered: 'CustomTabsReordered',
} satisfies { [Type in OfSettings['type']]: Type })
const ssoSecretChanged = ['AgencySsoSecretCreated', 'AgencySsoSecretRemoved'] as const
const icons = ['squarePhotoURL', 'darkModeSquarePhotourl', 'faviconURL'] as const

export function agencyHandlers(deps: AgencyDeps): Omit<Handlers<typeof agencyEndpoints>, 'agency.get'> {
  const { handle } = deps
  const initialize = initializing(deps)

  return {
    async 'agency.initialize'({ tenant, context }) {
      return reply({ ID: tenant }, await initialize({ ...context, tenant }))
    },

    async 'agency.save'({ tenant, body, context }) {
      const state = (await deps.load(agency, tenant, tenant))?.state
      if (state?.status !== 'live') return refuse('not-found', 'This workspace has no agency.')
      const address = addressRefusal(body)
      if (address) return address
      const kept = await withKeptIcons(tenant, body)
      if (!kept.ok) return kept
      const { googleFont } = body
      const isNew = googleFont !== undefined && googleFont !== state.settings.googleFont
      const font = isNew && !isServedFont(googleFont) ? await fontOf(tenant, googleFont) : undefined
      if (font?.ok === false) return refuse(font.rejection.code, font.rejection.message, 'googleFont')
      const command = {
        type: 'SaveAgency',
        changes: kept.changes,
        ...(font && { webFont: font.webFont }),
      } as const
      const handled = await handle(agency, tenant, command, overwriting(agency, context, settingsChanged))
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'agency.regenerateSecret'({ tenant, context }) {
      const command = { type: 'RegenerateAgencySecret', secret: randomText(SECRET_LENGTH) } as const
      const onSecret = overwriting(agency, context, ['AgencySecretRegenerated'])
      const handled = await handle(agency, tenant, command, onSecret)
      if (!handled.ok) return handled
      if (handled.state.status === 'none') throw new Error('An agency vanished while its secret changed')
      return reply({ secret: handled.state.secret }, handled.position)
    },

    async 'agency.createSsoSecret'({ tenant, context }) {
      const command = { type: 'CreateSsoSecret', ssoSecret: randomText(SSO_SECRET_LENGTH) } as const
      const handled = await handle(agency, tenant, command, overwriting(agency, context, ssoSecretChanged))
      if (!handled.ok) return handled
      const ssoSecret = handled.state.status === 'live' ? handled.state.ssoSecret : undefined
      // Made by this command before, and removed since.
      if (ssoSecret === undefined) return refuse('conflict', 'The secret was removed meanwhile.')
      return reply({ ssoSecret }, handled.position)
    },

    async 'agency.removeSsoSecret'({ tenant, context }) {
      const command = { type: 'RemoveSsoSecret' } as const
      const handled = await handle(agency, tenant, command, overwriting(agency, context, ssoSecretChanged))
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'agency.fetchFont'({ tenant, body }) {
      const state = (await deps.load(agency, tenant, tenant))?.state
      if (state?.status !== 'live') return refuse('not-found', 'This workspace has no agency.')
      const font = await fontOf(tenant, body.font)
      return font.ok ? reply({ webFont: font.webFont }) : font
    },

    async 'agency.previewCss'({ tenant, body }) {
      return reply({ customCSS: deps.cleanCss(body.customCSS, tenant) })
    },
  }

  async function fontOf(tenant: string, font: string) {
    const fetched = await deps.fetchFont(font)
    return fetched.ok ? deps.keepFont(tenant, fetched.webFont) : fetched
  }

  function addressRefusal({ customTabs = [] }: AgencyChanges): Refused | undefined {
    for (const [at, { pageType, iframeUrl }] of customTabs.entries()) {
      const problem =
        pageType === 'iframe' || iframeUrl !== '' ? tabAddressProblem(iframeUrl, deps.ownHosts) : undefined
      if (problem) return refuse('invalid-tab', problem, `customTabs.${at}.iframeUrl`)
    }
    return undefined
  }

  /** Refuses with `too-large`, `wrong-type`, `invalid-input` and `storage-limit-reached`. */
  async function withKeptIcons(
    tenant: string,
    body: AgencyChanges,
  ): Promise<{ ok: true; changes: AgencyChanges } | Refused> {
    const changes = { ...body }
    for (const name of icons) {
      const given = body[name]
      if (!given) continue
      const kept = await deps.keepIcon(tenant, given, name)
      if (!kept.ok) return kept
      changes[name] = kept.address
    }
    if (!body.customTabs) return { ok: true, changes }
    const customTabs: NonNullable<AgencyChanges['customTabs']> = []
    for (const [at, tab] of body.customTabs.entries()) {
      const kept =
        tab.iconUrl === ''
          ? { ok: true as const, address: '' }
          : await deps.keepIcon(tenant, tab.iconUrl, `customTabs.${at}.iconUrl`)
      if (!kept.ok) return kept
      customTabs.push({ ...tab, iconUrl: kept.address })
    }
    return { ok: true, changes: { ...changes, customTabs } }
  }
}
