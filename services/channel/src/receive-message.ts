import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import type { Cause } from '@parley/contracts/message.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'

/** A file, or why it could not be had of the provider. */
export type Attachment = { name: string; bytes: Buffer } | { name: string; missing: 'too-large' | 'not-kept' }

/** Receives a message of a contact; the same one twice is one message. `isAnswered`: it is new, and the agent is to answer it. */
export type ReceiveMessage = (message: {
  tenant: string
  agentId: string
  channel: { kind: ChannelKind; channelId: string }
  contact: { id: string; name?: string; email?: string; phone?: string; verified: boolean }
  providerMessageId: string
  sentAt: string
  /** Its number among those that were written at the same moment, if the provider counts. */
  sequence?: number
  text: string
  attachments: Attachment[]
  /** The person has opened the conversation and said nothing yet; `text` is added only if the agent says nothing first. */
  opens?: boolean
  cause: Cause
}) => Promise<{ ok: true; isAnswered?: boolean } | { ok: false; rejection: Rejection }>
