/** Orders that the provider is told of a channel that was connected, changed or disconnected. */
import { channelEvents } from '@parley/contracts/channel/events.ts'
import type { SetupInput } from '@parley/contracts/channel/setup-events.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'

const events = pick(
  channelEvents,
  'ChannelConnected',
  'ChannelChanged',
  'ChannelCredentialsChanged',
  'ChannelDisconnected',
)

export function setUpChannels({ take }: { take: RunningProcess<SetupInput>['take'] }): Policy<typeof events> {
  return definePolicy({
    name: 'set-up-channels',
    startFrom: 'origin',
    events,
    async react({ type, id, tenant, data }) {
      const place = { tenant, instance: data.channelId }
      if (type === 'ChannelDisconnected') {
        if (data.needsTeardown) await take(place, { type: 'TeardownWanted' }, id)
      } else if (data.needsSetup) await take(place, { type: 'SetupWanted' }, id)
    },
  })
}
