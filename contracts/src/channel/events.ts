import { z } from 'zod'
import { defineEvents, type EventOf, secret, tenantText } from '../message.ts'
import { channelKindNames } from './names.ts'

const ids = { channelId: z.string(), agentId: z.string(), at: z.string() }
const name = tenantText()
/** By field; the fields are those of the kind (`account-and-credentials.ts`). */
const account = z.record(z.string(), tenantText())
const credentials = z.record(z.string(), secret())

/** Stream `channel-<channelId>`; the tenant is the workspace. A disconnected channel stays disconnected. */
export const channelEvents = defineEvents({
  ChannelConnected: {
    version: 1,
    summary: 'Connected a channel',
    data: z.object({ ...ids, kind: z.enum(channelKindNames), name, account, credentials }),
  },
  ChannelChanged: {
    version: 1,
    summary: 'Changed a channel',
    data: z.object({ ...ids, name, account }),
  },
  /** `credentials`: only those that changed. */
  ChannelCredentialsChanged: {
    version: 1,
    summary: 'Replaced credentials of a channel',
    data: z.object({ ...ids, credentials }),
  },
  ChannelDisconnected: {
    version: 1,
    summary: 'Disconnected a channel',
    data: z.object({ ...ids, reason: z.enum(['person', 'agent-deleted']) }),
  },
})
export type ChannelEvent = EventOf<typeof channelEvents>
