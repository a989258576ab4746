/** A generated reply, and its consequences that are recorded in the same append. */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { StoredFlow } from '@parley/contracts/conversation/flow-state.ts'
import type { Trace } from '@parley/contracts/conversation/trace.ts'
import type { Fact } from '../../conversation.state.ts'

export type ToolCallRecord = Omit<Fact<'ToolCalled'>, 'agentId' | 'channel' | 'at' | 'inReplyTo'>

export type TranslatedMessage = { messageId: string } & NonNullable<MessageView['translation']>

/** What a reply causes besides its text. */
export type Consequences = {
  /** In the order of the calls. */
  toolCalls?: ToolCallRecord[] | undefined
  /** The visitor's messages in the agent's language, if they were translated. */
  translatedMessages?: TranslatedMessage[] | undefined
  /** The details that questions and forms captured, by variable. */
  captured?: { by: 'question' | 'form'; fields: Record<string, string> }[] | undefined
  /** Set if the visitor, a node or the model asked for a person. */
  handoff?: { by: 'visitor' | 'node' | 'model'; note?: string }
  /** How the reply came about; recorded for the test panel. */
  trace?: Omit<Trace, 'cost'> | undefined
}

export type GeneratedReply = {
  blocks: Block[]
  sources: { sourceId: string; name: string; url?: string }[]
  modelId: string
  inputTokens: number
  outputTokens: number
  grounded: boolean
  /** Small talk without a model costs nothing. */
  free?: boolean
  flow?: StoredFlow
  /** The part of the tokens used for translations, and the model that made them. */
  translated?: { modelId: string; inputTokens: number; outputTokens: number }
} & Omit<Consequences, 'toolCalls'>

/** The texts of translated messages; empty if there are none. */
export const translatedText = (messages: readonly TranslatedMessage[]): string =>
  messages
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
    .join('\n')

/** The tokens of a reply including its translations. */
export function withTranslation(
  { inputTokens, outputTokens }: Pick<GeneratedReply, 'inputTokens' | 'outputTokens'>,
  { modelId, ...spent }: { inputTokens: number; outputTokens: number; modelId?: string },
): Pick<GeneratedReply, 'inputTokens' | 'outputTokens' | 'translated'> {
  return {
    inputTokens: inputTokens + spent.inputTokens,
    outputTokens: outputTokens + spent.outputTokens,
    ...(modelId === undefined ? {} : { translated: { modelId, ...spent } }),
  }
}
