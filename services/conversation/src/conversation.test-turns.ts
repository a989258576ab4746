/** Test support: the events of a long conversation, as turns of one message and one reply. */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'

const AT = Date.parse('2026-11-20T08:00:00.000Z')

const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { conversationId: 'c1', agentId: 'a1', visitorId: 'v1', channel: 'web-chat' },
}

/** Returns the events of a conversation of this many turns: `q0` answered by `a0`, and so on. */
export function turnEvents(turns: number, textOf = (id: string) => `Text of ${id}`): ConversationEvent[] {
  const events: ConversationEvent[] = [started]
  for (let nth = 0; nth < turns; nth++) {
    const where = {
      agentId: 'a1',
      channel: 'web-chat',
      at: new Date(AT + nth * 60_000).toISOString(),
    } as const
    const [question, answer] = [`q${nth}`, `a${nth}`]
    events.push(
      {
        type: 'VisitorMessageReceived',
        data: { ...where, index: 2 * nth, messageId: question, text: textOf(question) },
      },
      {
        type: 'AgentReplied',
        data: {
          ...where,
          index: 2 * nth + 1,
          messageId: answer,
          inReplyTo: question,
          content: [{ type: 'text', text: textOf(answer) }],
          sources: [],
          modelId: 'gpt-4o',
          inputTokens: 1,
          outputTokens: 1,
          tookMs: 1,
          cost: 1,
          grounded: true,
        },
      },
    )
  }
  return events
}
