import type { DeliveryFailure } from '@parley/contracts/channel/names.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { t, tCount } from '../design/language.ts'

export const deliveryNames = { sent: 'sent', delivered: 'delivered', read: 'read' } as const

/** Why a message did not arrive. */
export const failureNames: Record<DeliveryFailure, string> = {
  refused: 'the address or the provider refused it',
  'address-not-allowed': 'its address points to a private network',
  expired: 'delivery failed for a day',
  blocked: 'the person has blocked the agent there',
  disconnected: 'the channel is no longer connected',
  'too-long': 'it is too long for the channel',
  reported: 'the provider reported that it failed',
  'limit-reached': 'the daily e-mail limit was reached; the visitor sees it when they return to the chat',
  'window-closed':
    'the last message of the person is too old for a reply on this channel; they can be answered once they write again',
  unreachable: 'the person can’t be reached there',
  'template-refused': 'WhatsApp no longer accepts this template',
}

/** Why a message did not arrive, and how much of it did. */
export function notDelivered({ deliveryFailure, partsSent = 0 }: MessageView): string {
  const why = deliveryFailure
    ? t('Not delivered: {reason}.', { reason: t(failureNames[deliveryFailure]) })
    : t('Not delivered.')
  const some = tCount(partsSent, 'The first part was sent.', 'The first {count} parts were sent.')
  return partsSent === 0 ? why : `${why} ${some}`
}
