/** The agency of a workspace: its brand, theme, footer, custom CSS and custom tabs. */
import { agencyEndpoints } from '@parley/contracts/agency/endpoints.ts'
import { agencyEvents } from '@parley/contracts/agency/events.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { agency } from './agency.decider.ts'
import { type AgencyDeps, agencyHandlers } from './agency.handlers.ts'

type Needs = {
  agents: { cleanCss: AgencyDeps['cleanCss'] }
  fonts: { fetch: AgencyDeps['fetchFont'] }
  icons: { keep: AgencyDeps['keepIcon']; keepFont: AgencyDeps['keepFont'] }
}
type Settings = { publicUrl: string }

export const agencyModule = defineModule({
  name: 'agency',
  endpoints: agencyEndpoints,
  aggregates: [agency],
  audited: agencyEvents,

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { handle, load } = engines.commands
    return {
      handlers: agencyHandlers({
        handle,
        load,
        keepIcon: ports.icons.keep,
        keepFont: ports.icons.keepFont,
        fetchFont: ports.fonts.fetch,
        cleanCss: ports.agents.cleanCss,
        ownHosts: [new URL(config.publicUrl).hostname],
      }),
    }
  },
})
