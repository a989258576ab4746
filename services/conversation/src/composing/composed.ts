/** The result of composing a turn: the reply, and its consequences that are recorded in the same append. */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import type { Trace } from '@parley/contracts/conversation/trace.ts'

type Fact<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { type: Type }>['data']

export type ToolCallRecord = Omit<Fact<'ToolCalled'>, 'agentId' | 'channel' | 'at' | 'inReplyTo'>

export type Heard = { messageId: string } & NonNullable<MessageView['translation']>

/** What a reply causes besides its text. */
export type Consequences = {
  /** In the order of the calls. */
  toolCalls?: ToolCallRecord[] | undefined
  /** The visitor's messages in the agent's language, if they were translated. */
  heard?: Heard[] | undefined
  /** The details that questions and forms captured, by variable. */
  captured?: { by: 'question' | 'form'; fields: Record<string, string> }[] | undefined
  /** Set if a node or the model asked for a person. */
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
  grounded: boolean
  flow?: string
  /** The part of the tokens used for translations, and the model that made them. */
  translated?: { modelId: string; inputTokens: number; outputTokens: number }
} & Omit<Consequences, 'toolCalls'>

/** The texts of translated messages; empty if there are none. */
export const asHeard = (heard: readonly Heard[]): string =>
  heard
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
    .join('\n')

/** The tokens of a reply including its translations. */
export function withTranslation(
  { inputTokens, outputTokens }: Pick<Composed, 'inputTokens' | 'outputTokens'>,
  { modelId, ...spent }: { inputTokens: number; outputTokens: number; modelId?: string },
): Pick<Composed, 'inputTokens' | 'outputTokens' | 'translated'> {
  return {
    inputTokens: inputTokens + spent.inputTokens,
    outputTokens: outputTokens + spent.outputTokens,
    ...(modelId === undefined ? {} : { translated: { modelId, ...spent } }),
  }
}

type Where = Pick<Fact<'ToolCalled'>, 'agentId' | 'channel' | 'at'> & { visitorId: string }

/**
 * The events of a reply's consequences: tools called, fields captured, and the trace for the test panel. Handoffs
 * follow the rules of ownership and are not among them.
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
