/** The state of one turn while it is composed: what was said, found, called and spent so far. */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentFields } from '@parley/contracts/agent/fields.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { type ConversationState, textOf, waitingIn } from '../conversation.decider.ts'
import { advance } from '../flow/flow.ts'
import { type FlowState, type FlowStep, readFlow } from '../flow/flow-state.ts'
import { defaultModelId, type ModelMessage } from '../models/models.ts'
import { languageOf, phrases } from '../phrases.ts'
import { type AgentTool, noTools, type ToolRequest, type ToolResult } from '../replying/tools.ts'
import { chosenIn } from '../translation/block-words.ts'
import { openTranslating } from '../translation/translating.ts'
import { translationTarget } from '../translation/translations.ts'
import { saidBlocks } from '../visiting/first-messages.ts'
import { BUILT_IN, type Retrieval } from './built-in-answerer.ts'
import { asHeard, type Composed, type Consequences, type Heard, withTranslation } from './composed.ts'
import type { Composing, Hold, ReplyingDeps } from './composing.ts'
import { historyFor, saidIn } from './prompt.ts'
import { rewriteQuestion, wantsRewriting } from './smart-search.ts'
import { type Asked, type Told, tell } from './telling.ts'
import { createTracer, type Tracer } from './tracing.ts'

export type Turn = ReturnType<typeof openTurn>
export type Ended = { ok: true } | Extract<Told, { ok: false }>

export const noCredits = { ok: false, reason: 'no-credits', held: false } as const

