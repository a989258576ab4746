/** Test support: messages of conversations, folded from the log instead of a read model. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { decode, type Recorded } from '@parley/kernel/log/recorded-event.ts'
import { type Keyring, unsealData } from '@parley/kernel/sealing/sealing.ts'
import { conversation } from './conversation.decider.ts'
import { initialState } from './conversation.state.ts'
import type { Transcripts } from './transcripts.ts'

/** `engines` is called when a message is read, since a region is composed before it is open. */
export function transcriptsInLog(
  engines: () => { eventStore: Pick<EventStore, 'readStream'>; keyring: Keyring },
): Transcripts & { reads(): number } {
  let reads = 0
  return {
    reads: () => reads,
    async range(of, from, until) {
      return (await messagesIn(of)).slice(from, until)
    },
    async find(of, messageId) {
      return (await messagesIn(of)).find(({ id }) => id === messageId)
    },
  }

  async function messagesIn({ conversationId }: { conversationId: string }): Promise<MessageView[]> {
    reads++
    const { eventStore, keyring } = engines()
    const { evolve } = conversation.decider
    const messages: MessageView[] = []
    let state = initialState
    for (let from = 0; ; from += 1_000) {
      const page = await eventStore.readStream(`conversation-${conversationId}`, { from, limit: 1_000 })
      for (const stored of page) {
        const event = decode(stored, conversation.events)
        const data = await unsealData(keyring, conversation.events, event.type, event.data, event.tenant)
        state = evolve(state, { ...event, data } as Recorded<ConversationEvent>)
        for (const message of state.messages) messages[message.index] = message
      }
      if (page.length < 1_000) return messages
    }
  }
}
