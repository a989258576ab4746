/** The connected channels of a workspace; names, accounts and credentials are sealed as in the events. */
import { channelEvents } from '@parley/contracts/channel/events.ts'
import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

export type ChannelDocument = {
  channelId: string
  agentId: string
  kind: ChannelKind
  /** Sealed, as are the values of `account` and `credentials`. */
  name: string
  account: Record<string, string>
  credentials: Record<string, string>
  /** ISO 8601. */
  connectedAt: string
  updatedAt: string
}

export const channelsProjection = tenantProjection<ChannelDocument>()({
  name: 'channels',
  version: 1,
  events: channelEvents,
  indexes: { all: ['connectedAt'], byAgent: ['agentId', 'connectedAt'] },
  identify: ({ data }) => data.channelId,
  project(document, event) {
    if (event.type === 'ChannelConnected') {
      const { at, ...channel } = event.data
      return { ...channel, connectedAt: at, updatedAt: at }
    }
    if (!document || event.type === 'ChannelDisconnected') return undefined
    const { at: updatedAt } = event.data
    if (event.type === 'ChannelChanged') {
      const { name, account } = event.data
      return { ...document, name, account, updatedAt }
    }
    const credentials = { ...document.credentials, ...event.data.credentials }
    return { ...document, credentials, updatedAt }
  },
})
