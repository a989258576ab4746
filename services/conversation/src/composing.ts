/**
 * What the agent says to a message: the flow's words, the model's or the built-in answerer's. Stores nothing; what
 * is to be stored beside the words (tools called, fields captured, a person asked for) it gives back.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { BUILT_IN, type ExtractAnswer, type Retrieval } from './built-in-answerer.ts'
import type { Composed, Consequences, ToolCallRecord } from './composed.ts'
import { type ConversationState, type FailureReason, textOf, waitingIn } from './conversation.decider.ts'
import { answerByDialog, DIALOG, isDialog } from './dialog/dialog.ts'
import type { DialogApi } from './dialog/dialog-api.ts'
import { hasFlow, saidBlocks } from './first-messages.ts'
import { advance } from './flow/flow.ts'
import { type FlowState, type FlowStep, readFlow } from './flow/flow-state.ts'
import { defaultModelId, type ModelMessage, type Models } from './models/models.ts'
import { languageOf, phrases } from './phrases.ts'
import { historyFor, saidIn } from './prompt.ts'
import { rewriteQuestion, wantsRewriting } from './smart-search.ts'
import { type Asked, type Told, tell } from './telling.ts'
import { type AgentTool, noTools, type ToolRequest, type ToolResult, type Tools } from './tools.ts'
import { createTracer, type Tracer } from './tracing.ts'
import { chosenIn } from './translation/block-words.ts'
import { openTranslating } from './translation/translating.ts'
import { type Translations, translationTarget } from './translation/translations.ts'

export type { Composed } from './composed.ts'

export type ReplyingDeps = {
  models: Models
  /** What the agent's knowledge holds on a question, best first; scores and threshold from 0 to 1. */
  retrieve(
    tenant: string,
    agentId: string,
    question: string,
    /** Only among sources that have one of these tags. */
    options?: { tags?: readonly string[] },
  ): Promise<Retrieval>
  extractAnswer: ExtractAnswer
  tools?: Tools
  /** What answers for `vf` agents. */
  dialog?: DialogApi
  /** What puts the agent's words in the visitor's language. */
  translations?: Translations
}

export type Composing = {
  tenant: string
  agentId: string
  document: AgentDocument
  state: ConversationState
  /** The visitor's message to answer. */
  messageId: string
  /** Names the turn, the same however often it is tried; by it a tool knows a call that was made before. */
  turnId?: string
  /** Says a piece of the reply as it comes. */
  say(text: string): void
  /** Aborts with an `Interruption`. */
  signal?: AbortSignal
  /** From here on nothing that the visitor adds may join the turn: somebody else has heard its question. */
  closeBurst?(): void
}

export type Outcome =
  | { ok: true; reply: Composed }
  /** `toolCalls`: what was called all the same. */
  | { ok: false; reason: FailureReason; detail?: string; held: boolean; toolCalls?: ToolCallRecord[] }

/** Asks for credits before anything is said; false when there are none. */
export type Hold = (request: { modelId: string; promptTokens: number; maxTokens: number }) => Promise<boolean>

/** A flow that calls more in one turn runs in circles. */
const MAX_CALLS = 10
/** Specification, part 1 §3 and §9. */
const MAX_TOKENS = 1024
const CHUNK_CHARACTERS = 2424

export async function composeReply(deps: ReplyingDeps, composing: Composing, hold: Hold): Promise<Outcome> {
  if (isDialog(composing.document)) return followDialog(deps, composing, hold)
  const turn = openTurn(deps, composing, hold)
  if (!(await turn.hear())) return noCredits
  const ended = hasFlow(composing.document) ? await followFlow(turn) : await answerFreely(turn)
  if (!ended.ok) return { ...ended, ...(turn.toolCalls.length > 0 ? { toolCalls: turn.toolCalls } : {}) }
  return { ok: true, reply: turn.reply() }
}

type Turn = ReturnType<typeof openTurn>
type Ended = { ok: true } | Extract<Told, { ok: false }>

const noCredits = { ok: false, reason: 'no-credits', held: false } as const

async function answerFreely(turn: Turn): Promise<Ended> {
  const searched = await turn.search(turn.question)
  return searched.ok ? turn.answer({ question: turn.question }, searched.retrieval) : searched
}

