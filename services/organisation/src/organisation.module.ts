/** The organisations of an agency's clients. */
import { organisationEndpoints } from '@parley/contracts/organisation/endpoints.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { ownOrganisationEndpoints } from '@parley/contracts/organisation/own-endpoints.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { organisation } from './organisation.decider.ts'
import { type OrganisationDeps, organisationHandlers } from './organisation.handlers.ts'
import { ownOrganisationHandlers } from './own-organisation.handlers.ts'
import { type OwnOrganisations, ownOrganisations } from './own-organisation.ts'

type Needs = {
  agents: { exists: OrganisationDeps['agentExists'] }
  credits: { transfer: OrganisationDeps['transferCredits']; closeAccount: OrganisationDeps['closeAccount'] }
  organisations: {
    count: OrganisationDeps['organisationCount']
    clientsIn: OrganisationDeps['clientsIn']
  }
}

export type OrganisationOfClients = {
  name: string
  squarePhotoURL: string
  /** How often the access of its clients was disabled. */
  accessDisabled: number
  /** Present while it is disabled: what its clients are told; empty for the usual words. */
  disabledMessage?: string
}

type Provides = {
  /** Those of clients that signed up by themselves. */
  ownOrganisations: OwnOrganisations
  organisations: {
    /** What new clients of an organisation may see, and in which order; undefined if it is not live. */
    clientDefaults(
      tenant: string,
      organisationId: string,
    ): Promise<{ canAccess: readonly string[]; clientTabOrder: readonly string[] } | undefined>
    /** An organisation as its clients meet it; undefined if it is not live. */
    ofClients(tenant: string, organisationId: string): Promise<OrganisationOfClients | undefined>
  }
}

export const organisationModule = defineModule({
  name: 'organisation',
  endpoints: { ...organisationEndpoints, ...ownOrganisationEndpoints },
  aggregates: [organisation],
  audited: organisationEvents,

  start({ engines, ports }: ModuleScope<Needs>) {
    const { handle, load } = engines.commands
    return {
      handlers: {
        ...organisationHandlers({
          handle,
          load,
          organisationCount: ports.organisations.count,
          clientsIn: ports.organisations.clientsIn,
          agentExists: ports.agents.exists,
          transferCredits: ports.credits.transfer,
          closeAccount: ports.credits.closeAccount,
        }),
        ...ownOrganisationHandlers({ handle }),
      },
      provides: {
        ownOrganisations: ownOrganisations({ handle }),
        organisations: {
          async clientDefaults(tenant, organisationId) {
            const state = (await load(organisation, organisationId, tenant))?.state
            if (state?.status !== 'live') return undefined
            const { defaultClientAccess: canAccess, defaultClientTabOrder: clientTabOrder } = state.settings
            return { canAccess, clientTabOrder }
          },
          async ofClients(tenant, organisationId) {
            const state = (await load(organisation, organisationId, tenant))?.state
            if (state?.status !== 'live') return undefined
            const { name, squarePhotoURL, disableClientAccess, disableClientAccessMessage } = state.settings
            const { accessDisabled } = state
            const disabled = disableClientAccess ? { disabledMessage: disableClientAccessMessage } : {}
            return { name, squarePhotoURL, accessDisabled, ...disabled }
          },
        },
      } satisfies Provides,
    }
  },
})