/** Opens the turn of one message. Credits are held once, before the first thing that costs or says anything. */
export function openTurn(deps: ReplyingDeps, composing: Composing, hold: Hold) {
  const { tenant, agentId, document, state, messageId, toolCalls } = composing
  const { tools = noTools } = deps
  const message = state.messages.find(({ id }) => id === messageId)
  if (!message) throw new Error('the message is gone')
  const started = state.started
  const nodes = document.nodes ?? []
  const target = translationTarget(document, started?.lang)
  const language = languageOf(target ?? document.lang, started?.lang)
  const uiEngine = document.vg_enableUIEngine !== false
  let question = textOf(message) || saidIn(message)
  const form = message.blocks.find((block) => block.type === 'form-answers')
  const turnId = composing.turnId ?? `${started?.conversationId}.${messageId}`
  const tracer = createTracer(started?.channel === 'test-panel')
  const translating = openTranslating(deps, { tenant, document, lang: started?.lang, tracer })
  const waiting = new Set(waitingIn(state).map((one) => one.messageId))
  const known = knownOf(state)
  const captured: NonNullable<Consequences['captured']> = []
  const blocks: Block[] = []
  let flow: FlowState | undefined = readFlow(state.flow)
  /** Texts of the flow that are neither said nor translated yet. */
  let unsaid: Block[] = []
  let answer: Extract<Told, { ok: true }> | undefined
  let handoff: Consequences['handoff']
  let held: Promise<boolean> | undefined
  let past: ModelMessage[] | undefined
  const spent = { inputTokens: 0, outputTokens: 0 }
  let heard: Heard[] = []

  const history = () => (past ??= historyFor(state.messages, messageId, waiting))
  const modelIdOf = (asked?: Asked) => asked?.modelId || document.vg_defaultModel || defaultModelId

  /** Holds credits once, before the first thing that costs or says anything. */
  async function begin(request = largestRequest(document, modelIdOf(), history())): Promise<boolean> {
    held ??= hold(request)
    if (!(await held)) return false
    const now = unsaid
    unsaid = []
    const words = (await translating?.say(now)) ?? now
    for (const block of words) if (block.type === 'text') composing.say(`${block.text}\n\n`)
    blocks.push(...words)
    return true
  }

  async function call(request: ToolRequest, calledBy: 'model' | 'node', toolId: string): Promise<ToolResult> {
    const done = tracer.begin()
    // The call may have effects, so the turn must not start again with further messages.
    composing.closeBurst?.()
    const called = await tools.call(tenant, request)
    const { result: _, ...record } = called
    toolCalls.push({ ...record, toolId, calledBy })
    const { name, outcome, status, request: sent, response } = called
    const answered = status === undefined ? {} : { status }
    done({ type: 'tool', toolId, name, calledBy, outcome, ...answered, request: sent, response })
    return called
  }

  const nextKey = () => `${turnId}.${toolCalls.length + 1}`

  /** The question rewritten for a search without context, if the agent uses smart search. */
  async function lookedUp(asked: string): Promise<{ ok: true; question: string } | typeof noCredits> {
    const modelId = document.vg_kb_llm?.modelId || modelIdOf()
    if (!wantsRewriting(document, history()) || !deps.models.describe(modelId).configured)
      return { ok: true, question: asked }
    if (!(await begin())) return noCredits
    const done = tracer.begin()
    const rewritten = await rewriteQuestion(deps.models, { modelId, history: history(), question: asked })
    spent.inputTokens += rewritten?.inputTokens ?? 0
    spent.outputTokens += rewritten?.outputTokens ?? 0
    done({ type: 'rewrite', modelId, question: rewritten?.question ?? asked })
    return { ok: true, question: rewritten?.question ?? asked }
  }

  return {
    document,
    get question() {
      return question
    },
    at: message.at,
    form: form?.type === 'form-answers' ? { formId: form.formId, answers: form.answers } : undefined,
    begin,

    /** Translates the visitor's message for the agent if needed; false if there are no credits for it. */
    async hear(): Promise<boolean> {
      const chosen = translating && chosenIn(state, question)
      if (chosen) question = chosen
      else if (translating?.hears && !form) {
        if (!(await begin())) return false
        heard = await translating.hear(composing.burst ?? [message])
        question = asHeard(heard) || question
      }
      return true
    },

    advance(signal: Parameters<typeof advance>[2]): FlowStep {
      const done = tracer.begin()
      const step = advance(nodes, flow, signal, language, known)
      flow = step.state
      unsaid.push(...saidBlocks(step.said, uiEngine))
      captured.push(...step.captured)
      if (step.walked.length > 0) done({ type: 'flow', nodes: step.walked })
      return step
    },

    markAnswered() {
      if (flow) flow = { ...flow, answered: true }
    },

    handOff(asked: NonNullable<Consequences['handoff']>) {
      handoff ??= asked
    },

    callByNode(nodeId: string, request: Parameters<typeof asRequest>[0]) {
      const toolId = request.type === 'tool' ? request.toolId : nodeId
      return call(asRequest(request, nextKey()), 'node', toolId)
    },

    async search(
      asked: string,
      tags?: readonly string[],
    ): Promise<{ ok: true; retrieval: Retrieval } | typeof noCredits> {
      const looked = await lookedUp(asked)
      if (!looked.ok) return looked
      const done = tracer.begin()
      const retrieval = await deps.retrieve(tenant, agentId, looked.question, tags ? { tags } : {})
      done(retrieved(looked.question, retrieval))
      return { ok: true, retrieval }
    },

    async answer(asked: Asked, retrieval: Retrieval): Promise<Ended> {
      const assigned = document.assignedToolsIds ?? []
      const offered: AgentTool[] = assigned.length > 0 ? await tools.describe(tenant, assigned) : []
      const told = await tell(deps, {
        document,
        asked,
        modelId: modelIdOf(asked),
        retrieval,
        history: history(),
        variables: { ...known, ...flow?.variables },
        lang: started?.lang,
        language,
        tools: offered,
        mayHandOff: document.enableHumanHandoff === true && document.smartHandoff === true,
        tracer,
        begin,
        say: composing.say,
        async call(tool, values) {
          const request = { type: 'tool', toolId: tool.id, values, idempotencyKey: nextKey() } as const
          const { outcome, result } = await call(request, 'model', tool.id)
          return outcome === 'ok' ? result : `The call failed (${outcome}): ${result}`
        },
      })
      if (!told.ok) return told
      answer = told
      blocks.push(...told.blocks)
      if (told.handoff === undefined) return { ok: true }
      handoff ??= { by: 'model', note: told.handoff }
      if (told.blocks.length === 0) {
        const text = phrases[language].handoff
        composing.say(text)
        blocks.push({ type: 'text', text })
      }
      return { ok: true }
    },

    /** Ends the turn when the flow has nothing more to say. If nothing was said at all, the agent replies. */
    async end(): Promise<Ended> {
      if (blocks.length === 0 && unsaid.length === 0 && !handoff) {
        const searched = await this.search(question)
        return searched.ok ? this.answer({ question }, searched.retrieval) : searched
      }
      const nothing = { modelId: BUILT_IN, promptTokens: 0, maxTokens: 0 }
      return (await begin(translating ? undefined : nothing)) ? { ok: true } : noCredits
    },

    reply(): Composed {
      const own = {
        inputTokens: spent.inputTokens + (answer?.inputTokens ?? 0),
        outputTokens: spent.outputTokens + (answer?.outputTokens ?? 0),
      }
      const whole = translating ? withTranslation(own, translating.spent) : own
      const { inputTokens, outputTokens } = whole
      const grounded = answer?.grounded ?? true
      const modelId = answer?.modelId ?? translating?.spent.modelId ?? BUILT_IN
      return {
        blocks,
        sources: answer?.sources ?? [],
        modelId,
        ...whole,
        grounded,
        ...(heard.length > 0 ? { heard } : {}),
        ...(flow === undefined ? {} : { flow: JSON.stringify(flow) }),
        ...(captured.length > 0 ? { captured } : {}),
        ...(handoff ? { handoff } : {}),
        ...(tracer.on ? { trace: traced(tracer, { inputTokens, outputTokens, modelId, grounded }) } : {}),
      }
    },
  }
}

