/** The organisations of an agency's clients. */
import { organisationEndpoints } from '@parley/contracts/organisation/endpoints.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { organisation } from './organisation.decider.ts'
import { type OrganisationDeps, organisationHandlers } from './organisation.handlers.ts'

type Needs = {
  agents: { exists: OrganisationDeps['agentExists'] }
  credits: { transfer: OrganisationDeps['transferCredits']; closeAccount: OrganisationDeps['closeAccount'] }
  organisations: {
    count: OrganisationDeps['organisationCount']
    clientsIn: OrganisationDeps['clientsIn']
  }
}

type Provides = {
  organisations: {
    /** What new clients of an organisation may see, and in which order; undefined if it is not live. */
    clientDefaults(
      tenant: string,
      organisationId: string,
    ): Promise<{ canAccess: readonly string[]; clientTabOrder: readonly string[] } | undefined>
  }
}

export const organisationModule = defineModule({
  name: 'organisation',
  endpoints: organisationEndpoints,
  aggregates: [organisation],
  audited: organisationEvents,

  start({ engines, ports }: ModuleScope<Needs>) {
    const { handle, load } = engines.commands
    return {
      handlers: organisationHandlers({
        handle,
        load,
        organisationCount: ports.organisations.count,
        clientsIn: ports.organisations.clientsIn,
        agentExists: ports.agents.exists,
        transferCredits: ports.credits.transfer,
        closeAccount: ports.credits.closeAccount,
      }),
      provides: {
        organisations: {
          async clientDefaults(tenant, organisationId) {
            const state = (await load(organisation, organisationId, tenant))?.state
            if (state?.status !== 'live') return undefined
            const { defaultClientAccess: canAccess, defaultClientTabOrder: clientTabOrder } = state.settings
            return { canAccess, clientTabOrder }
          },
        },
      } satisfies Provides,
    }
  },
})