/** The third party's dialog knows the way, and remembers what it heard. */
async function followDialog(deps: ReplyingDeps, composing: Composing, hold: Hold): Promise<Outcome> {
  const { document, state, messageId, say, signal } = composing
  if (!deps.dialog)
    return { ok: false, reason: 'provider-error', detail: 'There is no dialog API.', held: false }
  const message = state.messages.find(({ id }) => id === messageId)
  if (!message) throw new Error('the message is gone')
  const tracer = createTracer(state.started?.channel === 'test-panel')
  const { tenant } = composing
  const translating = openTranslating(deps, { tenant, document, lang: state.started?.lang })
  let held: Promise<boolean> | undefined
  const begin = () => (held ??= hold({ modelId: DIALOG, promptTokens: 0, maxTokens: 0 }))
  let question = textOf(message) || saidIn(message)
  const chosen = translating && chosenIn(state, question)
  if (chosen) question = chosen
  else if (translating?.hears) {
    if (!(await begin())) return noCredits
    question = await translating.hear(question)
  }
  const outcome = await answerByDialog(deps.dialog, {
    document,
    state,
    question,
    known: knownOf(state),
    tracer,
    say: translating ? () => undefined : say,
    ...(signal ? { signal } : {}),
    async begin() {
      const held = await begin()
      if (held) composing.closeBurst?.()
      return held
    },
  })
  if (!outcome.ok) return outcome
  const { reply } = outcome
  if (translating) {
    reply.blocks = await translating.say(reply.blocks)
    for (const block of reply.blocks) if (block.type === 'text') say(`${block.text}\n\n`)
    reply.inputTokens += translating.spent.inputTokens
    reply.outputTokens += translating.spent.outputTokens
  }
  return { ok: true, reply: tracer.on ? { ...reply, trace: traced(tracer, reply) } : reply }
}

/** Walks the flow until it waits for the visitor, asking the outside world for what it needs on the way. */
async function followFlow(turn: Turn): Promise<Ended> {
  let step = turn.advance({
    type: 'message',
    text: turn.question,
    at: turn.at,
    ...(turn.form ? { form: turn.form } : {}),
  })
  let retrieval: Retrieval | undefined
  let calls = 0
  for (;;) {
    const { follow } = step
    switch (follow.type) {
      case 'call': {
        if (++calls > MAX_CALLS) return turn.end()
        if (!(await turn.begin())) return noCredits
        const { outcome, result } = await turn.callByNode(follow.nodeId, follow.call)
        const input = follow.input === undefined ? {} : { input: follow.input }
        step = turn.advance({ type: 'called', ok: outcome === 'ok', result, ...input })
        break
      }
      case 'search': {
        // A knowledge node that leads to another one finds no more than the first.
        if (retrieval) return turn.end()
        const searched = await turn.search(follow.question, follow.tags)
        if (!searched.ok) return searched
        retrieval = searched.retrieval
        if (!knows(retrieval)) {
          step = turn.advance({ type: 'not-found', text: follow.question })
          break
        }
        const asked = { question: follow.question, searched: true, ...knowledgeModel(turn.document) }
        const told = await turn.answer(asked, retrieval)
        if (!told.ok) return told
        step = turn.advance({ type: 'answered' })
        break
      }
      case 'answer': {
        const { type: _, ...asked } = follow
        const searched = retrieval ? ({ ok: true, retrieval } as const) : await turn.search(asked.question)
        if (!searched.ok) return searched
        const told = await turn.answer(asked, searched.retrieval)
        if (told.ok) turn.markAnswered()
        return told
      }
      case 'handoff':
        turn.handOff({ by: 'node', ...(follow.note === undefined ? {} : { note: follow.note }) })
        return turn.end()
      case 'wait':
        return turn.end()
    }
  }
}

