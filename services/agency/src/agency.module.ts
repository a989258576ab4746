/** The agency of a workspace: its brand, theme, footer, custom CSS and custom tabs. */
import { agencyEndpoints } from '@parley/contracts/agency/endpoints.ts'
import { agencyEvents } from '@parley/contracts/agency/events.ts'
import { placeholderName } from '@parley/contracts/agency/looks.ts'
import { themeOf } from '@parley/contracts/agent/theme.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { agency } from './agency.decider.ts'
import { type AgencyDeps, agencyHandlers } from './agency.handlers.ts'
import { type AgencyBrand, agencyBrands } from './agency-brand.ts'

type Needs = {
  agents: { cleanCss: AgencyDeps['cleanCss'] }
  fonts: { fetch: AgencyDeps['fetchFont'] }
  icons: { keep: AgencyDeps['keepIcon']; keepFont: AgencyDeps['keepFont'] }
}
type Settings = { publicUrl: string }
type Provides = {
  agencies: {
    /** Whom mails to the workspace's people come from, if not from the product. `logo`: an address. */
    mailBrand(tenant: string): Promise<{ name: string; logo: string; colour: string } | undefined>
  }
}

type Provides = {
  agencies: {
    /** What its pages and mails show of an agency; the same object until its settings change. */
    brandOf(agencyId: string): Promise<AgencyBrand | undefined>
  }
}

export const agencyModule = defineModule({
  name: 'agency',
  endpoints: agencyEndpoints,
  aggregates: [agency],
  audited: agencyEvents,

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { handle, load } = engines.commands
    return {
      provides: { agencies: { brandOf: agencyBrands(load, ports.agents.cleanCss) } } satisfies Provides,
      handlers: agencyHandlers({
        handle,
        load,
        keepIcon: ports.icons.keep,
        keepFont: ports.icons.keepFont,
        fetchFont: ports.fonts.fetch,
        cleanCss: ports.agents.cleanCss,
        ownHosts: [new URL(config.publicUrl).hostname],
      }),
      provides: {
        agencies: {
          async mailBrand(tenant) {
            const state = (await load(agency, tenant, tenant))?.state
            if (state?.status !== 'live' || state.settings.name === placeholderName) return undefined
            const { name, squarePhotoURL: logo, customThemeJSONString } = state.settings
            return { name, logo, colour: themeOf({ theme: '', customThemeJSONString }).primary }
          },
        },
      } satisfies Provides,
    }
  },
})
