/** Confirms an opt-out in words: at once, for nothing, and whatever keeps the agent from answering anything else. */
import type { ConversationState, VisitorMessage } from '../../conversation.decider.ts'
import { textOf } from '../../conversation.decider.ts'
import { burstMessages } from '../queue/burst.ts'

/** What is replied to somebody who asks by this word for no more messages that nobody asked for; undefined for any other. */
export type OptOutReply = (
  tenant: string,
  said: {
    conversationId: string
    agentId: string
    channel: string
    text: string
    lang?: string | undefined
  },
) => Promise<string | undefined>

/** The one reply to messages among which there is such a word; undefined if there is none. */
export async function confirmOptOut(
  replyTo: OptOutReply | undefined,
  tenant: string,
  state: ConversationState,
  burst: readonly VisitorMessage[],
): Promise<string | undefined> {
  if (!replyTo || !state.started) return undefined
  const { conversationId, agentId, channel, lang } = state.started
  for (const message of burstMessages(burst, state)) {
    const said = { conversationId, agentId, channel, text: textOf(message), lang }
    const confirmation = await replyTo(tenant, said)
    if (confirmation !== undefined) return confirmation
  }
  return undefined
}
