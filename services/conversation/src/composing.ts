/** What the agent says to a message: the flow's words, the model's or the built-in answerer's. Stores nothing. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { RetrievedChunkView } from '@parley/contracts/knowledge/endpoints.ts'
import {
  type Answer,
  answerBuiltIn,
  BUILT_IN,
  type ExtractAnswer,
  fromKnowledge,
  type Retrieval,
  wordGroups,
} from './built-in-answerer.ts'
import { type ConversationState, type FailureReason, textOf, waitingIn } from './conversation.decider.ts'
import { hasFlow, saidBlocks } from './first-messages.ts'
import { advance, type FlowState, type FlowStep, readFlow, type Said } from './flow.ts'
import { ModelError } from './models/model-error.ts'
import { defaultModelId, type Models } from './models/models.ts'
import { type Language, languageOf } from './phrases.ts'
import { historyFor, systemPromptOf } from './prompt.ts'
import { replyBlocks, showableLength } from './reply-blocks.ts'

export type ReplyingDeps = {
  models: Models
  /** What the agent's knowledge holds on a question, best first; scores and threshold from 0 to 1. */
  retrieve(tenant: string, agentId: string, question: string): Promise<Retrieval>
  extractAnswer: ExtractAnswer
}

export type Composing = {
  tenant: string
  agentId: string
  document: AgentDocument
  state: ConversationState
  /** The visitor's message to answer. */
  messageId: string
  /** Says a piece of the reply as it comes. */
  say(text: string): void
}

export type Composed = {
  blocks: Block[]
  sources: { sourceId: string; name: string }[]
  modelId: string
  inputTokens: number
  outputTokens: number
  knew: boolean
  flow?: string
}

type Outcome =
  | { ok: true; reply: Composed }
  | { ok: false; reason: FailureReason; detail?: string; held: boolean }

/** Asks for credits before anything is said; false when there are none. */
type Hold = (request: { modelId: string; promptTokens: number; maxTokens: number }) => Promise<boolean>

const WITHOUT_MODEL = { modelId: BUILT_IN, promptTokens: 0, maxTokens: 0 }

/** Specification, part 1 §3: vg_maxTokens 1024. */
const MAX_TOKENS = 1024

export async function composeReply(deps: ReplyingDeps, composing: Composing, hold: Hold): Promise<Outcome> {
  const { document, state, messageId } = composing
  const asked = state.messages.find((message) => message.id === messageId)
  if (!asked) throw new Error('the message is gone')
  const question = textOf(asked)
  const language = languageOf(document.lang, state.started?.lang)
  const plan = await makePlan(deps, composing, question, asked.at, language)
  const uiEngine = document.vg_enableUIEngine !== false

  let answer: Told = {
    blocks: [],
    sources: [],
    modelId: BUILT_IN,
    inputTokens: 0,
    outputTokens: 0,
    knew: true,
  }
  if (plan.answer) {
    const told = await tell(deps, composing, plan, plan.answer, language, hold)
    if (!told.ok) return told
    answer = told.told
  } else {
    if (!(await hold(WITHOUT_MODEL))) return { ok: false, reason: 'no-credits', held: false }
    sayAll(plan.before, composing.say)
  }
  const after = plan.answer?.searched
    ? advance(document.nodes ?? [], plan.flow, { type: 'answered' }, language)
    : undefined
  if (after) sayAll(after.said, composing.say)
  const flow = after?.state ?? (plan.answer && plan.flow ? { ...plan.flow, answered: true } : plan.flow)
  const blocks = [
    ...saidBlocks(plan.before, uiEngine),
    ...answer.blocks,
    ...saidBlocks(after?.said ?? [], uiEngine),
  ]
  return {
    ok: true,
    reply: { ...answer, blocks, ...(flow === undefined ? {} : { flow: JSON.stringify(flow) }) },
  }
}

type Asked = {
  question: string
  prompt?: string
  modelId?: string
  /** A knowledge node asked, and the knowledge has it. */
  searched?: boolean
}

type Plan = {
  before: Said[]
  flow: FlowState | undefined
  retrieval: Retrieval
  /** Missing where the flow's own words are the whole reply. */
  answer: Asked | undefined
}

const NOTHING: Retrieval = { items: [], threshold: 1 }

/** Walks the flow to where it needs an answer or waits. */
async function makePlan(
  deps: ReplyingDeps,
  { tenant, agentId, document, state }: Composing,
  question: string,
  at: string,
  language: Language,
): Promise<Plan> {
  const search = () => deps.retrieve(tenant, agentId, question)
  if (!hasFlow(document))
    return { before: [], flow: undefined, retrieval: await search(), answer: { question } }

  const nodes = document.nodes ?? []
  const step = advance(nodes, readFlow(state.flow), { type: 'message', text: question, at }, language)
  const before = step.said
  if (step.follow.type === 'search') {
    const retrieval = await search()
    if (knows(retrieval)) {
      const answer = { question, searched: true, ...knowledgeModel(document) }
      return { before, flow: step.state, retrieval, answer }
    }
    const lost = advance(nodes, step.state, { type: 'not-found', text: question }, language)
    const plan = planAfter(lost, question)
    // A knowledge node that leads to another one finds no more than the first.
    return { ...plan, before: [...before, ...lost.said], retrieval }
  }
  const plan = planAfter(step, question)
  return { ...plan, retrieval: plan.answer ? await search() : NOTHING }
}

