/**
 * Translation outside a turn: credits are held before a model is called, and settled or released after. A cached
 * translation costs nothing.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import type { Models } from '../models/models.ts'
import { type Credits, limitsOf } from '../turn/charge/credits.ts'
import { openTranslating, type Translating } from './translating.ts'
import type { Translations } from './translations.ts'

export type TranslationPlace = {
  conversationId: string
  agentId: string
  lang: string | undefined
  /** Names what is translated, unique in the conversation: it is paid for once. */
  what: string
}

export type PaidTranslation = {
  /** Returns the result of `work`; undefined if the agent needs no translation for this visitor. */
  translate<Value>(
    context: CommandContext,
    place: TranslationPlace,
    document: AgentDocument,
    work: (translating: Translating) => Promise<Value>,
  ): Promise<Value | undefined>
  /** Resolves when a hold of this process is settled or released; undefined for one of another process. */
  ended(holdId: string): Promise<void> | undefined
}

/** Maximum number of holds remembered; older ones count as another process's. */
const MOST_KNOWN = 1_000

export function createPaidTranslation(deps: {
  models: Models
  translations: Translations
  credits: Credits
}): PaidTranslation {
  const { models, credits } = deps
  const known = new Map<string, Promise<void>>()

  return {
    async translate(context, { conversationId, agentId, lang, what }, document, work) {
      const workspaceId = context.tenant
      const holdId = `${conversationId}.${what}`
      const paid = {
        ...context,
        actor: { kind: 'system', id: `agent ${agentId}` },
        cause: { ...context.cause, command: `translate/${conversationId}/${what}` },
      } satisfies CommandContext
      let held: PromiseWithResolvers<void> | undefined

      const translations: Translations = {
        ...deps.translations,
        async translate(models, request) {
          if (deps.translations.knows(request)) return deps.translations.translate(models, request)
          const length = request.texts.join('').length + 1_000
          const most = { modelId: request.modelId, promptTokens: length, maxTokens: length }
          const purpose = 'translation' as const
          const about = { workspaceId, holdId, agentId, conversationId, purpose }
          const hold = {
            ...about,
            amount: credits.estimateMaxCost(most),
            tokens: 2 * length,
            ...limitsOf(document),
          }
          held ??= begin(holdId)
          if ((await credits.holdCredits(hold, paid)).ok) return deps.translations.translate(models, request)
          held.resolve()
          held = undefined
          return { texts: [...request.texts], inputTokens: 0, outputTokens: 0, asked: false }
        },
      }

      const translating = openTranslating({ models, translations }, { tenant: workspaceId, document, lang })
      if (!translating) return undefined
      try {
        return await work(translating)
      } finally {
        if (held) await settle(holdId, translating.spent, paid).finally(held.resolve)
      }
    },

    ended: (holdId) => known.get(holdId),
  }

  function begin(holdId: string): PromiseWithResolvers<void> {
    const held = Promise.withResolvers<void>()
    known.set(holdId, held.promise)
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
    return held
  }

  async function settle(holdId: string, spent: Translating['spent'], paid: CommandContext): Promise<void> {
    const of = { workspaceId: paid.tenant, holdId }
    const { modelId, ...tokens } = spent
    if (modelId === undefined) {
      await credits.releaseCredits({ ...of, reason: 'provider-error' }, paid)
      return
    }
    const used = { modelId, ...tokens }
    await credits.settleCredits(
      { ...of, purpose: 'translation', amount: credits.costOf(used), ...used },
      paid,
    )
  }
}

/** The value of a promise, or `instead` if it takes longer (ms) or fails. */
export async function within<Value>(
  ms: number,
  promise: Promise<Value>,
  instead: Value,
  onFault?: (error: unknown) => void,
): Promise<Value> {
  const late = Promise.withResolvers<Value>()
  const timer = setTimeout(() => late.resolve(instead), ms)
  const given = promise.catch((error: unknown) => {
    onFault?.(error)
    return instead
  })
  return Promise.race([given, late.promise]).finally(() => clearTimeout(timer))
}
