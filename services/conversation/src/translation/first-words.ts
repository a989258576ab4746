/**
 * An agent's first messages in the visitor's language: translated by a model once, then cached for the next visitor.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type PaidTranslation, type TranslationPlace, within } from './paid-translation.ts'

/** The visitor waits for the chat to open: a slower translation is only used for the next visitor. In ms. */
const PATIENCE_MS = 4_000

export type FirstWords = (
  context: CommandContext,
  conversation: Pick<TranslationPlace, 'conversationId' | 'agentId' | 'channel' | 'lang'>,
  document: AgentDocument,
  messages: Block[][],
) => Promise<Block[][]>

export function createFirstWords(deps: {
  paid: PaidTranslation
  patienceMs?: number
  onFault?: (error: unknown) => void
}): FirstWords {
  const { paid, patienceMs = PATIENCE_MS, onFault } = deps
  return async (context, about, document, messages) => {
    const said = paid.translate(context, { ...about, what: 'first' }, document, async (translating) => {
      const words = [...(await translating.translateAgent(messages.flat()))]
      return messages.map((blocks) => words.splice(0, blocks.length))
    })
    return (await within(patienceMs, said, undefined, onFault)) ?? messages
  }
}
