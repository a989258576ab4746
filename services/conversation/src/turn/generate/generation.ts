/** The state of one turn while it is composed: what was said, found, called and spent so far. */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentFields } from '@parley/contracts/agent/fields.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { FlowState } from '@parley/contracts/conversation/flow-state.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { openApprovalRequests } from '../../approval/approval-requests.ts'
import type { Approval } from '../../approval/approvals.ts'
import { toldDecisions, toldResult } from '../../approval/decided-calls.ts'
import { isRecordingAlone } from '../../conversation.content.ts'
import { type ConversationState, textOf, waitingMessages } from '../../conversation.decider.ts'
import { advance } from '../../flow/flow.ts'
import { type Captured, type FlowSignal, type FlowStep, nodeFlowIn } from '../../flow/flow-state.ts'
import { asksFieldByField } from '../../flow/form.ts'
import { acceptedValues, slotsFor } from '../../flow/slots.ts'
import { asks } from '../../flow/ways.ts'
import { handoffAnswer, handoffTerms } from '../../handoff/handoff.ts'
import { openingStateAt } from '../../handoff/opening-state.ts'
import { cheapestModel } from '../../models/cheapest-model.ts'
import { defaultModelId, type ModelMessage } from '../../models/models.ts'
import { chosenIn } from '../../translation/block-words.ts'
import { openTranslating } from '../../translation/translating.ts'
import { smallTalkIn } from '../../understanding/small-talk.ts'
import { saidBlocks } from '../../visiting/first-messages.ts'
import type { Held } from '../charge/reply-hold.ts'
import { spokenLanguage, usualLanguage } from '../spoken-language.ts'
import { type AnswerOutcome, type AnswerRequest, answerQuestion } from './answer-question.ts'
import { asksNothing } from './asks-nothing.ts'
import { BUILT_IN, type Retrieval } from './built-in-answerer.ts'
import { extractAnswers } from './extract-answers.ts'
import type { GenerateDeps, GenerateRequest, HoldCredits } from './generate-reply.ts'
import {
  type Consequences,
  type GeneratedReply,
  type TranslatedMessage,
  translatedText,
  withOthers,
} from './generated-reply.ts'
import { CHAT_OPENED, historyFor, saidIn } from './prompt.ts'
import type { Situation } from './situation.ts'
import { rewriteQuestion, wantsRewriting } from './smart-search.ts'
import { type AgentTool, noTools, type ToolRequest, type ToolResult } from './tools.ts'
import { createTracer, type Tracer } from './tracer.ts'

type MessageSignal = Extract<FlowSignal, { type: 'message' }>

export type Generation = ReturnType<typeof openGeneration>
export type StepOutcome = { ok: true } | Extract<AnswerOutcome, { ok: false }>

export const noCredits = { ok: false, reason: 'no-credits', held: false } as const

