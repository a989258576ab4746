/** An agent's first messages in the visitor's language: asked of a model once, then at hand for the next visitor. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import type { Models } from '../models/models.ts'
import type { Credits } from '../replying/replying.ts'
import { textsIn } from './block-words.ts'
import { openTranslating } from './translating.ts'
import type { Translations } from './translations.ts'

/** A visitor waits for the chat to open: what takes longer is there for the next one. In ms. */
const PATIENCE_MS = 4_000

export type FirstWords = (
  context: CommandContext,
  conversation: { conversationId: string; agentId: string; lang: string | undefined },
  document: AgentDocument,
  messages: Block[][],
) => Promise<Block[][]>

export function createFirstWords(deps: {
  models: Models
  translations: Translations
  credits: Credits
  patienceMs?: number
  onFault?: (error: unknown) => void
}): FirstWords {
  const { credits, patienceMs = PATIENCE_MS, onFault } = deps

  return async (context, { conversationId, agentId, lang }, document, messages) => {
    const workspaceId = context.tenant
    const holdId = `${conversationId}.first`
    const paid = {
      ...context,
      actor: { kind: 'system', id: `agent ${agentId}` },
      cause: { ...context.cause, command: `translate/${conversationId}` },
    } satisfies CommandContext
    let held = false

    /** Held only where a model is asked: what was translated before costs nothing. */
    const translations: Translations = {
      ...deps.translations,
      async translate(models, request) {
        if (deps.translations.knows(request)) return deps.translations.translate(models, request)
        const length = textsIn(messages.flat()).join('').length + 1_000
        const most = { modelId: request.modelId, promptTokens: length, maxTokens: length }
        const about = { workspaceId, holdId, agentId, conversationId }
        const hold = { ...about, amount: credits.mostOf(most), tokens: 2 * length }
        held = (await credits.holdCredits(hold, paid)).ok
        if (!held) return { texts: [...request.texts], inputTokens: 0, outputTokens: 0 }
        return deps.translations.translate(models, request)
      },
    }

    async function translated(): Promise<Block[][]> {
      const translating = openTranslating(
        { models: deps.models, translations },
        { tenant: workspaceId, document, lang },
      )
      if (!translating) return messages
      try {
        const words = await translating.say(messages.flat())
        return messages.map((blocks) => words.splice(0, blocks.length))
      } finally {
        if (held) await settle(translating.spent)
      }
    }

    async function settle({
      inputTokens,
      outputTokens,
      modelId,
    }: {
      inputTokens: number
      outputTokens: number
      modelId?: string
    }) {
      if (modelId === undefined) {
        await credits.releaseCredits({ workspaceId, holdId, reason: 'provider-error' }, paid)
        return
      }
      const used = { modelId, inputTokens, outputTokens }
      await credits.settleCredits({ workspaceId, holdId, amount: credits.costOf(used), ...used }, paid)
    }

    const late = Promise.withResolvers<Block[][]>()
    const timer = setTimeout(() => late.resolve(messages), patienceMs)
    const words = translated().catch((error: unknown) => {
      onFault?.(error)
      return messages
    })
    return Promise.race([words, late.promise]).finally(() => clearTimeout(timer))
  }
}
