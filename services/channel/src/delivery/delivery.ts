/** Runs the delivery process: sends messages through the adapter of their channel and records what became of them. */

import type {
  ChannelKind,
  DeliveryFailure,
  DeliveryState,
  SetupFailure,
} from '@parley/contracts/channel/names.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { DeliveryEffect, DeliveryInput } from '@parley/contracts/delivery-events.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { deliveryProcess } from '@parley/kernel/process-managers/delivery.process.ts'
import { type RunningProcess, runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { type Channel, channel } from '../channel.decider.ts'
import type { ChannelAdapter } from '../channel-adapter.ts'
import { findChannel } from '../find-channel.ts'
import { lateness, outgoingPart } from './outgoing-part.ts'
import { partsOf } from './parts.ts'

/** Sends the messages of one conversation through its channel. */
export const delivery = deliveryProcess({
  name: 'delivery',
  event: 'DeliveryAdvanced',
  firstPauseMs: 2_000,
  longestPauseMs: 900_000,
})

export type DeliveryDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  deadlines: Deadlines
  adapters: Record<ChannelKind, ChannelAdapter>
  /** A message of a conversation of a connected channel, and when its contact wrote last; undefined if it is gone. */
  messageOf(
    tenant: string,
    conversationId: string,
    messageId: string,
  ): Promise<
    { channelId: string; contactId: string; message: MessageView; contactWroteAt?: string } | undefined
  >
  /** Records what became of a message. Refuses with `not-found` if it is gone. */
  record(
    context: CommandContext,
    of: { conversationId: string; messageId: string },
    became: { state: DeliveryState; reason?: DeliveryFailure; partsSent?: number },
  ): Promise<{ ok: true } | { ok: false; rejection: { code: string } }>
  /** Records that nothing can be sent through a channel as it is. */
  channelFailed(tenant: string, channel: Channel, reason: SetupFailure): Promise<void>
  /** In ms. */
  now?: () => number
}

/** For so long, in ms, nothing is sent through a channel whose provider can't be reached. */
const AWAY_MS = 10_000
const CHANNELS_REMEMBERED = 10_000

export function runDelivery(deps: DeliveryDeps): RunningProcess<DeliveryInput> {
  const { now = Date.now } = deps
  /** Until when nothing is sent, by channel: a provider that hangs would hold up the messages of other channels. */
  const away = createByteCache<number>({ maxBytes: CHANNELS_REMEMBERED, sizeOf: () => 1 })

  return runProcess(delivery, {
    handle: deps.handle,
    load: deps.load,
    deadlines: deps.deadlines,

    async carryOut({ type: _, messageId, ...became }, context) {
      const conversationId = context.cause.correlation
      const recorded = await deps.record(context, { conversationId, messageId }, became)
      if (!recorded.ok && recorded.rejection.code !== 'not-found') throw new Error(recorded.rejection.code)
    },

    perform: ({ messageId, part, textLength }, { tenant, instance }) =>
      send({ tenant, instance, messageId, part, textLength }),
  })

  async function send(of: {
    tenant: string
    instance: string
    messageId: DeliveryEffect['messageId']
    part: DeliveryEffect['part']
    textLength: DeliveryEffect['textLength']
  }): Promise<DeliveryInput> {
    const { tenant, instance: conversationId, messageId, part = 0 } = of
    const failed = (reason: DeliveryFailure) => ({ type: 'SendFailed', messageId, reason }) as const
    const found = await deps.messageOf(tenant, conversationId, messageId)
    // Erased in the meantime: nothing is left to be sent.
    if (!found) return failed('refused')
    const { channelId, contactId, message, contactWroteAt } = found
    await deps.refresh(channel.category, channelId)
    const connected = await findChannel(deps.load, tenant, { channelId })
    if (!connected) return failed('disconnected')
    const adapter = deps.adapters[connected.kind]
    const { textLength = adapter.capabilities.textLength } = of
    const parts = (adapter.partsOf ?? partsOf)(message.blocks, textLength)
    if (!parts) return failed('too-long')
    const isLast = part >= parts.length - 1
    // The provider reported it before we knew that it was sent. Of a message in parts, the report may be for any.
    const isReported = message.deliveryState !== undefined && message.deliveryState !== 'failed'
    if ((isReported && parts.length === 1) || part >= parts.length) return { type: 'MessageSent', messageId }
    const ageMs = contactWroteAt === undefined ? 0 : now() - Date.parse(contactWroteAt)
    const { isLate, isClosed } = lateness(adapter.capabilities, message, ageMs)
    if (isClosed) return failed('window-closed')
    const until = away.get(channelId) ?? 0
    if (until > now()) return { type: 'SendPostponed', messageId, afterMs: until - now() }
    const to = { conversationId, contactId, isLate }
    const sent = await adapter.send(connected, outgoingPart(to, message, parts, part))
    if (sent.ok) {
      away.delete(channelId)
      const as = sent.sentId === undefined ? {} : { sentId: sent.sentId }
      if (isLast) return { type: 'MessageSent', messageId, ...as }
      return { type: 'PartSent', messageId, textLength, ...as }
    }
    if (sent.final) return failed(sent.reason)
    if (sent.away) away.set(channelId, now() + AWAY_MS)
    const { afterMs, channelFailed } = sent
    if (channelFailed !== undefined) await deps.channelFailed(tenant, connected, channelFailed)
    return { type: 'SendPostponed', messageId, ...(afterMs === undefined ? {} : { afterMs }) }
  }
}
