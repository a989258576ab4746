/** Where what a contact of a channel writes belongs: the ids follow from channel, contact and message. */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { type ConversationState, conversation } from '../conversation.decider.ts'

export type Place = { conversationId: string; visitorId: string; state: ConversationState | undefined }

/** The id of a contact's conversation, or of its visitor. `nth`: how many conversations of the contact were deleted before. */
export function idOfContact(
  what: 'conversation' | 'visitor',
  {
    tenant,
    channelId,
    contactId,
    nth,
  }: { tenant: string; channelId: string; contactId: string; nth: number },
): string {
  return derivedId(20, what, tenant, channelId, contactId, String(nth))
}

/** The id of a message that was written at the provider, whoever wrote it. */
export function idOfMessage({
  tenant,
  channelId,
  providerMessageId,
}: {
  tenant: string
  channelId: string
  providerMessageId: string
}): string {
  return derivedId(20, 'message', tenant, channelId, providerMessageId)
}

/** The contact's present conversation, or the one to start; 'deleted' for a message from before the last one's end. */
export async function placeOf(
  { refresh, load }: Pick<CommandHandler, 'refresh' | 'load'>,
  {
    tenant,
    channel,
    contact,
    sentAt,
  }: { tenant: string; channel: { channelId: string }; contact: { id: string }; sentAt: string },
): Promise<Place | 'deleted'> {
  let place: Place | undefined
  for (let nth = 0; ; nth++) {
    const of = { tenant, channelId: channel.channelId, contactId: contact.id, nth }
    const conversationId = idOfContact('conversation', of)
    // Another process may have received this message, and its reply may have failed since.
    await refresh(conversation.category, conversationId)
    const state = (await load(conversation, conversationId, tenant))?.state
    const former = place?.state
    if (!state && former?.deletedAt !== undefined && Date.parse(sentAt) <= Date.parse(former.deletedAt))
      return 'deleted'
    place = { conversationId, visitorId: idOfContact('visitor', of), state }
    if (!state?.deleted) return place
  }
}
