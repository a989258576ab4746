/**
 * Calls of a model that no visitor reads the answer of, charged to the workspace like replies: credits are held before
 * the call and charged after it.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { ModelError } from '../models/model-error.ts'
import { defaultModelId, type ModelMessage, type Models } from '../models/models.ts'
import type { Credits } from '../turn/charge/credits.ts'
import { endOnError, openReplyHold } from '../turn/charge/reply-hold.ts'

export type PaidCall = {
  agentId: string
  document: AgentDocument
  /** Unique for the call: it is charged once under it. */
  id: string
  system: string
  messages: readonly ModelMessage[]
  maxTokens: number
  temperature: number
  signal: AbortSignal
}

export type PaidAnswer =
  | { ok: true; text: string }
  | { ok: false; reason: 'no-model' | 'no-credits' | 'usage-limit' | 'model-failed'; note?: string }

export type PaidCalls = {
  /** Returns the answer of the agent's own model. */
  ask(context: CommandContext, call: PaidCall): Promise<PaidAnswer>
}

/** Characters of a token, at least. */
const TOKEN = 3

export function createPaidCalls(deps: { models: Models; credits: Credits; now?: () => number }): PaidCalls {
  const { models, credits, now = Date.now } = deps

  return {
    async ask(context, call) {
      const { agentId, document, id: holdId } = call
      const modelId = document.vg_defaultModel || defaultModelId
      const { configured, note } = models.describe(modelId)
      if (!configured) return { ok: false, reason: 'no-model', ...(note === undefined ? {} : { note }) }
      const hold = openReplyHold(credits, context.tenant, { holdId, agentId })
      const characters = call.messages.reduce((sum, { text }) => sum + text.length, call.system.length)
      const size = { modelId, promptTokens: Math.ceil(characters / TOKEN) + 100, maxTokens: call.maxTokens }
      // No other model answers in its place.
      const { vg_fallbackModel: _, ...own } = document
      const held = await hold.take(size, own)
      if (!held) return { ok: false, reason: hold.isOverLimit() ? 'usage-limit' : 'no-credits' }
      const maxTokens = held.maxTokens ?? call.maxTokens
      const answer = await endOnError(hold, answerOf(modelId, { ...call, maxTokens }))
      if (!answer) {
        hold.end(0)
        return { ok: false, reason: 'model-failed' }
      }
      const { text, ...tokens } = answer
      const amount = credits.costOf({ modelId, ...tokens })
      const reserved = amount > 0 ? await endOnError(hold, hold.reservation()) : undefined
      if (!reserved) {
        hold.end(0)
        return amount === 0 ? { ok: true, text } : { ok: false, reason: 'no-credits' }
      }
      const { reservationId, organisationId } = reserved
      let ended: number | 'unknown' = 'unknown'
      try {
        const charged = await credits.chargeOutsideTurn(
          {
            workspaceId: context.tenant,
            organisationId,
            charge: {
              ...{ modelId, ...tokens, amount, reservationId, holdId, agentId },
              conversationId: holdId,
              at: new Date(now()).toISOString(),
              purpose: 'assistant',
            },
          },
          { ...context, cause: { ...context.cause, command: `assistant/${holdId}` } },
        )
        if (!charged.ok) return { ok: false, reason: 'no-credits' }
        ended = amount
      } finally {
        hold.end(ended)
      }
      return { ok: true, text }
    },
  }

  /** Undefined if the model fails. */
  async function answerOf(modelId: string, call: PaidCall) {
    let text = ''
    try {
      for await (const part of models.stream({
        modelId,
        system: call.system,
        messages: [...call.messages],
        temperature: call.temperature,
        maxOutputTokens: call.maxTokens,
        signal: call.signal,
      })) {
        if (part.type === 'text') text += part.text
        if (part.type === 'finish') {
          const { inputTokens, outputTokens } = part
          return { text: text.trim(), inputTokens, outputTokens }
        }
      }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
    }
    return undefined
  }
}