function asRequest(
  call: Extract<FlowStep['follow'], { type: 'call' }>['call'],
  idempotencyKey: string,
): ToolRequest {
  return { ...call, idempotencyKey }
}

/** Known data of the visitor, by the names of a flow's variables. */
export function knownOf({ identity, variables }: ConversationState): Record<string, string> {
  const { name, email, phone } = identity ?? {}
  return {
    ...variables,
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
  }
}

/** The maximum cost of a turn before its details are known: the flow's calls and the results of searches. */
function largestRequest(document: AgentDocument, modelId: string, history: readonly ModelMessage[]) {
  const { vg_kbTopChunks, vgOptions, vg_maxTokens } = agentFields
  const chunks =
    (document.vg_kbTopChunks ?? vg_kbTopChunks.fallback) *
    (document.vgOptions?.maxChunkSize ?? vgOptions.fields.maxChunkSize.fallback)
  const prompts = (document.nodes ?? []).map((node) => (node.type === 'ai' ? (node.prompt?.length ?? 0) : 0))
  const longest = Math.max(document.vg_systemPrompt?.length ?? 0, ...prompts)
  const said = history.reduce((sum, { text }) => sum + text.length, 0)
  const rounds = (document.assignedToolsIds?.length ?? 0) > 0 ? 5 : 1
  const promptTokens = Math.ceil((rounds * (longest + said + chunks + 4_000) + said) / 3)
  return { modelId, promptTokens, maxTokens: document.vg_maxTokens ?? vg_maxTokens.fallback }
}

function retrieved(question: string, { items, threshold }: Retrieval) {
  const chunks = items.map(({ sourceId, sourceName, text, score }) => ({
    sourceId,
    sourceName,
    text: text.slice(0, 1_000),
    score,
    used: score >= threshold / 2,
  }))
  return { type: 'retrieval', question, threshold, chunks } as const
}

export function traced(
  tracer: Tracer,
  spent: { inputTokens: number; outputTokens: number; modelId: string; grounded: boolean },
): NonNullable<Consequences['trace']> {
  const { inputTokens, outputTokens, modelId, grounded } = spent
  return { steps: tracer.steps, tookMs: tracer.elapsed(), inputTokens, outputTokens, modelId, grounded }
}
