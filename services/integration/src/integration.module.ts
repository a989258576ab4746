/** The integrations of a workspace: its tools and their calls, its webhooks, and its log. */
import { credentialEndpoints } from '@parley/contracts/integration/credential-endpoints.ts'
import { credentialEvents } from '@parley/contracts/integration/credential-events.ts'
import { integrationEndpoints } from '@parley/contracts/integration/endpoints.ts'
import { toolEvents } from '@parley/contracts/integration/events.ts'
import { importEndpoints } from '@parley/contracts/integration/import-endpoints.ts'
import { logEndpoints } from '@parley/contracts/integration/log-endpoints.ts'
import { logEvents } from '@parley/contracts/integration/log-events.ts'
import { promptEndpoints } from '@parley/contracts/integration/prompt-endpoints.ts'
import { promptEvents } from '@parley/contracts/integration/prompt-events.ts'
import { webhookEndpoints } from '@parley/contracts/integration/webhook-endpoints.ts'
import { webhookEvents } from '@parley/contracts/integration/webhook-events.ts'
import { NOTIFICATIONS, WEBHOOKS } from '@parley/contracts/topics.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { aggregateOf } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { agentTools } from './agent-tools.ts'
import { createAuthorizationServers } from './credential/authorization-server.ts'
import { connectHandlers } from './credential/connect.handlers.ts'
import { credential } from './credential/credential.decider.ts'
import { type CredentialDeps, credentialHandlers } from './credential/credential.handlers.ts'
import { createOAuthTokens } from './credential/oauth-tokens.ts'
import { openCredentials } from './credential/open-credentials.ts'
import { renewCredentials } from './credential/renew-credentials.policy.ts'
import { renewal } from './credential/renewal.process.ts'
import { createRenewals, runRenewals } from './credential/renewals.ts'
import { returnAddresses } from './credential/return-address.ts'
import { revocation } from './credential/revocation.process.ts'
import { revokeAccess, runRevocations } from './credential/revocations.ts'
import { importHandlers } from './import/import.handlers.ts'
import { type IntegrationDeps, integrationHandlers } from './integration.handlers.ts'
import { logHandlers } from './log/log.handlers.ts'
import { logEntry } from './log/log-entry.decider.ts'
import { agentPrompts } from './prompt/agent-prompts.ts'
import { prompt } from './prompt/prompt.decider.ts'
import { type PromptDeps, promptHandlers } from './prompt/prompt.handlers.ts'
import { promptNames } from './prompt/prompt-names.decider.ts'
import { signatureOf } from './signature.ts'
import { tool } from './tool.decider.ts'
import { streamOf } from './webhook/fan-out.ts'
import { webhookDelivery } from './webhook/send-webhooks.ts'
import { webhook } from './webhook/webhook.decider.ts'
import { startWebhooks, type WebhookNeeds } from './webhook/webhooks.ts'

type Needs = WebhookNeeds & {
  promptUses: { of: PromptDeps['usedBy'] }
  tests: { ofPrompt: PromptDeps['testsOf'] }
  quotas: { of(tenant: string): Promise<{ prompts: number }> }
  tools: { count: IntegrationDeps['toolCount'] }
  agencies: { hostBrandOf(agencyId: string): Promise<{ name: string } | undefined> }
  domains: { hostOf(host: string): Promise<AgencyHost | 'ended' | undefined> }
  product: { name(): string }
  credentials: {
    count: CredentialDeps['credentialCount']
    functionsUsing: CredentialDeps['functionsUsing']
  }
}
type Settings = { ALLOW_PRIVATE_ADDRESSES: AllowedAddresses; publicUrl: string; masterKey: Buffer }

/** Attempts before a message is parked; the wait between them starts at 200 ms and doubles each time. */
const ATTEMPTS = 12