/** One turn: what was said, found, called and spent so far. */
function openTurn(deps: ReplyingDeps, composing: Composing, hold: Hold) {
  const { tenant, agentId, document, state, messageId } = composing
  const { tools = noTools } = deps
  const message = state.messages.find(({ id }) => id === messageId)
  if (!message) throw new Error('the message is gone')
  const started = state.started
  const nodes = document.nodes ?? []
  const target = translationTarget(document, started?.lang)
  const translating = openTranslating(deps, { tenant, document, lang: started?.lang })
  const language = languageOf(target ?? document.lang, started?.lang)
  const uiEngine = document.vg_enableUIEngine !== false
  let question = textOf(message) || saidIn(message)
  const form = message.blocks.find((block) => block.type === 'form-answers')
  const turnId = composing.turnId ?? `${started?.conversationId}.${messageId}`
  const tracer = createTracer(started?.channel === 'test-panel')
  const waiting = new Set(waitingIn(state).map((one) => one.messageId))
  const known = knownOf(state)
  const toolCalls: ToolCallRecord[] = []
  const captured: NonNullable<Consequences['captured']> = []
  const blocks: Block[] = []
  let flow: FlowState | undefined = readFlow(state.flow)
  /** Words of the flow that are neither said nor translated yet. */
  let unsaid: Block[] = []
  let answer: Extract<Told, { ok: true }> | undefined
  let handoff: Consequences['handoff']
  let held: Promise<boolean> | undefined
  let past: ModelMessage[] | undefined
  const spent = { inputTokens: 0, outputTokens: 0 }

  const history = () => (past ??= historyFor(state.messages, messageId, waiting))
  const modelIdOf = (asked?: Asked) => asked?.modelId || document.vg_defaultModel || defaultModelId

  /** Credits are held once, before the first thing that costs or says anything. */
  async function begin(request = mostOf(document, modelIdOf(), history())): Promise<boolean> {
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
    const called = await tools.call(tenant, request)
    const { result: _, ...record } = called
    toolCalls.push({ ...record, toolId, calledBy })
    const { name, outcome, status, request: sent, response } = called
    const answered = status === undefined ? {} : { status }
    done({ type: 'tool', toolId, name, calledBy, outcome, ...answered, request: sent, response })
    return called
  }

  const nextKey = () => `${turnId}.${toolCalls.length + 1}`

  /** The question in words that can be looked up alone, where the agent searches smartly. */
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
    toolCalls,
    begin,

    /** The visitor's words as the agent is to hear them; false where there are no credits for it. */
    async hear(): Promise<boolean> {
      const chosen = translating && chosenIn(state, question)
      if (chosen) question = chosen
      else if (translating?.hears && !form) {
        if (!(await begin())) return false
        question = await translating.hear(question)
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

    /** The flow has nothing more to say. Who ends in silence leaves the visitor without a word: the agent answers. */
    async end(): Promise<Ended> {
      if (blocks.length === 0 && unsaid.length === 0 && !handoff) {
        const searched = await this.search(question)
        return searched.ok ? this.answer({ question }, searched.retrieval) : searched
      }
      const nothing = { modelId: BUILT_IN, promptTokens: 0, maxTokens: 0 }
      return (await begin(translating ? undefined : nothing)) ? { ok: true } : noCredits
    },

    reply(): Composed {
      const translated = translating?.spent ?? { inputTokens: 0, outputTokens: 0 }
      const inputTokens = spent.inputTokens + translated.inputTokens + (answer?.inputTokens ?? 0)
      const outputTokens = spent.outputTokens + translated.outputTokens + (answer?.outputTokens ?? 0)
      const knew = answer?.knew ?? true
      const modelId = answer?.modelId ?? translated.modelId ?? BUILT_IN
      return {
        blocks,
        sources: answer?.sources ?? [],
        modelId,
        inputTokens,
        outputTokens,
        knew,
        ...(flow === undefined ? {} : { flow: JSON.stringify(flow) }),
        ...(toolCalls.length > 0 ? { toolCalls } : {}),
        ...(captured.length > 0 ? { captured } : {}),
        ...(handoff ? { handoff } : {}),
        ...(tracer.on ? { trace: traced(tracer, { inputTokens, outputTokens, modelId, knew }) } : {}),
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

/** What others know of the visitor, by the names that a flow knows them by. */
function knownOf({ identity, variables }: ConversationState): Record<string, string> {
  const { name, email, phone } = identity ?? {}
  return {
    ...variables,
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
  }
}

function knowledgeModel(document: AgentDocument): Omit<Asked, 'question'> {
  const { searchPrompt, modelId, temperature, maxTokens } = document.vg_kb_llm ?? {}
  return {
    ...(searchPrompt ? { prompt: searchPrompt } : {}),
    ...(modelId ? { modelId } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  }
}

function knows({ items, threshold }: Retrieval): boolean {
  return items[0] !== undefined && items[0].score >= threshold
}

/** The most a turn may cost of which not everything is known yet: what its flow calls, what the search finds. */
function mostOf(document: AgentDocument, modelId: string, history: readonly ModelMessage[]) {
  const chunks = (document.vg_kbTopChunks ?? 5) * (document.vgOptions?.maxChunkSize ?? CHUNK_CHARACTERS)
  const prompts = (document.nodes ?? []).map((node) => (node.type === 'ai' ? (node.prompt?.length ?? 0) : 0))
  const longest = Math.max(document.vg_systemPrompt?.length ?? 0, ...prompts)
  const said = history.reduce((sum, { text }) => sum + text.length, 0)
  const rounds = (document.assignedToolsIds?.length ?? 0) > 0 ? 5 : 1
  const promptTokens = Math.ceil((rounds * (longest + said + chunks + 4_000) + said) / 3)
  return { modelId, promptTokens, maxTokens: document.vg_maxTokens ?? MAX_TOKENS }
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

function traced(
  tracer: Tracer,
  spent: { inputTokens: number; outputTokens: number; modelId: string; knew: boolean },
): NonNullable<Consequences['trace']> {
  const { inputTokens, outputTokens, modelId, knew } = spent
  return { steps: tracer.steps, tookMs: tracer.elapsed(), inputTokens, outputTokens, modelId, knew }
}
