/** A visitor of an agent, with the calls that the widget makes. */
import { expect } from 'vitest'
import type { TestPlatform } from './test-platform.ts'

/** Starts a conversation. */
export async function arriveAt(parley: TestPlatform, agentId: string) {
  const client = parley.client()
  const params = { region: 'na', agentId } as const
  const started = await client.call('conversations.start', { params, body: {} })
  const own = { params: { ...params, conversationId: started.conversationId } }
  const bearer = { token: started.visitorToken }
  return {
    conversationId: started.conversationId,
    /** Returns the single reply. */
    async say(id: string, text: string) {
      const { messages } = await client.call('conversations.send', { ...own, body: { id, text } }, bearer)
      expect(messages).toHaveLength(1)
      return messages[0]
    },
    /** The messages of the conversation after its first messages. */
    async said() {
      const { messages } = await client.call('conversations.messages', { ...own, query: {} }, bearer)
      return messages.slice(started.messages.length)
    },
  }
}
