/** What a server of the customer delivers through a webhook channel. The host has verified its signature. */
import type { channelEndpoints, DeliveredMessage } from '@parley/contracts/channel/endpoints.ts'
import type { DeliveryFailure, DeliveryState } from '@parley/contracts/channel/names.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { findChannel } from '../find-channel.ts'
import type { ReceiveMessage } from '../receive-message.ts'

type Refused = { ok: false; rejection: Rejection }

export type WebhookDeps = {
  load: CommandHandler['load']
  receive: ReceiveMessage
  /** Records what became of a message. Refuses with `not-found` also for another channel's conversation. */
  record(
    context: CommandContext,
    of: { conversationId: string; messageId: string; channelId: string },
    became: { state: DeliveryState; reason?: DeliveryFailure },
  ): Promise<{ ok: true } | Refused>
}

export function webhookHandlers(
  deps: WebhookDeps,
): Pick<Handlers<typeof channelEndpoints>, 'channels.deliver'> {
  return {
    async 'channels.deliver'(call) {
      const { tenant, params, body, context } = call
      const { agentId, channelId } = params
      const channel = await findChannel(deps.load, tenant, params)
      if (channel?.kind !== 'webhook') return refuse('not-found', 'This channel does not exist.')
      const { cause } = context
      // In the order of writing, so that a conversation reads as it was written even where this is its first delivery.
      for (const message of inOrder(body.messages)) {
        const { id, contact, sentAt, text, attachments = [] } = message
        const received = await deps.receive({
          ...{ tenant, agentId, sentAt, text, cause },
          channel: { kind: channel.kind, channelId },
          contact: { ...contact, verified: false },
          providerMessageId: id,
          attachments: attachments.map(({ name, base64Payload }) => ({
            name,
            bytes: Buffer.from(base64Payload, 'base64'),
          })),
        })
        if (!received.ok) return received
      }
      for (const { conversationId, messageId, state } of body.statuses) {
        const key = `${cause.command}/${messageId}/${state}`
        const became = state === 'failed' ? ({ state, reason: 'reported' } as const) : { state }
        const of = { conversationId, messageId, channelId }
        const recorded = await deps.record({ ...context, cause: { ...cause, command: key } }, of, became)
        // A status of a message that is gone is of no interest, and sending it again would not help.
        if (!recorded.ok && recorded.rejection.code !== 'not-found') return recorded
      }
      return reply({ received: true })
    },
  }
}

function inOrder(messages: readonly DeliveredMessage[]): DeliveredMessage[] {
  return messages.toSorted((one, other) => Date.parse(one.sentAt) - Date.parse(other.sentAt))
}
