/**
 * Translation outside a turn: credits are held in memory before a model is called, and charged after. A cached
 * translation costs nothing.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Channel } from '../conversation.decider.ts'
import type { Models } from '../models/models.ts'
import { type Credits, limitsOf, paidByOrganisation } from '../turn/charge/credits.ts'
import { openTranslating, type Translating } from './translating.ts'
import type { Translations } from './translations.ts'

export type TranslationPlace = {
  conversationId: string
  agentId: string
  channel: Channel
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
}

export function createPaidTranslation(deps: {
  models: Models
  translations: Translations
  credits: Credits
  now?: () => number
}): PaidTranslation {
  const { models, credits, now = Date.now } = deps

  return {
    async translate(context, { conversationId, agentId, channel, lang, what }, document, work) {
      const workspaceId = context.tenant
      const holdId = `${conversationId}.${what}`
      const paid = {
        ...context,
        actor: { kind: 'system', id: `agent ${agentId}` },
        cause: { ...context.cause, command: `translate/${conversationId}/${what}` },
      } satisfies CommandContext
      let amount: number | undefined

      const translations: Translations = {
        ...deps.translations,
        async translate(models, request) {
          if (deps.translations.knows(request)) return deps.translations.translate(models, request)
          const length = request.texts.join('').length + 1_000
          const most = { modelId: request.modelId, promptTokens: length, maxTokens: length }
          const hold = {
            ...{ workspaceId, holdId, agentId, ...limitsOf(document) },
            organisationFirst: paidByOrganisation(channel),
            amount: credits.estimateMaxCost(most),
            tokens: 2 * length,
          }
          if (!(await credits.holdCredits(hold)).ok)
            return { texts: [...request.texts], inputTokens: 0, outputTokens: 0, asked: false }
          amount = hold.amount
          return deps.translations.translate(models, request)
        },
      }

      const translating = openTranslating({ models, translations }, { tenant: workspaceId, document, lang })
      if (!translating) return undefined
      try {
        return await work(translating)
      } finally {
        if (amount !== undefined)
          await charge(paid, { holdId, agentId, conversationId, held: amount }, translating.spent)
      }
    },
  }

  /** Charges what was spent and ends the hold, which ends with its process too. */
  async function charge(
    paid: CommandContext,
    of: { holdId: string; agentId: string; conversationId: string; held: number },
    spent: Translating['spent'],
  ): Promise<void> {
    const workspaceId = paid.tenant
    const { held, ...about } = of
    const name = { workspaceId, holdId: of.holdId }
    const { modelId, ...tokens } = spent
    if (modelId === undefined) return credits.endHold(name, 0)
    const used = { modelId, ...tokens }
    const amount = credits.costOf(used)
    let cost: number | 'unknown' = 'unknown'
    try {
      const reserved = await credits.reservationOf({ ...name, amount: held })
      if (!reserved) return
      const { reservationId, organisationId } = reserved
      const at = new Date(now()).toISOString()
      const one = { workspaceId, organisationId, charge: { ...about, reservationId, at, amount, ...used } }
      if ((await credits.chargeOutsideTurn(one, paid)).ok) cost = amount
    } finally {
      credits.endHold(name, cost)
    }
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
