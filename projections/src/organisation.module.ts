/** The read models of organisations. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { agentsOfOrganisation, clientIdsIn } from './organisations/organisation-agents.ts'
import { organisationTransfersProjection } from './organisations/organisation-transfers.projection.ts'
import { organisationsProjection } from './organisations/organisations.projection.ts'
import {
  countClients,
  countOrganisations,
  isNameTaken,
  organisationQueries,
} from './organisations/organisations.queries.ts'
import { ownOrganisationQueries } from './organisations/own-organisation.queries.ts'
import { countInLog, shownUpToHead } from './shown-up-to-head.ts'

export const organisationReadModels = defineModule({
  name: 'organisation read models',
  projections: [organisationsProjection, organisationTransfersProjection],

  start: ({ engines, projections, reader }: ModuleScope) => ({
    handlers: { ...organisationQueries({ reader }), ...ownOrganisationQueries({ reader }) },
    provides: {
      organisations: {
        count: countInLog({ engines, projections }, (tenant) => countOrganisations(reader, tenant)),
        isNameTaken: (tenant: string, name: string) => isNameTaken(reader, tenant, name),
        /** Counts those that are in the log by now. */
        async clientsIn(tenant: string, organisationId: string) {
          await shownUpToHead({ engines, projections })
          return countClients(reader, tenant, organisationId)
        },
        /** The ids of those that are in the log by now. */
        async clientIdsIn(tenant: string, organisationId: string) {
          await shownUpToHead({ engines, projections })
          return clientIdsIn(reader, tenant, organisationId)
        },
        /** When an organisation was created, ISO 8601; undefined if there is none. */
        createdAt: async (tenant: string, organisationId: string) =>
          (await reader.get(organisationsProjection, tenant, organisationId))?.createdAt,
        /** The agents that an organisation and its clients have and that exist. */
        agentsOf: (tenant: string, organisationId: string) =>
          agentsOfOrganisation(reader, tenant, organisationId),
      },
    },
  }),
})
