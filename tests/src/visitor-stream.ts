/** A visitor whose calls may go to any of several processes, some of which are killed meanwhile. */
import type { Client } from '@parley/contracts/client.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'

export type Agent = { region: 'na'; agentId: string }

/** What a visitor was shown of one reply. */
export type Shown = { replyId: string; text: string }

export type RoamingVisitor = Awaited<ReturnType<typeof arrive>>

/** `at` returns the address of a process, a different one each time. */
export async function arrive(
  at: () => string,
  clientAt: (url: string, token?: string) => Client,
  agent: Agent,
) {
  const {
    conversationId,
    visitorToken,
    messages: greetings,
  } = await untilAnswered(() => clientAt(at()).call('conversations.start', { params: agent }))
  const params = { ...agent, conversationId }
  const path = `/api/na/v2/public/agents/${agent.agentId}/conversations/${conversationId}/messages`
  const shown: Shown[] = []
  const said: string[] = []
  let answered = 0

  return {
    conversationId,
    said,
    shown,
    /** How many messages have their whole reply. */
    answered: () => answered,
    /** Sends a message, repeatedly until its reply is complete. */
    async say(text: string): Promise<void> {
      const body = JSON.stringify({ id: `m${said.length}`, text })
      said.push(text)
      await untilAnswered(async () => {
        const headers = {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          authorization: `Bearer ${visitorToken}`,
        }
        const signal = AbortSignal.timeout(20_000)
        const response = await fetch(`${at()}${path}`, { method: 'POST', headers, body, signal })
        if (!response.ok || !response.body) throw new Error(`status ${response.status}`)
        const deltas = new Map<string, string>()
        let ended = false
        for await (const { data } of readEvents(response.body)) {
          const event: ReplyStreamEvent = JSON.parse(data)
          if (event.type === 'delta') deltas.set(event.id, (deltas.get(event.id) ?? '') + event.text)
          if (event.type === 'discarded') deltas.delete(event.id)
          if (event.type === 'message') {
            const [block] = event.message.blocks
            shown.push({ replyId: event.message.id, text: block?.type === 'text' ? block.text : '' })
          }
          if (event.type === 'done') ended = true
        }
        if (!ended) throw new Error('cut')
        for (const [replyId, delta] of deltas) shown.push({ replyId, text: delta.trim() })
      })
      answered++
    },
    /** The messages of the conversation after its first messages. */
    async transcript() {
      const messages: MessageView[] = []
      for (let more = true; more; ) {
        const query = { after: messages.length - 1 }
        const page = await untilAnswered(() =>
          clientAt(at(), visitorToken).call('conversations.messages', { params, query }),
        )
        messages.push(...page.messages)
        more = page.more
      }
      return messages.slice(greetings.length)
    },
  }
}

/** Engines may be unavailable for a minute, and requests made meanwhile may take as long to fail. */
const PATIENCE_MS = 300_000

async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    try {
      return await call()
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
