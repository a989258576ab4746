/** Hands what the agent and the team write in conversations of connected channels to the delivery process. */

import { isConnectedKind } from '@parley/contracts/channel/names.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { DeliveryInput } from '@parley/contracts/delivery-events.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import type { RunningProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { ChannelAdapter } from '../channel-adapter.ts'

const events = pick(conversationEvents, 'AgentGreeted', 'AgentReplied', 'ReplyFailed', 'HumanReplied')

export function deliverMessages(deps: {
  take: RunningProcess<DeliveryInput>['take']
  adapters: Record<string, Pick<ChannelAdapter, 'capabilities'>>
}): Policy<typeof events> {
  return definePolicy({
    name: 'deliver-messages',
    startFrom: 'current',
    events,
    async react({ id, stream, tenant, data }) {
      const instance = idIn(stream, 'conversation')
      const adapter = isConnectedKind(data.channel) ? deps.adapters[data.channel] : undefined
      if (!adapter || instance === undefined) return
      const { retryForMs } = adapter.capabilities
      // The contact has it already.
      if ('outside' in data && data.outside) return
      const { messageId } = data
      await deps.take({ tenant, instance }, { type: 'MessageWritten', messageId, retryForMs }, id)
    },
  })
}
