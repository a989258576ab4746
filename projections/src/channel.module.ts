/** The read models of channels. */
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { untilProjected } from '@parley/kernel/projection-follower.ts'
import { channelsProjection } from './channels/channels.projection.ts'
import { channelQueries, channelsOf, countChannels } from './channels/channels.queries.ts'

/** How long the read models are waited for, in ms. */
const WAIT_MS = 10_000

export const channelReadModels = defineModule({
  name: 'channel read models',
  projections: [channelsProjection],

  start: ({ reader, projections }: ModuleScope) => ({
    handlers: channelQueries({ reader }),
    provides: {
      channels: {
        count: (tenant: string) => countChannels(reader, tenant),
        /** The ids of an agent's channels, once the read models have reached the position `after`. */
        async idsOf(tenant: string, agentId: string, after: number) {
          await untilProjected(projections, after, WAIT_MS)
          return (await channelsOf(reader, tenant, agentId)).map(({ channelId }) => channelId)
        },
      },
    },
  }),
})
