/** A generated reply, and its consequences that are recorded in the same append. */
import { type Block, type MessageView, wordsSaidIn } from '@parley/contracts/conversation/blocks.ts'
import type { StoredFlow } from '@parley/contracts/conversation/flow-state.ts'
import type { Trace } from '@parley/contracts/conversation/trace.ts'
import type { Fact } from '../../conversation.state.ts'
import type { Captured } from '../../flow/flow-state.ts'
import type { TokensUsed } from '../charge/credits.ts'

export type ToolCallRecord = Omit<Fact<'ToolCalled'>, 'agentId' | 'channel' | 'at' | 'inReplyTo'>

export type ApprovalRequest = Omit<Fact<'ToolApprovalRequested'>, 'agentId' | 'channel' | 'at' | 'inReplyTo'>

export type TranslatedMessage = { messageId: string } & NonNullable<MessageView['translation']>

/** What a reply causes besides its text. */
export type Consequences = {
  /** In the order of the calls. */
  toolCalls?: ToolCallRecord[] | undefined
  /** The calls that wait for the team's decision. */
  approvalRequests?: ApprovalRequest[] | undefined
  /** The visitor's messages in the agent's language, if they were translated. */
  translatedMessages?: TranslatedMessage[] | undefined
  /** The details that questions and forms captured, by variable. */
  captured?: Captured[] | undefined
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
  /** What it answers is no question to the agent. */
  asksNothing?: true
  /** Small talk without a model costs nothing. */
  free?: boolean
  flow?: StoredFlow
  /** The decisions on calls of tools of which it tells the outcome. */
  approvalIds?: string[]
  /** The parts of the tokens that were used besides the reply's own text, and by which model. */
  otherModels?: TokensUsed[]
} & Omit<Consequences, 'toolCalls'>

/** The texts of translated messages; empty if there are none. */
export const translatedText = (messages: readonly TranslatedMessage[]): string =>
  messages.flatMap(({ blocks }) => blocks.flatMap((block) => wordsSaidIn(block) ?? [])).join('\n')

type Tokens = Pick<GeneratedReply, 'inputTokens' | 'outputTokens'>

/** The tokens of a reply including what was used besides, such as for translations. */
export function withOthers(
  { inputTokens, outputTokens }: Tokens,
  others: readonly (Tokens & { modelId?: string | undefined })[],
): Pick<GeneratedReply, 'inputTokens' | 'outputTokens' | 'otherModels'> {
  const otherModels = others.flatMap(({ modelId, ...used }) =>
    modelId === undefined ? [] : [{ modelId, ...used }],
  )
  return {
    inputTokens: others.reduce((sum, used) => sum + used.inputTokens, inputTokens),
    outputTokens: others.reduce((sum, used) => sum + used.outputTokens, outputTokens),
    ...(otherModels.length === 0 ? {} : { otherModels }),
  }
}
