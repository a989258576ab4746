/** Records which replies of people a visitor's chat has shown, so that only the others are mailed. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { Started } from '../conversation.decider.ts'
import type { Outbound } from '../outbound/outbound.ts'

/** Called with the messages that the chat of a visitor is sent. Returns at once; a failure is only reported. */
export type ShownReplies = (tenant: string, started: Started, messages: readonly MessageView[]) => void

export function createShownReplies(deps: {
  record: Outbound['record']
  onFault(error: unknown, conversationId: string): void
}): ShownReplies {
  return (tenant, { conversationId, channel, visitorId }, messages) => {
    if (channel !== 'web-chat') return
    for (const { id: messageId, role, deliveryState } of messages) {
      if (role !== 'human' || deliveryState === 'delivered' || deliveryState === 'read') continue
      const context = {
        tenant,
        actor: { kind: 'visitor', id: visitorId },
        cause: { via: 'widget', command: `shown/${messageId}`, correlation: conversationId },
      } as const
      deps
        .record(context, { conversationId, messageId }, { state: 'delivered' })
        .catch((error) => deps.onFault(error, conversationId))
    }
  }
}
