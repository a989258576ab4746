/** The read models of channels. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { untilProjected } from '@parley/kernel/read-models/projection-follower.ts'
import { channelHealthQueries } from './channels/channel-health.queries.ts'
import { channelTrafficProjection } from './channels/channel-traffic.projection.ts'
import { channelsProjection } from './channels/channels.projection.ts'
import { channelQueries, channelsOf, countChannels, everyChannelOf } from './channels/channels.queries.ts'
import { countInLog } from './shown-up-to-head.ts'

/** How long the read models are waited for, in ms. */
const WAIT_MS = 10_000

export const channelReadModels = defineModule({
  name: 'channel read models',
  projections: [channelsProjection, channelTrafficProjection],

  start: ({ engines, reader, projections }: ModuleScope) => ({
    handlers: { ...channelQueries({ reader }), ...channelHealthQueries({ reader }) },
    provides: {
      channels: {
        count: countInLog({ engines, projections }, (tenant) => countChannels(reader, tenant)),
        /** The ids of the channels of a workspace, those connected first first. */
        async idsOfWorkspace(tenant: string) {
          return (await everyChannelOf(reader, tenant)).map(({ channelId }) => channelId)
        },
        /** The ids of an agent's channels, once the read models have reached the position `after`. */
        async idsOf(tenant: string, agentId: string, after: number) {
          await untilProjected(projections, after, WAIT_MS)
          return (await channelsOf(reader, tenant, agentId)).map(({ channelId }) => channelId)
        },
      },
    },
  }),
})
