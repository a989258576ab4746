/** Channels: where agents are reached besides the website, and the delivery of what is written there. */
import { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import { channelEvents } from '@parley/contracts/channel/events.ts'
import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import { createDeadlines } from '@parley/kernel/deadlines.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { aggregateOf } from '@parley/kernel/process-manager.ts'
import { pick } from '@parley/kernel/projection.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { channel } from './channel.decider.ts'
import { channelHandlers } from './channel.handlers.ts'
import type { ChannelAdapter } from './channel-adapter.ts'
import { deliverMessages } from './delivery/deliver-messages.policy.ts'
import { type DeliveryDeps, delivery, runDelivery } from './delivery/delivery.ts'
import { type DisconnectChannelsDeps, disconnectChannels } from './disconnect-channels.policy.ts'
import { findChannel } from './find-channel.ts'
import { setUpChannels } from './setup/set-up-channels.policy.ts'
import { setup } from './setup/setup.process.ts'
import { runSetup } from './setup/setup.ts'
import { type WebhookDeps, webhookHandlers } from './webhook/webhook.handlers.ts'
import { type WebhookAdapterDeps, webhookAdapter } from './webhook/webhook-adapter.ts'

type Needs = {
  agents: { exists(tenant: string, agentId: string): Promise<boolean> }
  channels: {
    count(tenant: string): Promise<number>
    idsOf: DisconnectChannelsDeps['channelIdsOf']
  }
  conversations: { receive: WebhookDeps['receive'] }
  outbound: { message: DeliveryDeps['messageOf']; record: DeliveryDeps['record'] & WebhookDeps['record'] }
  signatures: { of: WebhookAdapterDeps['sign'] }
  quotas: { of(tenant: string): Promise<{ channels: number }> }
}
type Settings = { ALLOW_PRIVATE_ADDRESSES: AllowedAddresses }

export const channelModule = defineModule({
  name: 'channel',
  endpoints: channelEndpoints,
  aggregates: [channel, aggregateOf(delivery), aggregateOf(setup)],
  audited: channelEvents,
  relays: [{ events: pick(channelEvents, 'ChannelConnected', 'ChannelDisconnected'), topics: [WEBHOOKS] }],

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { handle, load, refresh } = engines.commands
    const { agents, channels, conversations, outbound, quotas, signatures } = ports
    const safeFetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
    const adapters: Record<ChannelKind, ChannelAdapter> = {
      webhook: webhookAdapter({ safeFetch, sign: signatures.of }),
    }
    const deadlines = createDeadlines(engines.state)
    const settingUp = runSetup({ handle, load, refresh, deadlines, adapters })
    const running = runDelivery({
      handle,
      load,
      refresh,
      deadlines,
      adapters,
      messageOf: outbound.message,
      record: outbound.record,
    })
    return {
      handlers: {
        ...channelHandlers({
          handle,
          needsSetup: (kind) => adapters[kind].provider !== undefined,
          isAgent: agents.exists,
          limitOf: async (tenant) => ({
            maxChannels: (await quotas.of(tenant)).channels,
            channels: await channels.count(tenant),
          }),
        }),
        ...webhookHandlers({ load, receive: conversations.receive, record: outbound.record }),
      },
      policies: [
        deliverMessages({ take: running.take, adapters }),
        running.policy,
        setUpChannels({ take: settingUp.take }),
        settingUp.policy,
        disconnectChannels({ handle, channelIdsOf: channels.idsOf }),
      ],
      deadlines: [running.deadlineWork, settingUp.deadlineWork],
      webhookSecrets: {
        async 'channels.deliver'({ tenant, named }) {
          const { agentId, channelId } = named
          if (typeof agentId !== 'string' || typeof channelId !== 'string') return undefined
          // Replaced credentials stop working at once, whichever process replaced them.
          await refresh(channel.category, channelId)
          return (await findChannel(load, tenant, { agentId, channelId }))?.credentials.secret
        },
      },
    }
  },
})
