/** The read models of integrations. */

import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { promptUsesProjection, toolUsesProjection } from './agent-uses/agent-uses.projection.ts'
import { agentsUsing } from './agent-uses/agent-uses.queries.ts'
import { credentialsProjection } from './credentials/credentials.projection.ts'
import { countCredentials, credentialQueries, functionsUsing } from './credentials/credentials.queries.ts'
import { logEntriesProjection } from './log-entries/log-entries.projection.ts'
import { logQueries } from './log-entries/log-entries.queries.ts'
import { promptsProjection } from './prompts/prompts.projection.ts'
import { type PromptQueryDeps, promptQueries } from './prompts/prompts.queries.ts'
import { countInLog } from './shown-up-to-head.ts'
import { toolsProjection } from './tools/tools.projection.ts'
import { countTools, toolQueries } from './tools/tools.queries.ts'
import { keepLists } from './webhooks/known-lists.ts'
import { webhooksProjection } from './webhooks/webhooks.projection.ts'
import {
  countWebhooks,
  subscribedWebhooks,
  webhookInRecord,
  webhookQueries,
} from './webhooks/webhooks.queries.ts'

type Needs = {
  people: { nameOf(userId: string): Promise<string | undefined> }
  prompts: { textOf: PromptQueryDeps['textOf'] }
}

/** How long the read models are waited for, in ms. */
const WAIT_MS = 10_000

export const integrationReadModels = defineModule({
  name: 'integration read models',
  projections: [
    toolsProjection,
    credentialsProjection,
    webhooksProjection,
    logEntriesProjection,
    promptsProjection,
    promptUsesProjection,
    toolUsesProjection,
  ],

  start({ engines, reader, projections, ports }: ModuleScope<Needs>) {
    const read = (tenant: string) => subscribedWebhooks(reader, tenant)
    const webhookLists = keepLists({ projections, read, timeoutMs: WAIT_MS })
    return {
      appended: webhookLists.note,
      handlers: {
        ...toolQueries({ reader, nameOf: nameOf(ports) }),
        ...credentialQueries({ reader }),
        ...webhookQueries({ reader }),
        ...logQueries({ reader }),
        ...promptQueries({
          ...{ reader, textOf: ports.prompts.textOf },
          nameOf: nameOf(ports),
        }),
      },
      provides: {
        promptUses: {
          /** The agents that use a prompt, by name. */
          of: (tenant: string, promptId: string) =>
            agentsUsing(reader, promptUsesProjection, tenant, promptId),
        },
        tools: { count: countInLog({ engines, projections }, (tenant) => countTools(reader, tenant)) },
        credentials: {
          count: countInLog({ engines, projections }, (tenant) => countCredentials(reader, tenant)),
          functionsUsing: (tenant: string, credentialId: string) =>
            functionsUsing(reader, tenant, credentialId),
        },
        webhooks: {
          count: countInLog({ engines, projections }, (tenant) => countWebhooks(reader, tenant)),
          /** The id of the one that the workspace's record has. */
          inRecord: async (tenant: string) => (await webhookInRecord(reader, tenant))?.webhookId,
          /** The webhooks of a workspace as they were when the log had reached a position, or later. */
          subscribed: webhookLists.listAt,
        },
      },
    }
  },
})

function nameOf({ people }: Needs): PromptQueryDeps['nameOf'] {
  return async (_, { kind, id }) => (kind === 'user' ? people.nameOf(id) : undefined)
}
