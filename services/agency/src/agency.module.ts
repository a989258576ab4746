/** The agency of a workspace: its brand, theme, footer, custom CSS and custom tabs. */
import { agencyEndpoints } from '@parley/contracts/agency/endpoints.ts'
import { agencyEvents } from '@parley/contracts/agency/events.ts'
import { agencyHomeEndpoints } from '@parley/contracts/agency/home-endpoints.ts'
import { type MailBrand, mailBrandOf, placeholderName } from '@parley/contracts/agency/looks.ts'
import type { AgencySettings, CustomTab } from '@parley/contracts/agency/settings.ts'
import type { AgencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { agency } from './agency.decider.ts'
import { type AgencyDeps, agencyHandlers } from './agency.handlers.ts'
import { agencyBrands } from './agency-brands.ts'
import { agencyDomains } from './domains/agency-domains.decider.ts'
import { type HostBrand, hostBrands } from './host-brand.ts'
import { initializing } from './initialize.ts'
import type { Entitlement } from './white-label/entitlement.ts'

type Needs = {
  whiteLabel: { poweredBy: Entitlement['poweredBy'] }
  agents: { cleanCss: AgencyDeps['cleanCss'] }
  fonts: { fetch: AgencyDeps['fetchFont'] }
  icons: { keep: AgencyDeps['keepIcon']; keepFont: AgencyDeps['keepFont'] }
}
type Settings = { publicUrl: string }
type Provides = {
  agencies: {
    /** Makes the workspace an agency with the default settings, unless it is one; the position at which it is. */
    initialize(context: CommandContext & { tenant: string }): Promise<number>
    /** With what the agency's own server signs its clients in, as it is by now in any process; undefined if with nothing. */
    ssoSecretOf(agencyId: string): Promise<string | undefined>
    /** SHA-256 of the agency secret; undefined if there is no such agency. */
    secretHashOf(agencyId: string): Promise<string | undefined>
    /** The same, as it is by now in any process. */
    newestSecretHashOf(agencyId: string): Promise<string | undefined>
    /** What strangers see of an agency of this region; undefined if there is none. */
    brandOf(agencyId: string): Promise<AgencyBrand | undefined>
    /** The custom tabs of an agency of this region, in their order. */
    tabsOf(agencyId: string): Promise<readonly CustomTab[]>
    /** How clients sign in and sign up; undefined if there is no such agency in this region. */
    signUpOf(agencyId: string): Promise<AgencySettings['settings'] | undefined>
    /** What the pages at its domains show of it; the same object until its settings change. */
    hostBrandOf(agencyId: string): Promise<HostBrand | undefined>
    /** Whom mails to the workspace's people come from, if not from the product. */
    mailBrand(tenant: string): Promise<MailBrand | undefined>
    /** Whom mails to its clients come from, who are told of no other, whatever the agency is named yet; undefined if there is none. */
    clientMailBrand(agencyId: string): Promise<MailBrand | undefined>
    /** Where its people and clients reach it: at its own verified domain, or where the product is. Without a slash at the end. */
    addressOf(agencyId: string): Promise<string>
    /** Its verified domain; undefined without one, and while it leads elsewhere. */
    domainOf(agencyId: string): Promise<string | undefined>
  }
}

export const agencyModule = defineModule({
  name: 'agency',
  endpoints: { ...agencyEndpoints, ...agencyHomeEndpoints },
  aggregates: [agency],
  audited: agencyEvents,

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { handle, load, refresh } = engines.commands
    const { cleanCss } = ports.agents
    const domainsOf = async (agencyId: string) => {
      const { customDomain, vgSubdomain } = (await load(agencyDomains, agencyId, agencyId))?.state ?? {}
      return [customDomain, vgSubdomain].filter((one) => one?.verifiedAt !== undefined)
    }
    const addressOf = async (agencyId: string) => {
      const [own] = await domainsOf(agencyId)
      return own ? `https://${own.domain}` : config.publicUrl
    }
    const secretHashOf = async (agencyId: string) => {
      const state = (await load(agency, agencyId, agencyId))?.state
      return state?.status === 'live' ? state.secretHash : undefined
    }
    const clientMailBrand = async (agencyId: string) => {
      const state = (await load(agency, agencyId, agencyId))?.state
      if (state?.status !== 'live') return undefined
      return mailBrandOf(state.settings, await addressOf(agencyId), { region: engines.region, agencyId })
    }
    return {
      handlers: agencyHandlers({
        handle,
        load,
        keepIcon: ports.icons.keep,
        keepFont: ports.icons.keepFont,
        fetchFont: ports.fonts.fetch,
        cleanCss,
        ownHosts: [new URL(config.publicUrl).hostname],
      }),
      provides: {
        agencies: {
          initialize: initializing(engines.commands),
          brandOf: agencyBrands({
            ...{ region: engines.region, load, cleanCss },
            poweredBy: ports.whiteLabel.poweredBy,
          }),
          async ssoSecretOf(agencyId) {
            await refresh(agency.category, agencyId)
            const state = (await load(agency, agencyId, agencyId))?.state
            return state?.status === 'live' ? state.ssoSecret : undefined
          },
          secretHashOf,
          async newestSecretHashOf(agencyId) {
            await refresh(agency.category, agencyId)
            return secretHashOf(agencyId)
          },
          async tabsOf(agencyId) {
            const state = (await load(agency, agencyId, agencyId))?.state
            return state?.status === 'live' ? state.settings.customTabs : []
          },
          async signUpOf(agencyId) {
            const state = (await load(agency, agencyId, agencyId))?.state
            return state?.status === 'live' ? state.settings.settings : undefined
          },
          hostBrandOf: hostBrands(load, cleanCss),
          async mailBrand(tenant) {
            const brand = await clientMailBrand(tenant)
            return brand?.name === placeholderName ? undefined : brand
          },
          clientMailBrand,
          addressOf,
          async domainOf(agencyId) {
            await refresh(agencyDomains.category, agencyId)
            return (await domainsOf(agencyId)).find((one) => one?.removeAt === undefined)?.domain
          },
        },
      } satisfies Provides,
    }
  },
})