export const integrationModule = defineModule({
  name: 'integration',
  endpoints: {
    ...integrationEndpoints,
    ...importEndpoints,
    ...credentialEndpoints,
    ...webhookEndpoints,
    ...logEndpoints,
    ...promptEndpoints,
  },
  aggregates: [
    ...[
      tool,
      credential,
      aggregateOf(renewal),
      aggregateOf(revocation),
      webhook,
      logEntry,
      prompt,
      promptNames,
    ],
    aggregateOf(webhookDelivery),
  ],
  audited: {
    ...toolEvents,
    ...pick(
      credentialEvents,
      'CredentialCreated',
      'CredentialChanged',
      'CredentialRotated',
      'CredentialConnected',
      'CredentialConnectionLost',
      'CredentialDeleted',
      'CredentialAccessRevoked',
    ),
    ...webhookEvents,
    ...promptEvents,
  },
  relays: [
    {
      events: pick(webhookEvents, 'WebhookPaused'),
      topics: [NOTIFICATIONS],
      when: ({ data }) => Object(data).reason !== 'person',
    },
    {
      events: pick(credentialEvents, 'CredentialConnectionLost'),
      topics: [NOTIFICATIONS],
      when: ({ data }) => Object(data).reason !== 'changed',
    },
    { events: logEvents, topics: [NOTIFICATIONS], when: ({ data }) => Object(data).withEmail === true },
  ],
  consumers: { webhooks: { topics: [WEBHOOKS], attempts: ATTEMPTS, orderedBy: streamOf } },

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { handle, load, refresh } = engines.commands
    const safeFetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
    const allowPrivateAddresses = config.ALLOW_PRIVATE_ADDRESSES
    const tokens = createOAuthTokens({ safeFetch })
    const { inTurn, rateLimits } = engines
    const servers = createAuthorizationServers({ safeFetch, allowPrivateAddresses })
    const renewals = createRenewals({ handle, load, refresh, inTurn, servers })
    const credentials = openCredentials({ load, refresh, handle, tokens, renewals, allowPrivateAddresses })
    const deadlines = createDeadlines(engines.state)
    const renewing = runRenewals({ renewals, handle, load, deadlines })
    const revoking = runRevocations({ servers, handle, load, refresh, deadlines })
    const tools = { handle, load, inTurn, safeFetch, credentials, toolCount: ports.tools.count }
    const webhooks = startWebhooks({ engines, ports, allowPrivateAddresses })
    return {
      handlers: {
        ...integrationHandlers(tools),
        ...importHandlers({ ...tools, rateLimits }),
        ...connectHandlers({
          ...{ handle, load, refresh, inTurn, allowPrivateAddresses, servers, safeFetch, rateLimits },
          credentialCount: ports.credentials.count,
          ...{ publicUrl: config.publicUrl, returns: returnAddresses(config.masterKey) },
          async isOwnHost(host, workspaceId) {
            const standing = await ports.domains.hostOf(host)
            return standing !== undefined && standing !== 'ended' && standing.agencyId === workspaceId
          },
          async nameAt(host) {
            const brand = host && (await ports.agencies.hostBrandOf(host.agencyId))
            return brand?.name ?? ports.product.name()
          },
        }),
        ...credentialHandlers({
          ...{ handle, load, inTurn, allowPrivateAddresses, publicUrl: config.publicUrl },
          credentialCount: ports.credentials.count,
          functionsUsing: ports.credentials.functionsUsing,
          isAgent: async (tenant, agentId) => (await ports.agents.document(tenant, agentId)) !== undefined,
        }),
        ...webhooks.handlers,
        ...promptHandlers({
          ...{ handle, load, refresh, inTurn, usedBy: ports.promptUses.of },
          testsOf: ports.tests.ofPrompt,
          promptLimit: async (tenant) => (await ports.quotas.of(tenant)).prompts,
        }),
        ...logHandlers({ handle, load, rateLimits }),
      },
      policies: [
        ...[...webhooks.policies, renewing.policy, renewCredentials(renewing)],
        ...[revoking.policy, revokeAccess(revoking)],
      ],
      deadlines: [...webhooks.deadlines, renewing.deadlineWork, revoking.deadlineWork],
      consume: { webhooks: webhooks.consume },
      stop: webhooks.stop,
      provides: {
        tools: agentTools({ load, refresh, safeFetch, credentials }),
        prompts: agentPrompts({ load, refresh }),
        signatures: { of: signatureOf },
        webhooks: { nameOf: webhooks.nameOf, changeInRecord: webhooks.changeInRecord },
        credentialNames: {
          async of(tenant: string, credentialId: string): Promise<string | undefined> {
            const state = (await load(credential, credentialId, tenant))?.state
            return state?.status === 'live' ? state.credential.name : undefined
          },
        },
      },
    }
  },
})
