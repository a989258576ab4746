/** The organisations of an agency's clients. */
import { organisationEndpoints } from '@parley/contracts/organisation/endpoints.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { organisationOpenIdEndpoints } from '@parley/contracts/organisation/openid-endpoints.ts'
import { organisationOpenIdEvents } from '@parley/contracts/organisation/openid-events.ts'
import { ownOrganisationEndpoints } from '@parley/contracts/organisation/own-endpoints.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import {
  type OrganisationOpenId,
  organisationOfDomain,
  organisationOpenId,
} from './openid/organisation-openid.decider.ts'
import {
  type OrganisationOpenIdDeps,
  organisationOpenIdHandlers,
} from './openid/organisation-openid.handlers.ts'
import { removeOpenIdPolicy } from './openid/remove-openid.policy.ts'
import { organisation } from './organisation.decider.ts'
import { type OrganisationDeps, organisationHandlers } from './organisation.handlers.ts'
import { ownOrganisationHandlers } from './own-organisation.handlers.ts'
import { type OwnOrganisations, ownOrganisations } from './own-organisation.ts'

type Needs = {
  agencies: { addressOf: OrganisationOpenIdDeps['addressOf'] }
  agents: { exists: OrganisationDeps['agentExists'] }
  credits: { transfer: OrganisationDeps['transferCredits']; closeAccount: OrganisationDeps['closeAccount'] }
  organisations: {
    count: OrganisationDeps['organisationCount']
    clientsIn: OrganisationDeps['clientsIn']
  }
  openIdFlow: { examineIssuer: OrganisationOpenIdDeps['examineIssuer'] }
}

/** How an organisation signs its people in with its own provider. */
export type FoundOpenId = OrganisationOpenId & { organisationId: string }

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
    /** What new clients of an organisation may see, in which order, and its agents; undefined if it is not live. */
    clientDefaults(
      tenant: string,
      organisationId: string,
    ): Promise<
      | { canAccess: readonly string[]; clientTabOrder: readonly string[]; widgetIDs: readonly string[] }
      | undefined
    >
    /** An organisation as its clients meet it; undefined if it is not live. */
    ofClients(tenant: string, organisationId: string): Promise<OrganisationOfClients | undefined>
    /** Its OpenID provider, as it is by now in any process; undefined if it has none. */
    openIdOf(tenant: string, organisationId: string): Promise<FoundOpenId | undefined>
    /** That of the organisation whose people have e-mail addresses at a domain. */
    openIdOfDomain(tenant: string, domain: string): Promise<FoundOpenId | undefined>
  }
}

export const organisationModule = defineModule({
  name: 'organisation',
  endpoints: { ...organisationEndpoints, ...ownOrganisationEndpoints, ...organisationOpenIdEndpoints },
  aggregates: [organisation, organisationOpenId],
  audited: { ...organisationEvents, ...organisationOpenIdEvents },

  start({ engines, ports }: ModuleScope<Needs>) {
    const { handle, load, refresh } = engines.commands
    const openIdsOf = async (tenant: string) => {
      await refresh(organisationOpenId.category, tenant)
      return (await load(organisationOpenId, tenant, tenant))?.state ?? {}
    }
    return {
      policies: [removeOpenIdPolicy({ handle })],
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
        ...organisationOpenIdHandlers({
          ...{ handle, load, refresh },
          addressOf: ports.agencies.addressOf,
          examineIssuer: ports.openIdFlow.examineIssuer,
        }),
      },
      provides: {
        ownOrganisations: ownOrganisations({ handle }),
        organisations: {
          async clientDefaults(tenant, organisationId) {
            const state = (await load(organisation, organisationId, tenant))?.state
            if (state?.status !== 'live') return undefined
            const { defaultClientAccess: canAccess, defaultClientTabOrder, widgetIDs } = state.settings
            return { canAccess, clientTabOrder: defaultClientTabOrder, widgetIDs }
          },
          async ofClients(tenant, organisationId) {
            const state = (await load(organisation, organisationId, tenant))?.state
            if (state?.status !== 'live') return undefined
            const { name, squarePhotoURL, disableClientAccess, disableClientAccessMessage } = state.settings
            const { accessDisabled } = state
            const disabled = disableClientAccess ? { disabledMessage: disableClientAccessMessage } : {}
            return { name, squarePhotoURL, accessDisabled, ...disabled }
          },
          async openIdOf(tenant, organisationId) {
            const found = (await openIdsOf(tenant))[organisationId]
            return found && { organisationId, ...found }
          },
          async openIdOfDomain(tenant, domain) {
            const all = await openIdsOf(tenant)
            const organisationId = organisationOfDomain(all, domain)
            const found = organisationId === undefined ? undefined : all[organisationId]
            return organisationId === undefined || !found ? undefined : { organisationId, ...found }
          },
        },
      } satisfies Provides,
    }
  },
})
