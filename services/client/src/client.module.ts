/** The clients of an agency. */
import { clientEndpoints } from '@parley/contracts/client/endpoints.ts'
import { clientEvents } from '@parley/contracts/client/events.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import { derivedKey } from '@parley/kernel/derived-key.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { pick } from '@parley/kernel/projection.ts'
import { client } from './client.decider.ts'
import { type ClientDeps, clientHandlers } from './client.handlers.ts'
import { clientEmail } from './client-email.decider.ts'
import { type ClientEmailsDeps, clientEmails } from './client-emails.ts'
import { clientPolicies, forgetDeleted } from './clients.policy.ts'
import { type DeleteClientsDeps, deleteClients } from './delete-clients.policy.ts'

type Needs = {
  agents: { exists: ClientDeps['agentExists'] }
  clients: { count: ClientDeps['clientCount']; idsOf: DeleteClientsDeps['clientIdsOf'] }
  directory: { commandsOf: ClientEmailsDeps['commandsOf'] }
  organisations: { clientDefaults: ClientDeps['organisationDefaults'] }
  passwords: { hash: ClientDeps['hashPassword'] }
  quotas: { of(tenant: string): Promise<{ clients: number }> }
}
type Settings = { masterKey: Buffer }

export const clientModule = defineModule({
  name: 'client',
  endpoints: clientEndpoints,
  aggregates: [client, clientEmail],
  audited: clientEvents,
  relays: [{ events: pick(clientEvents, 'ClientCreated'), topics: [WEBHOOKS] }],

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { commands, keyring, region } = engines
    const { handle, load } = commands
    const emails = clientEmails({
      region,
      commandsOf: ports.directory.commandsOf,
      hashKey: derivedKey(config.masterKey, 'client email hashes'),
    })
    return {
      policies: [
        ...clientPolicies({ emails, keyring, commands }),
        deleteClients({ handle, clientIdsOf: ports.clients.idsOf }),
      ],
      appended: (events) => forgetDeleted(engines, events),
      handlers: clientHandlers({
        handle,
        load,
        emails,
        hashPassword: ports.passwords.hash,
        clientCount: ports.clients.count,
        seatsOf: async (tenant) => (await ports.quotas.of(tenant)).clients,
        agentExists: ports.agents.exists,
        organisationDefaults: ports.organisations.clientDefaults,
      }),
    }
  },
})