/** Opens the turn of one message. Credits are held once, before the first thing that costs or says anything. */
export function openGeneration(
  deps: GenerateDeps,
  request: GenerateRequest,
  hold: HoldCredits,
  /** The visitor's country by their time zone, if it is known. */
  country?: string,
) {
  const { tenant, agentId, document, state, messageId, toolCalls } = request
  const { tools = noTools } = deps
  const message = state.messages.find(({ id }) => id === messageId)
  if (!message) throw new Error('the message is gone')
  const started = state.started
  const nodes = document.nodes ?? []
  const language = spokenLanguage(document, state)
  const uiEngine = document.vg_enableUIEngine !== false
  let question = textOf(message) || saidIn(message)
  const form = message.blocks.find((block) => block.type === 'form-answers')
  const turnId = request.turnId ?? `${started?.conversationId}.${messageId}`
  const tracer = createTracer(started?.channel === 'test-panel')
  const translating = openTranslating(deps, { tenant, document, lang: started?.lang, tracer })
  const waiting = new Set(waitingMessages(state).map((one) => one.messageId))
  const known = visitorVariables(state)
  const visitor = {
    ...{ known, timeZone: started?.timeZone, region: regionOf(started?.lang) ?? country },
    also: usualLanguage(document, state),
    fieldByField: started !== undefined && asksFieldByField(started),
    hasPeople: document.enableHumanHandoff === true,
    asksForPeople: document.enableHumanHandoff === true && document.smartHandoff === true,
  }
  // bounded: of one turn, by the steps of its flow
  const captured: NonNullable<Consequences['captured']> = []
  // bounded: of one turn, by what it may say
  const blocks: Block[] = []
  const approvalRequests = openApprovalRequests({ tenant, turnId, document, state, tools })
  let approvalIds: string[] = []
  let flow: FlowState | undefined = nodeFlowIn(state.flow)
  /** What the flow's handoff node says, if it is reached and somebody is there. */
  let refusedPerson = false
  let handoffBlocks: Block[] = []
  /** Texts of the flow that are neither said nor translated yet. */
  let pendingBlocks: Block[] = []
  let answer: Extract<AnswerOutcome, { ok: true }> | undefined
  let handoff: Consequences['handoff']
  let held: Promise<Held> | undefined
  let past: ModelMessage[] | undefined
  /** What the calls of the cheapest model have used besides the reply. */
  const beside: { modelId?: string; inputTokens: number; outputTokens: number } = {
    inputTokens: 0,
    outputTokens: 0,
  }
  let translatedMessages: TranslatedMessage[] = []
  /** Whether an answer was looked for, and whether the flow waited for one of its own. */
  let answered = false
  let expected = false

  const now = () => (deps.now ?? Date.now)()
  const termsOfHandoff = async () => handoffTerms(document, (await request.teamOnline?.()) ?? false, now())
  const situation = async (): Promise<Situation> => ({
    now: now(),
    timeZone: started?.timeZone,
    lang: started?.lang,
    teamOnline: document.enableHumanHandoff ? await request.teamOnline?.() : undefined,
    opening: openingStateAt(document.openingHours, now()),
    summary: state.summary?.text,
    page: state.pageUrl === undefined ? undefined : { url: state.pageUrl, title: state.pageTitle },
  })
  const history = () => (past ??= historyFor(state.messages, messageId, waiting))
  const modelIdOf = (answerRequest?: AnswerRequest) =>
    answerRequest?.modelId || document.vg_defaultModel || defaultModelId

  /** Holds credits once, before the first thing that costs or says anything. */
  async function begin(size = maxRequest(document, modelIdOf(), history())): Promise<Held> {
    held ??= hold(size)
    const taken = await held
    if (taken) await sayPending()
    return taken
  }

  async function sayPending(): Promise<void> {
    const now = pendingBlocks
    pendingBlocks = []
    const words = (await translating?.translateAgent(now)) ?? now
    for (const block of words) if (block.type === 'text') request.streamText(`${block.text}\n\n`)
    blocks.push(...words)
  }

  async function call(
    toolRequest: ToolRequest,
    calledBy: 'model' | 'node',
    toolId: string,
    approvalId?: string,
  ): Promise<ToolResult> {
    const done = tracer.begin()
    // The call may have effects, so the turn must not start again with further messages.
    request.closeBurst?.()
    const called = await tools.call(tenant, toolRequest, agentId, request.signal)
    const { result: _, ...record } = called
    toolCalls.push({ ...record, toolId, calledBy, ...withoutUndefined({ approvalId }) })
    const { name, outcome, status, request: sent, response } = called
    const answered = status === undefined ? {} : { status }
    done({ type: 'tool', toolId, name, calledBy, outcome, ...answered, request: sent, response })
    return called
  }

  async function makeApproved(approval: Approval): Promise<string | undefined> {
    const approved = await approvalRequests.approvedCall(approval)
    if (!approved) return undefined
    const { outcome, result } = await call(approved, 'model', approval.toolId, approval.approvalId)
    return toldResult(outcome, result)
  }

  const nextKey = () => `${turnId}.${toolCalls.length + 1}`

  /** The question rewritten for a search without context, if it needs one and the agent uses smart search. */
  async function questionToSearch(text: string): Promise<{ ok: true; question: string } | typeof noCredits> {
    const modelId = cheapestModel(document, deps)
    const before = isOffered(text, history()) ? undefined : previousQuestion(history())
    if (modelId === undefined || !wantsRewriting(document, { question: text, before, language }))
      return { ok: true, question: text }
    if (!(await begin())) return noCredits
    const done = tracer.begin()
    const rewritten = await rewriteQuestion(deps.plainModels ?? deps.models, {
      modelId,
      history: history(),
      question: text,
      signal: request.signal,
      patienceMs: deps.rewriteMs,
    })
    if (!rewritten.ok) {
      done({ type: 'rewrite', modelId, question: text, failed: rewritten.failed })
      return { ok: true, question: text }
    }
    done({ type: 'rewrite', modelId, question: rewritten.question, ...spendBeside(modelId, rewritten) })
    return { ok: true, question: rewritten.question }
  }

  function spendBeside(
    modelId: string,
    { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
  ) {
    beside.modelId = modelId
    beside.inputTokens += inputTokens
    beside.outputTokens += outputTokens
    return { inputTokens, outputTokens, cost: deps.costOf?.({ modelId, inputTokens, outputTokens }) ?? 0 }
  }

  /** What a model reads from the message for the flow's questions, if the rules alone don't suffice. */
  async function extracted(signal: MessageSignal): Promise<Record<string, string> | undefined> {
    const modelId = cheapestModel(document, deps)
    if (modelId === undefined || flow === undefined) return undefined
    const waiting = nodes.find(({ id }) => id === flow?.nodeId)
    const slots = slotsFor(nodes, waiting, signal, advance(nodes, flow, signal, language, visitor), language)
    if (slots.length === 0 || !(await begin())) return undefined
    const done = tracer.begin()
    const read = await extractAnswers(deps.plainModels ?? deps.models, {
      modelId,
      slots,
      text: signal.text,
      context: { at: signal.at, timeZone: started?.timeZone },
      signal: request.signal,
      patienceMs: deps.rewriteMs,
    })
    if (!read.ok) {
      done({ type: 'extraction', modelId, values: [], failed: read.failed })
      return undefined
    }
    const values = acceptedValues(slots, read.values, signal.text)
    const answered = slots.flatMap(({ nodeId, asks }) => {
      const value = values[nodeId]
      return value === undefined ? [] : [{ asks, value }]
    })
    done({ type: 'extraction', modelId, values: answered, ...spendBeside(modelId, read) })
    return answered.length > 0 ? values : undefined
  }

  return {
    document,
    get question() {
      return question
    },
    form: form?.type === 'form-answers' ? { formId: form.formId, answers: form.answers } : undefined,
    begin,

    /** Translates the visitor's message for the agent if needed; false if there are no credits for it. */
    async translateQuestion(): Promise<boolean> {
      const chosen = translating && chosenIn(state, question, language)
      if (chosen) question = chosen
      else if (translating?.translatesVisitors && !form) {
        if (!(await begin())) return false
        translatedMessages = await translating.translateVisitor(request.burst ?? [message])
        question = translatedText(translatedMessages) || question
      }
      return true
    },

    /** Goes on in the flow with the visitor's message. */
    async advanceByMessage(): Promise<FlowStep> {
      expected = asks(nodes.find(({ id }) => id === flow?.nodeId))
      const signal: MessageSignal = {
        type: 'message',
        text: question,
        at: message.at,
        ...(this.form ? { form: this.form } : {}),
      }
      const read = await extracted(signal)
      return this.advance(read ? { ...signal, extracted: read } : signal)
    },

    advance(signal: FlowSignal): FlowStep {
      const done = tracer.begin()
      const step = advance(nodes, flow, signal, language, visitor)
      flow = step.state
      const { said } = step
      const last = step.saidByHandoff ? said.length - 1 : said.length
      pendingBlocks.push(...saidBlocks(said.slice(0, last), uiEngine))
      handoffBlocks = saidBlocks(said.slice(last), uiEngine)
      for (const one of step.captured) addCaptured(captured, one)
      if (step.walked.length > 0) done({ type: 'flow', nodes: step.walked })
      return step
    },

    isHandedOff: () => handoff !== undefined,
    /** Whether the reply says that the answer is not known. */
    isUnknown: () => answer?.grounded === false,

    language,
    /** The visitor's own words, not translated. */
    writtenText: textOf(message),
    /** Whether a model would reply. */
    hasModel: () => deps.models.describe(modelIdOf()).configured,

    say(text: string) {
      pendingBlocks.push({ type: 'text', text })
    },

    /** Keeps an address that the visitor wrote. */
    captureAddress(fields: Record<string, string>) {
      captured.push({ by: 'question', fields, contact: 'address' })
    },

    /** Asks for a person and says what the visitor can expect; false if the agent has no handoff. */
    async handOff(requested: NonNullable<Consequences['handoff']>): Promise<boolean> {
      const terms = await termsOfHandoff()
      this.say(handoffAnswer(terms, state, language, { unasked: requested.by === 'model' }))
      if (terms) handoff ??= requested
      else refusedPerson = true
      return terms !== undefined
    },

    /** Asks for a person as the flow's node says. Its own text is said only if somebody is there to come. */
    async handOffByNode(note: string | undefined): Promise<void> {
      const requested = { by: 'node', ...(note === undefined ? {} : { note }) } as const
      const terms = await termsOfHandoff()
      if (!terms || terms.offline) await this.handOff(requested)
      else {
        pendingBlocks.push(...handoffBlocks)
        handoff ??= requested
      }
    },

    callByNode(nodeId: string, request: Parameters<typeof asRequest>[0]) {
      const toolId = request.type === 'tool' ? request.toolId : nodeId
      return call(asRequest(request, nextKey()), 'node', toolId)
    },

    async search(
      text: string,
      tags?: readonly string[],
    ): Promise<{ ok: true; retrieval: Retrieval } | typeof noCredits> {
      answered = true
      const searchFor = await questionToSearch(text)
      if (!searchFor.ok) return searchFor
      const done = tracer.begin()
      // A rewritten question makes sense without the one before.
      const before = searchFor.question === text ? previousQuestion(history()) : undefined
      const retrieval = await deps.retrieve(tenant, agentId, searchFor.question, {
        ...(tags ? { tags } : {}),
        ...(before === undefined ? {} : { before }),
      })
      done(retrievalStep(searchFor.question, retrieval))
      return { ok: true, retrieval }
    },

    async answer(answerRequest: AnswerRequest, retrieval: Retrieval): Promise<StepOutcome> {
      answered ||= answerRequest.pressed !== true
      const assigned = document.assignedToolsIds ?? []
      const offered: AgentTool[] = assigned.length > 0 ? await tools.describe(tenant, assigned) : []
      const outcome = await answerQuestion(deps, {
        document,
        request: answerRequest,
        modelId: modelIdOf(answerRequest),
        retrieval,
        history: history(),
        variables: { ...known, ...flow?.variables },
        situation: await situation(),
        language,
        unheard: isRecordingAlone(message),
        tools: offered,
        handoff: document.smartHandoff ? await termsOfHandoff() : undefined,
        tracer,
        begin,
        // Nothing is held for what costs nothing. What the flow has said by now is not free.
        beginFree: async () => (pendingBlocks.length > 0 ? (await begin()) !== false : true),
        streamText: request.streamText,
        takeBack: request.takeBack,
        async call(tool, values) {
          // Described before the model thought, which takes long enough for somebody to change it.
          if (tool.needsApproval || (await tools.needsApproval(tenant, tool.id)))
            return approvalRequests.ask(tool, values)
          const request = { type: 'tool', toolId: tool.id, values, idempotencyKey: nextKey() } as const
          const { outcome, result } = await call(request, 'model', tool.id)
          return toldResult(outcome, result)
        },
      })
      if (!outcome.ok) return outcome
      answer = outcome
      blocks.push(...outcome.blocks)
      if (outcome.handoff === undefined) return { ok: true }
      handoff ??= { by: 'model', note: outcome.handoff }
      if (outcome.blocks.length === 0) {
        const text = handoffAnswer(await termsOfHandoff(), state, language)
        request.streamText(text)
        blocks.push({ type: 'text', text })
      }
      return { ok: true }
    },

    /** Carries out what was approved and tells the visitor what was decided. The flow stays where it is. */
    async answerDecided(decisions: readonly Approval[]): Promise<StepOutcome> {
      request.closeBurst?.()
      if (!(await begin())) return noCredits
      const told = await toldDecisions(decisions, {
        make: makeApproved,
        now: now(),
        isInterrupted: () => request.signal?.aborted === true,
      })
      if (!told) return { ok: false, reason: 'provider-error', detail: 'interrupted', held: true }
      past = [...history(), ...told]
      approvalIds = decisions.map(({ approvalId }) => approvalId)
      return this.answer({ question }, { items: [], threshold: 1 })
    },

    /** Ends the turn when the flow has nothing more to say. If nothing was said at all, the agent replies. */
    async end(): Promise<StepOutcome> {
      if (blocks.length === 0 && pendingBlocks.length === 0 && !handoff) {
        const searched = await this.search(question)
        return searched.ok ? this.answer({ question }, searched.retrieval) : searched
      }
      const nothing = { modelId: BUILT_IN, promptTokens: 0, maxTokens: 0 }
      return (await begin(translating ? undefined : nothing)) ? { ok: true } : noCredits
    },

    reply(): GeneratedReply {
      const { requests } = approvalRequests
      const own = { inputTokens: answer?.inputTokens ?? 0, outputTokens: answer?.outputTokens ?? 0 }
      const whole = withOthers(own, [beside, ...(translating ? [translating.spent] : [])])
      const { inputTokens, outputTokens } = whole
      // Whoever asked for a person and got none was not helped.
      const grounded = answer?.grounded ?? !refusedPerson
      const modelId = answer?.modelId ?? translating?.spent.modelId ?? BUILT_IN
      return {
        blocks,
        sources: answer?.sources ?? [],
        modelId,
        ...whole,
        grounded,
        ...(asksNothing(textOf(message), { language, answered, expected }) ? { asksNothing: true } : {}),
        ...(modelId === BUILT_IN && toolCalls.length === 0 && smallTalkIn(question) ? { free: true } : {}),
        ...(translatedMessages.length > 0 ? { translatedMessages: translatedMessages } : {}),
        ...(flow === undefined ? {} : { flow }),
        ...(captured.length > 0 ? { captured } : {}),
        ...(handoff ? { handoff } : {}),
        ...(requests.length > 0 ? { approvalRequests: [...requests] } : {}),
        ...(approvalIds.length > 0 ? { approvalIds } : {}),
        ...(tracer.on ? { trace: traceOf(tracer, { inputTokens, outputTokens, modelId, grounded }) } : {}),
      }
    },
  }
}

/** A request that only becomes complete is so with what was captured in it before. */
function addCaptured(captured: Captured[], one: Captured): void {
  const { request, fields } = one
  const last = captured.at(-1)
  if (request && last?.request?.nth === request.nth && Object.keys(fields).length === 0)
    last.request = request
  else captured.push(one)
}

/** Whether it is the label of a button of the agent's last message, which its owner chose to be understood. */
function isOffered(text: string, history: readonly ModelMessage[]): boolean {
  const last = history.findLast(({ role }) => role === 'assistant')
  return last?.text.includes(`[${text}]`) === true
}

/** What the visitor said before the message that is answered. */
function previousQuestion(history: readonly ModelMessage[]): string | undefined {
  return history.slice(0, -1).findLast(({ role, text }) => role === 'user' && text !== CHAT_OPENED)?.text
}

function asRequest(
  call: Extract<FlowStep['follow'], { type: 'call' }>['call'],
  idempotencyKey: string,
): ToolRequest {
  return { ...call, idempotencyKey }
}

/** The country of a language tag such as en-US. */
function regionOf(lang: string | undefined): string | undefined {
  try {
    return lang === undefined ? undefined : new Intl.Locale(lang).region
  } catch {
    return undefined
  }
}

/** Known data of the visitor, by the names of a flow's variables. */
export function visitorVariables({ identity, variables }: ConversationState): Record<string, string> {
  const { name, email, phone } = identity ?? {}
  return {
    ...variables,
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
  }
}

/** The maximum cost of a turn before its details are known: the flow's calls and the results of searches. */
export function maxRequest(document: AgentDocument, modelId: string, history: readonly ModelMessage[]) {
  const { vg_kbTopChunks, vgOptions, vg_maxTokens } = agentFields
  const chunks =
    (document.vg_kbTopChunks ?? vg_kbTopChunks.fallback) *
    (document.vgOptions?.maxChunkSize ?? vgOptions.fields.maxChunkSize.fallback)
  const prompts = (document.nodes ?? []).map((node) => (node.type === 'ai' ? (node.prompt?.length ?? 0) : 0))
  const longest = Math.max(document.vg_systemPrompt?.length ?? 0, ...prompts) + (document.facts?.length ?? 0)
  const said = history.reduce((sum, { text }) => sum + text.length, 0)
  const rounds = (document.assignedToolsIds?.length ?? 0) > 0 ? 5 : 1
  const promptTokens = Math.ceil((rounds * (longest + said + chunks + 8_000) + said) / 3)
  return { modelId, promptTokens, maxTokens: document.vg_maxTokens ?? vg_maxTokens.fallback }
}

function retrievalStep(question: string, { items, threshold }: Retrieval) {
  const chunks = items.map(({ sourceId, sourceName, text, score }) => ({
    sourceId,
    sourceName,
    text: text.slice(0, 1_000),
    score,
    used: score >= threshold / 2,
  }))
  return { type: 'retrieval', question, threshold, chunks } as const
}

export function traceOf(
  tracer: Tracer,
  spent: { inputTokens: number; outputTokens: number; modelId: string; grounded: boolean },
): NonNullable<Consequences['trace']> {
  const { inputTokens, outputTokens, modelId, grounded } = spent
  return { steps: tracer.steps, tookMs: tracer.elapsed(), inputTokens, outputTokens, modelId, grounded }
}
