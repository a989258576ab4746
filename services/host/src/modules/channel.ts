/** Channels: where agents are reached besides the website, and the delivery of what is written there. */
import { channel } from '@parley/channel/channel.decider.ts'
import { channelHandlers } from '@parley/channel/channel.handlers.ts'
import { deliverMessages } from '@parley/channel/delivery/deliver-messages.policy.ts'
import { delivery } from '@parley/channel/delivery/delivery.process.ts'
import { runDelivery } from '@parley/channel/delivery/delivery.ts'
import { disconnectChannels } from '@parley/channel/disconnect-channels.policy.ts'
import { findChannel } from '@parley/channel/find-channel.ts'
import { webhookHandlers } from '@parley/channel/webhook/webhook.handlers.ts'
import { webhookAdapter } from '@parley/channel/webhook/webhook-adapter.ts'
import { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import { channelEvents } from '@parley/contracts/channel/events.ts'
import { signatureOf } from '@parley/integration/signature.ts'
import { createDeadlines } from '@parley/kernel/deadlines.ts'
import { StoreUnavailable } from '@parley/kernel/event-store.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { aggregateOf } from '@parley/kernel/process-manager.ts'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { channelsProjection } from '@parley/projections/channels/channels.projection.ts'
import { channelQueries, channelsOf, countChannels } from '@parley/projections/channels/channels.queries.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'

export type ChannelPorts = {
  /** The secret with which a server signs what it delivers through a channel; undefined if there is no such channel. */
  deliverySecretOf(tenant: string, of: { agentId: string; channelId: string }): Promise<string | undefined>
}

export const channelModule = defineModule({
  name: 'channel',
  endpoints: channelEndpoints,
  aggregates: [channel, aggregateOf(delivery)],
  projections: [channelsProjection],
  audited: channelEvents,

  start({ config, engines, reader, projections, ports }: RegionScope) {
    const { handle, load, refresh } = engines.commands
    const { outbound } = ports
    const { receive } = ports.conversations
    const safeFetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
    const adapters = { webhook: webhookAdapter({ safeFetch, sign: signatureOf }) }
    const running = runDelivery({
      handle,
      load,
      refresh,
      deadlines: createDeadlines(engines.state),
      adapters,
      messageOf: outbound.message,
      record: outbound.record,
    })
    return {
      handlers: {
        ...channelHandlers({
          handle,
          isAgent: async (tenant, agentId) => (await ports.agents.document(tenant, agentId)) !== undefined,
          limitOf: async (tenant) => ({
            maxChannels: ports.quotas.of(tenant).channels,
            channels: await countChannels(reader, tenant),
          }),
        }),
        ...webhookHandlers({ load, receive, record: outbound.record }),
        ...channelQueries({ reader }),
      },
      policies: [
        deliverMessages({ take: running.take, adapters }),
        running.policy,
        disconnectChannels({
          handle,
          async channelIdsOf(tenant, agentId, after) {
            if (!(await projections.waitFor(after, 10_000)))
              throw new StoreUnavailable(`the read models have not come to position ${after}`)
            return (await channelsOf(reader, tenant, agentId)).map(({ channelId }) => channelId)
          },
        }),
      ],
      deadlines: [running.deadlineWork],
      provides: {
        channels: {
          async deliverySecretOf(tenant, of) {
            // Replaced credentials stop working at once, whichever process replaced them.
            await refresh(channel.category, of.channelId)
            return (await findChannel(load, tenant, of))?.credentials.secret
          },
        },
      } satisfies Partial<Ports>,
    }
  },
})
