/** The read models of clients. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { returnedMailOf } from './bounces/returned-mail.ts'
import { clientsProjection } from './clients/clients.projection.ts'
import { clientIdsIn, clientIdsOf, clientQueries, countAllClients } from './clients/clients.queries.ts'
import { countInLog, shownUpToHead } from './shown-up-to-head.ts'

type Needs = {
  bounces: { addressIdOf(tenant: string, email: string): string }
  quotas: { of(tenant: string): Promise<{ clients: number }> }
}

export const clientReadModels = defineModule({
  name: 'client read models',
  projections: [clientsProjection],

  start: ({ engines, projections, reader, ports }: ModuleScope<Needs>) => ({
    handlers: clientQueries({
      reader,
      seatsOf: async (tenant) => (await ports.quotas.of(tenant)).clients,
      returnedMailOf: returnedMailOf(reader, (tenant, email) => ports.bounces.addressIdOf(tenant, email)),
    }),
    provides: {
      clients: {
        count: countInLog({ engines, projections }, (tenant) => countAllClients(reader, tenant)),
        /** The ids of all that are in the log by now. */
        async idsOf(tenant: string) {
          await shownUpToHead({ engines, projections })
          return clientIdsOf(reader, tenant)
        },
        /** The ids of an organisation's, as the log has them by now, oldest first; at most that many. */
        async idsIn(tenant: string, organisationId: string, most: number) {
          await shownUpToHead({ engines, projections })
          return clientIdsIn(reader, tenant, organisationId, most)
        },
      },
    },
  }),
})
