/** The connected channels of a workspace; names, accounts and credentials are sealed as in the events. */
import { channelEvents } from '@parley/contracts/channel/events.ts'
import type { ChannelKind, IgnoredKind, SetupFailure, SetupState } from '@parley/contracts/channel/names.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type ChannelDocument = {
  channelId: string
  agentId: string
  kind: ChannelKind
  /** Sealed, as are the values of `account` and `credentials`. */
  name: string
  account: Record<string, string>
  credentials: Record<string, string>
  /** Whether its provider knows it. */
  setup: { state: SetupState; reason?: SetupFailure; description?: string }
  /** What came last of what nobody reads. ISO 8601. */
  ignored?: Partial<Record<IgnoredKind, string>>
  /** When its token ends, if that is soon. ISO 8601. */
  tokenEndsAt?: string
  /** ISO 8601. */
  connectedAt: string
  updatedAt: string
}

export const channelsProjection = tenantProjection<ChannelDocument>()({
  name: 'channels',
  version: 3,
  events: channelEvents,
  indexes: { all: ['connectedAt'], byAgent: ['agentId', 'connectedAt'] },
  identify: ({ data }) => data.channelId,
  project(document, event) {
    switch (event.type) {
      case 'ChannelConnected': {
        const { at, needsSetup, ...channel } = event.data
        return {
          ...channel,
          setup: { state: needsSetup ? 'pending' : 'ready' },
          connectedAt: at,
          updatedAt: at,
        }
      }
      case 'ChannelDisconnected':
      case 'ChannelTornDown':
      case 'ChannelTeardownFailed':
        return undefined
    }
    if (!document) return undefined
    switch (event.type) {
      case 'ChannelChanged': {
        const { name, account, at: updatedAt } = event.data
        return { ...document, name, account, ...setupAfter(event.data), updatedAt }
      }
      case 'ChannelCredentialsChanged': {
        const credentials = { ...document.credentials, ...event.data.credentials }
        const { tokenEndsAt: _, ...rest } = document
        return { ...rest, credentials, ...setupAfter(event.data), updatedAt: event.data.at }
      }
      case 'ChannelTokenEnding':
        return { ...document, tokenEndsAt: event.data.endsAt }
      // Meta has the templates.
      case 'ChannelTemplateChanged':
        return document
      case 'ChannelDeliveryIgnored': {
        const { what, at } = event.data
        return { ...document, ignored: { ...document.ignored, [what]: at } }
      }
      case 'ChannelSetUp':
        return { ...document, setup: { state: 'ready' } }
      case 'ChannelSetupFailed': {
        const { reason, description } = event.data
        const said = description === undefined ? {} : { description }
        return { ...document, setup: { state: 'failed', reason, ...said } }
      }
    }
  },
})

function setupAfter({ needsSetup }: { needsSetup?: boolean | undefined }): Partial<ChannelDocument> {
  return needsSetup ? { setup: { state: 'pending' } } : {}
}