function planAfter(step: FlowStep, question: string): Omit<Plan, 'retrieval'> {
  const { said: before, state: flow, follow } = step
  if (follow.type === 'answer') {
    const { type: _, ...answer } = follow
    return { before, flow, answer }
  }
  // A flow that ends in silence leaves the visitor without a word, so the agent answers.
  const silent = follow.type === 'search' || before.length === 0
  return { before, flow, answer: silent ? { question } : undefined }
}

function knowledgeModel(document: AgentDocument): Pick<Asked, 'prompt' | 'modelId'> {
  const { searchPrompt, modelId } = document.vg_kb_llm ?? {}
  return { ...(searchPrompt ? { prompt: searchPrompt } : {}), ...(modelId ? { modelId } : {}) }
}

function knows({ items, threshold }: Retrieval): boolean {
  return items[0] !== undefined && items[0].score >= threshold
}

type Told = Omit<Composed, 'flow'>

/** The model's answer, or the built-in answerer's where there is no key for the model. */
async function tell(
  deps: ReplyingDeps,
  composing: Composing,
  plan: Plan,
  asked: Asked,
  language: Language,
  hold: Hold,
): Promise<{ ok: true; told: Told } | Extract<Outcome, { ok: false }>> {
  const { document, state, messageId, say } = composing
  const modelId = asked.modelId || document.vg_defaultModel || defaultModelId
  const { retrieval } = plan
  if (!deps.models.describe(modelId).configured) {
    if (!(await hold(WITHOUT_MODEL))) return { ok: false, reason: 'no-credits', held: false }
    sayAll(plan.before, say)
    const answer = withoutModel(deps, asked, document, retrieval, language)
    for (const group of wordGroups(answer.text)) say(group)
    const { text, ...rest } = answer
    const blocks: Block[] = [{ type: 'text', text }]
    return { ok: true, told: { ...rest, blocks, modelId: BUILT_IN, inputTokens: 0, outputTokens: 0 } }
  }

  const useful = retrieval.items.filter((item) => item.score >= retrieval.threshold / 2)
  const system = systemPromptOf({
    document,
    knowledge: useful,
    variables: plan.flow?.variables ?? {},
    ...(asked.prompt === undefined ? {} : { prompt: asked.prompt }),
    ...(state.started?.lang === undefined ? {} : { lang: state.started.lang }),
  })
  const waiting = new Set(waitingIn(state).map((one) => one.messageId))
  const messages = historyFor(state.messages, messageId, waiting)
  const maxOutputTokens = document.vg_maxTokens ?? MAX_TOKENS
  const characters = messages.reduce((sum, { text }) => sum + text.length, system.length)
  // Three characters a token errs on the side of holding more.
  const promptTokens = Math.ceil(characters / 3)
  if (!(await hold({ modelId, promptTokens, maxTokens: maxOutputTokens })))
    return { ok: false, reason: 'no-credits', held: false }

  sayAll(plan.before, say)
  const uiEngine = document.vg_enableUIEngine !== false
  let text = ''
  let shown = 0
  let used = { inputTokens: 0, outputTokens: 0 }
  try {
    const request = {
      modelId,
      system,
      messages,
      maxOutputTokens,
      temperature: document.vg_temperature ?? 0.5,
    }
    for await (const part of deps.models.stream(request)) {
      if (part.type === 'finish') used = part
      else {
        text += part.text
        const showable = showableLength(text, uiEngine)
        if (showable > shown) say(text.slice(shown, showable))
        shown = Math.max(shown, showable)
      }
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const detail = error.detail === undefined ? {} : { detail: error.detail }
    return { ok: false, reason: error.reason, ...detail, held: true }
  }
  const blocks = replyBlocks(text, uiEngine)
  if (blocks.length === 0)
    return { ok: false, reason: 'provider-error', detail: 'an empty reply', held: true }
  const { inputTokens, outputTokens } = used
  const sources = sourcesOf(useful.filter((item) => item.score >= retrieval.threshold))
  return { ok: true, told: { blocks, sources, modelId, inputTokens, outputTokens, knew: true } }
}

function withoutModel(
  deps: ReplyingDeps,
  asked: Asked,
  document: AgentDocument,
  retrieval: Retrieval,
  language: Language,
): Answer {
  const { extractAnswer } = deps
  const given = { text: asked.question, language, retrieval, extractAnswer }
  const found = asked.searched ? fromKnowledge(given) : undefined
  return found ?? answerBuiltIn({ ...given, systemPrompt: document.vg_systemPrompt ?? '' })
}

function sourcesOf(items: RetrievedChunkView[]): { sourceId: string; name: string }[] {
  const byId = new Map(
    items.map((item) => [item.sourceId, { sourceId: item.sourceId, name: item.sourceName }]),
  )
  return [...byId.values()].slice(0, 3)
}

function sayAll(said: readonly Said[], say: (text: string) => void): void {
  for (const one of said) if (one.type === 'text') say(`${one.text}\n\n`)
}
