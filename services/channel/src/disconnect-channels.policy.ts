/** Disconnects the channels of deleted agents. */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, type Policy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { channel } from './channel.decider.ts'

const name = 'disconnect-channels'
const events = pick(agentEvents, 'AgentDeleted')

export type DisconnectChannelsDeps = {
  handle: CommandHandler['handle']
  /** The ids of the agent's channels, read once the read models have reached the position `after`. */
  channelIdsOf(tenant: string, agentId: string, after: number): Promise<string[]>
}

export function disconnectChannels({ handle, channelIdsOf }: DisconnectChannelsDeps): Policy<typeof events> {
  return definePolicy({
    name,
    startFrom: 'origin',
    events,
    async react(event) {
      const { tenant, position, data } = event
      const { agentId } = data
      const command = { type: 'DisconnectChannel', agentId, reason: 'agent-deleted' } as const
      for (const channelId of await channelIdsOf(tenant, agentId, position)) {
        const handled = await handle(channel, channelId, command, reactingTo(event, name))
        if (!handled.ok && handled.rejection.code !== 'not-found') throw new Error(handled.rejection.code)
      }
    },
  })
}
