/** What a turn composed: the reply itself, and what came of it that is recorded in the same append. */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import type { Trace } from '@parley/contracts/conversation/trace.ts'

type Fact<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>['data']

export type ToolCallRecord = Omit<Fact<'ToolCalled'>, 'agentId' | 'channel' | 'at' | 'inReplyTo'>

/** What a reply brings about besides its words. */
export type Consequences = {
  /** In the order in which they were made. */
  toolCalls?: ToolCallRecord[] | undefined
  /** What questions and forms captured, by variable. */
  captured?: { by: 'question' | 'form'; fields: Record<string, string> }[] | undefined
  /** A node, or the model, asked for a person. */
  handoff?: { by: 'node' | 'model'; note?: string }
  /** How the reply came about; recorded for the test panel. */
  trace?: Omit<Trace, 'cost'> | undefined
}

export type Composed = {
  blocks: Block[]
  sources: { sourceId: string; name: string; url?: string }[]
  modelId: string
  inputTokens: number
  outputTokens: number
  knew: boolean
  flow?: string
} & Consequences

type Where = Pick<Fact<'ToolCalled'>, 'agentId' | 'channel' | 'at'> & { visitorId: string }

/**
 * The events of a reply's consequences besides the handoff, whose rule is the ownership's: tools called, fields
 * captured, and the trace where the conversation is one of the test panel.
 */
export function consequencesOf(
  { toolCalls = [], captured = [], trace }: Consequences,
  { visitorId, ...where }: Where,
  reply: { messageId: string; inReplyTo: string; cost: number },
): ConversationEvent[] {
  const { messageId, inReplyTo, cost } = reply
  const events: ConversationEvent[] = toolCalls.map((call) => ({
    type: 'ToolCalled',
    data: { ...where, inReplyTo, ...call },
  }))
  for (const { by, fields } of captured)
    events.push({
      type: 'FieldsCaptured',
      data: { ...where, visitorId, by, fields: JSON.stringify(fields) },
    })
  if (trace && where.channel === 'test-panel')
    events.push({
      type: 'ReplyTraced',
      data: { ...where, messageId, trace: JSON.stringify({ ...trace, cost }) },
    })
  return events
}
