/** Shows contacts that the agent writes, in channels that can. */
import { isConnectedKind } from '@parley/contracts/channel/names.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { definePolicy, type Policy } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { ChannelAdapter } from './channel-adapter.ts'
import { findChannel } from './find-channel.ts'

const events = pick(conversationEvents, 'VisitorMessageReceived')

/** Later, in ms, the agent has answered or the message is old. */
const RECENT_MS = 10_000
/** So many at once; nobody waits for the others. */
const MOST = 50

export type ShowTypingDeps = {
  load: CommandHandler['load']
  adapters: Record<string, Pick<ChannelAdapter, 'showTyping'>>
  messageOf(
    tenant: string,
    conversationId: string,
    messageId: string,
  ): Promise<{ channelId: string; contactId: string } | undefined>
  now?: () => number
}

export function showTyping({
  load,
  adapters,
  messageOf,
  now = Date.now,
}: ShowTypingDeps): Policy<typeof events> {
  let underWay = 0
  return definePolicy({
    name: 'show-typing',
    startFrom: 'current',
    events,
    async react({ stream, tenant, data }) {
      const { channel: kind, messageId, owner, at } = data
      const adapter = isConnectedKind(kind) ? adapters[kind] : undefined
      const conversationId = idIn(stream, 'conversation')
      if (!adapter?.showTyping || owner !== undefined || conversationId === undefined) return
      if (now() - Date.parse(at) > RECENT_MS || underWay >= MOST) return
      const found = await messageOf(tenant, conversationId, messageId)
      const channel = found && (await findChannel(load, tenant, { channelId: found.channelId }))
      if (!channel) return
      underWay++
      // Later events do not wait for the provider.
      void adapter.showTyping(channel, found.contactId).finally(() => underWay--)
    },
  })
}
