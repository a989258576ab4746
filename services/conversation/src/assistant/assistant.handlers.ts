/** The endpoints of the assistants, for one region. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type assistantEndpoints, mostPrompt } from '@parley/contracts/conversation/assistant-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { cleanedAnswer, cssSystem, MOST_CSS_TOKENS } from './css-assistant.ts'
import type { PaidAnswer, PaidCalls } from './paid-calls.ts'
import { improvedPrompt, improveRequest, lostVariables, MOST_PROMPT_TOKENS } from './prompt-assistant.ts'

export type AssistantDeps = {
  paidCalls: PaidCalls
  agentDocument(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  readableCleanCss(css: string): string
  closing: AbortSignal
}

/** Specification, part 1 §8. */
const FAILED = 'Failed to generate CSS. Please try again.'

export function assistantHandlers(deps: AssistantDeps): Handlers<typeof assistantEndpoints> {
  return {
    async 'assistant.css'(call) {
      const { messages, currentCSS = '', agentID } = call.body
      if (agentID !== undefined && agentID !== call.params.agentId) return refuse('not-found', 'Not found.')
      const asked = await ask(call, {
        system: cssSystem(currentCSS),
        messages: messages.map(({ role, content }) => ({ role, text: content })),
        maxTokens: MOST_CSS_TOKENS,
      })
      if (!asked.ok) {
        if (asked.reason === 'model-failed') return reply({ success: false, error: FAILED })
        return refusalOf(asked)
      }
      return reply({ success: true, ...cleanedAnswer(asked.text, deps.readableCleanCss) })
    },

    async 'assistant.improvePrompt'(call) {
      const { prompt, wish } = call.body
      const { system, text } = improveRequest(prompt, wish)
      const asked = await ask(call, {
        system,
        messages: [{ role: 'user', text }],
        maxTokens: MOST_PROMPT_TOKENS,
      })
      if (!asked.ok) return refusalOf(asked)
      const improved = improvedPrompt(asked.text).slice(0, mostPrompt)
      if (improved === '') return refusalOf({ ok: false, reason: 'model-failed' })
      return reply({ prompt: improved, lostVariables: lostVariables(prompt, improved) })
    },
  }

  async function ask(
    call: Pick<Call, 'tenant' | 'context' | 'request'> & { params: { agentId: string } },
    of: Pick<Parameters<PaidCalls['ask']>[1], 'system' | 'messages' | 'maxTokens'>,
  ): Promise<PaidAnswer> {
    const { agentId } = call.params
    const document = await deps.agentDocument(call.tenant, agentId)
    if (!document) return { ok: false, reason: 'no-model' }
    return deps.paidCalls.ask(call.context, {
      ...of,
      agentId,
      document,
      id: derivedId(20, call.tenant, agentId, call.context.cause.command),
      temperature: 0.3,
      signal: AbortSignal.any([call.request.signal, deps.closing]),
    })
  }
}

function refusalOf({ reason, note }: Exclude<PaidAnswer, { ok: true }>) {
  switch (reason) {
    case 'no-model':
      return refuse('no-model', note ?? 'No model is configured.')
    case 'no-credits':
      return refuse('no-credits', 'The workspace is out of credits.')
    case 'usage-limit':
      return refuse('usage-limit', 'The agent has reached its monthly limit.')
    case 'model-failed':
      return refuse('model-failed', 'The model did not answer. Please try again.')
  }
}
