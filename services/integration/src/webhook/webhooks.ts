/** Composes webhooks for a region: their endpoints, the fan-out of events, their delivery, and the log. */

import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import type { AllowedAddresses } from '@parley/kernel/outgoing/checked-address.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { createDeliveryLog } from './delivery-log.ts'
import { createFanOut, type FanOutDeps } from './fan-out.ts'
import { logRetention } from './log-retention.ts'
import { createAddressRefusal } from './refused-settings.ts'
import { startRequests } from './requests.ts'
import { runWebhooks } from './send-webhooks.ts'
import { webhook } from './webhook.decider.ts'
import { webhookHandlers } from './webhook.handlers.ts'
import { changeWebhookInRecord } from './webhook-in-record.ts'
import { createEventReader, namesAt } from './webhook-message.ts'

/** The ports that webhooks need. */
export type WebhookNeeds = {
  agents: {
    document(tenant: string, agentId: string): Promise<{ agentPlatform?: string | undefined } | undefined>
  }
  webhooks: {
    count(tenant: string): Promise<number>
    inRecord(tenant: string): Promise<string | undefined>
    subscribed: FanOutDeps['subscribed']
  }
  workspaces: { secretOf(tenant: string): Promise<string | undefined> }
}

export function startWebhooks({
  engines,
  ports,
  allowPrivateAddresses,
}: {
  engines: RegionEngines
  ports: WebhookNeeds
  allowPrivateAddresses: AllowedAddresses
}) {
  const { state, keyring, eventStore, rateLimits } = engines
  const { handle, load, refresh } = engines.commands
  const { agents, webhooks, workspaces } = ports
  const deadlines = createDeadlines(state)
  const log = createDeliveryLog({ state, keyring })
  const message = {
    eventAt: createEventReader(eventStore),
    keyring,
    agentType: async (tenant: string, agentId: string) =>
      (await agents.document(tenant, agentId))?.agentPlatform,
    workspaceSecret: workspaces.secretOf,
  }
  const refusedAddress = createAddressRefusal({ allowPrivateAddresses })
  const requests = startRequests({ allowPrivateAddresses })
  const running = runWebhooks({ ...message, handle, load, refresh, deadlines, log, request: requests.send })
  const isLive = async (tenant: string, webhookId: string) =>
    (await load(webhook, webhookId, tenant))?.state.status === 'live'
  const retention = logRetention({ deadlines, log, isLive })
  return {
    handlers: webhookHandlers({
      ...message,
      handle,
      load,
      take: running.take,
      log,
      rateLimits,
      inTurn: engines.inTurn,
      webhookCount: webhooks.count,
      refusedAddress,
    }),
    changeInRecord: changeWebhookInRecord({
      ...{ handle, load, inTurn: engines.inTurn, refusedAddress },
      async webhooksInLog(tenant) {
        // The count waits until what is shown is what the log has.
        const count = await webhooks.count(tenant)
        return { count, inRecord: await webhooks.inRecord(tenant) }
      },
    }),
    policies: [running.policy, retention.policy],
    deadlines: [running.deadlineWork, retention.work],
    consume: createFanOut({
      subscribed: webhooks.subscribed,
      namesAt: (stream, revision) => namesAt(message, stream, revision),
      deliver: running.deliver,
    }),
    /** What people read of a webhook: its description or else its host; undefined if there is none. */
    async nameOf(tenant: string, webhookId: string): Promise<string | undefined> {
      const found = (await load(webhook, webhookId, tenant))?.state
      if (found?.status !== 'live') return undefined
      const { description, url } = found.webhook
      return description || (URL.canParse(url) ? new URL(url).host : undefined)
    },
    stop: requests.stop,
  }
}
