/** Answers one question by the model, with the tools it calls; by the built-in answerer if there is no model. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { modelFields } from '@parley/contracts/agent/fields/model.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { faultAdvice } from '@parley/contracts/conversation/model-faults.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import type { RetrievedChunkView } from '@parley/contracts/knowledge/endpoints.ts'
import { isShallow } from '@parley/kernel/shallow.ts'
import { flowPhrases } from '../../flow/flow-phrases.ts'
import { faultRecord, ModelError } from '../../models/model-error.ts'
import type { ModelCall, ModelFunction, ModelMessage, ModelRequest, Models } from '../../models/models.ts'
import { tokensUsed } from '../../models/output-limit.ts'
import { type Language, phrases } from '../../phrases.ts'
import { smallTalkIn } from '../../understanding/small-talk.ts'
import type { Held } from '../charge/reply-hold.ts'
import {
  answerBuiltIn,
  BUILT_IN,
  type BuiltInAnswer,
  type CitedSource,
  citedSource,
  fromKnowledge,
  type Retrieval,
  wordGroups,
} from './built-in-answerer.ts'
import type { GeneratedReply } from './generated-reply.ts'
import { isHalfAnswer } from './half-answer.ts'
import { modelFunctionOf } from './model-functions.ts'
import { systemPromptOf } from './prompt.ts'
import { replyBlocks, showableLength } from './reply-blocks.ts'
import type { Situation } from './situation.ts'
import type { AgentTool } from './tools.ts'
import type { Tracer } from './tracer.ts'
import { unheardPhrases } from './unheard-phrases.ts'
import { unmarkedLength, withoutMark } from './unknown-mark.ts'
import { usedPassages } from './used-sources.ts'

export type AnswerRequest = {
  question: string
  prompt?: string
  modelId?: string
  temperature?: number
  maxTokens?: number
  /** Whether a knowledge node asked and the knowledge has an answer. */
  searched?: boolean
  /** The question is the label of a button that was pressed. */
  pressed?: boolean
}

export type QuestionContext = {
  document: AgentDocument
  request: AnswerRequest
  modelId: string
  retrieval: Retrieval
  history: readonly ModelMessage[]
  variables: Record<string, string>
  situation: Situation
  language: Language
  /** Whether the question is a recording alone of which nobody knows what is said. */
  unheard: boolean
  tools: readonly AgentTool[]
  /** The terms on which the model may ask for a person; undefined if it may not. */
  handoff: { offline: boolean } | undefined
  tracer: Tracer
  /** Holds credits and says what the flow has said so far. */
  begin(request: { modelId: string; promptTokens: number; maxTokens: number }): Promise<Held>
  /** The same for an answer that costs nothing; false if credits are needed for the flow and there are none. */
  beginFree(): Promise<boolean>
  streamText(text: string): void
  /** Takes back the end of what was streamed. */
  takeBack(text: string): void
  /** Calls a tool and returns what the model is told of its result. */
  call(tool: AgentTool, values: Record<string, unknown>): Promise<string>
}

export type AnswerOutcome =
  /** `handoff` is the model's reason for asking for a person. */
  | ({ ok: true; handoff?: string } & Pick<
      GeneratedReply,
      'blocks' | 'sources' | 'modelId' | Tokens | 'grounded'
    >)
  | { ok: false; reason: ReplyFailure; detail?: string; held: boolean }

type Tokens = 'inputTokens' | 'outputTokens'

export type AnswerDeps = { models: Models }

/** Of what a model passes to a tool. */
const MOST_LEVELS_OF_ARGUMENTS = 20
/** Rounds of tool calls after which the model has to answer. */
const MAX_ROUNDS = 5
/** Maximum calls of one reply; further ones are refused to the model. */
const MAX_CALLS = 8
/** Maximum characters of a tool's result that a model is shown. */
const MAX_RESULT_CHARACTERS = 12_000

const HAND_OFF: ModelFunction = {
  name: 'ask_for_a_person',
  description:
    'Ask the team for a person, when the visitor wants to talk to one or when you can not help any further.',
  inputSchema: {
    type: 'object',
    properties: { reason: { type: 'string', description: 'In one sentence, for the team.' } },
    required: ['reason'],
  },
}

const THE_TEAM_IS_ASKED = 'The team has been asked. Tell the visitor so in one sentence.'
const NOBODY_IS_THERE =
  'Nobody from the team is there now. The request is kept, and the team answers later by e-mail. Tell the visitor so, and when the team is back if the situation says it, do not say that somebody is coming, and ask for their e-mail address unless you know it.'

export async function answerQuestion(deps: AnswerDeps, context: QuestionContext): Promise<AnswerOutcome> {
  const { modelId } = context
  const { configured, note } = deps.models.describe(modelId)
  if (configured) return answerByModel(deps.models, context)
  const begun = smallTalkIn(context.request.question)
    ? await context.beginFree()
    : await context.begin({ modelId: BUILT_IN, promptTokens: 0, maxTokens: 0 })
  if (!begun) return { ok: false, reason: 'no-credits', held: false }
  return builtInOutcome(context, answerWithoutModel(context), note ?? 'No model is configured.')
}

/** Streams an answer of the built-in answerer. `why` is for the agent's owner. */
function builtInOutcome(
  { tracer, streamText }: QuestionContext,
  { text, ...rest }: BuiltInAnswer,
  why: string,
): AnswerOutcome {
  const done = tracer.begin()
  for (const group of wordGroups(text)) streamText(group)
  done({ type: 'built-in', why })
  const blocks: Block[] = [{ type: 'text', text }]
  return { ok: true, ...rest, blocks, modelId: BUILT_IN, inputTokens: 0, outputTokens: 0 }
}

async function answerByModel(models: Models, context: QuestionContext): Promise<AnswerOutcome> {
  const { document, request: asked, modelId, retrieval, tools, tracer } = context
  const useful = retrieval.items.filter((item) => item.score >= retrieval.threshold / 2)
  const system = systemPromptOf({
    document,
    knowledge: useful,
    variables: context.variables,
    ...(asked.prompt === undefined ? {} : { prompt: asked.prompt }),
    situation: context.situation,
  })
  const functions: ModelFunction[] = tools.map(modelFunctionOf)
  if (context.handoff) functions.push(HAND_OFF)
  const messages: ModelMessage[] = [...context.history]
  const wanted = asked.maxTokens ?? document.vg_maxTokens ?? modelFields.vg_maxTokens.fallback
  const promptTokens = maxPromptTokens(system, messages, tools.length > 0 ? functions : [])
  const held = await context.begin({ modelId, promptTokens, maxTokens: wanted })
  if (!held) return { ok: false, reason: 'no-credits', held: false }
  const maxTokens = Math.min(wanted, held.maxTokens ?? wanted)

  const uiEngine = document.vg_enableUIEngine !== false
  const used = { inputTokens: 0, outputTokens: 0 }
  const texts: string[] = []
  let grounded = true
  let calls = 0
  let handoff: string | undefined
  let partial: Partial = { shown: '', used }
  try {
    for (let round = 1; ; round++) {
      const left = Math.max(1, maxTokens - used.outputTokens)
      const offered = round < MAX_ROUNDS && handoff === undefined ? functions : []
      const temperature = asked.temperature ?? document.vg_temperature ?? modelFields.vg_temperature.fallback
      const request = { modelId, system, messages, maxOutputTokens: left, temperature }
      const done = tracer.begin()
      const shown = [...messages]
      const output = await readModel(models, { ...request, functions: offered }, uiEngine, context)
      used.inputTokens += output.inputTokens
      used.outputTokens += output.outputTokens
      done({
        type: 'model',
        modelId,
        system,
        messages: shown.map(({ role, text }) => ({ role, text })),
        inputTokens: output.inputTokens,
        outputTokens: output.outputTokens,
        ...(output.firstMs === undefined ? {} : { firstMs: output.firstMs }),
        text: output.text,
        calls: output.calls.map(({ name }) => name),
        ...(output.failed === undefined ? {} : { failed: whyFailed(modelId, output.failed) }),
      })
      if (output.failed) {
        partial = { shown: output.shown, used: withEstimate(used, request, output.text) }
        throw output.failed
      }
      const { text: said, marked } = withoutMark(output.text)
      grounded = !marked
      if (said.trim() !== '') texts.push(said)
      if (output.calls.length === 0) break
      // Text before a call is a message of its own.
      if (said.trim() !== '') context.streamText('\n\n')
      messages.push({ role: 'assistant', text: output.text, calls: output.calls })
      for (const call of output.calls) {
        const tool = tools.find(({ functionName }) => functionName === call.name)
        let text = 'There is no such function.'
        if (call.name === HAND_OFF.name && context.handoff) {
          handoff = reasonIn(call)
          text = context.handoff.offline ? NOBODY_IS_THERE : THE_TEAM_IS_ASKED
        } else if (tool) {
          text =
            ++calls > MAX_CALLS
              ? 'No more calls are possible. Answer now.'
              : await callTool(context, tool, call)
        }
        messages.push({
          role: 'tool',
          callId: call.id,
          name: call.name,
          text: text.slice(0, MAX_RESULT_CHARACTERS),
        })
      }
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return answerAfterFailure(context, error, { ...partial, texts, handoff })
  }
  if (!grounded && texts.length === 0) texts.push(phrases[context.language].unknown)
  const blocks: Block[] = texts.flatMap((text) => replyBlocks(text, uiEngine))
  if (blocks.length === 0 && handoff === undefined)
    return { ok: false, reason: 'provider-error', detail: 'an empty reply', held: true }
  const sources = grounded
    ? sourcesOf(usedPassages(texts.join('\n'), asked.question, useful, retrieval.threshold))
    : []
  const asking = handoff === undefined ? {} : { handoff }
  return { ok: true, blocks, sources, modelId, ...used, grounded, ...asking }
}

/** What was streamed of a round that failed, and the tokens up to then. */
type Partial = { shown: string; used: { inputTokens: number; outputTokens: number } }

/**
 * What the visitor gets if no model could end the reply: half of it, saying so, if it is worth reading; else what the
 * knowledge says; else a failure.
 */
function answerAfterFailure(
  context: QuestionContext,
  error: ModelError,
  { shown, used, texts, handoff }: Partial & { texts: string[]; handoff: string | undefined },
): AnswerOutcome {
  const { modelId, document, language } = context
  const asking = handoff === undefined ? {} : { handoff }
  const said = [...texts, withoutMark(shown).text].filter((text) => text.trim() !== '')
  if (error.reason !== 'refused' && isHalfAnswer(said.join('\n'))) {
    const note = phrases[language].brokenOff
    context.streamText(`\n\n${note}`)
    const blocks = said.flatMap((text) => replyBlocks(text, document.vg_enableUIEngine !== false))
    return {
      ok: true,
      blocks: [...blocks, { type: 'text', text: note }],
      sources: [],
      modelId,
      ...used,
      grounded: true,
      ...asking,
    }
  }
  // Before the function, what the model said is kept in `texts` and was streamed with an empty line.
  context.takeBack(`${texts.map((text) => `${text}\n\n`).join('')}${shown}`)
  const known = error.reason === 'refused' ? undefined : answerWithoutModel(context)
  if (known?.grounded) return { ...builtInOutcome(context, known, whyFailed(modelId, error)), ...asking }
  const detail = error.detail === undefined ? {} : { detail: error.detail }
  return { ok: false, reason: error.reason, ...detail, held: true }
}

function whyFailed(modelId: string, error: ModelError): string {
  return faultAdvice(faultRecord(modelId, error))
}

/** The tokens of a reply that broke off, which no provider reported: nothing if nothing came. */
function withEstimate(
  used: { inputTokens: number; outputTokens: number },
  request: ModelRequest,
  text: string,
): { inputTokens: number; outputTokens: number } {
  if (text === '') return used
  const { inputTokens, outputTokens } = tokensUsed(request, text.length, {})
  return { inputTokens: used.inputTokens + inputTokens, outputTokens: used.outputTokens + outputTokens }
}

type ModelOutput = {
  text: string
  calls: ModelCall[]
  inputTokens: number
  outputTokens: number
  /** The part of the text that was streamed to the visitor. */
  shown: string
  firstMs?: number
  failed?: ModelError
}

async function readModel(
  models: Models,
  request: Parameters<Models['stream']>[0],
  uiEngine: boolean,
  { streamText, takeBack, tracer }: Pick<QuestionContext, 'streamText' | 'takeBack' | 'tracer'>,
): Promise<ModelOutput> {
  const output: ModelOutput = { text: '', calls: [], inputTokens: 0, outputTokens: 0, shown: '' }
  const beganAt = tracer.elapsed()
  const onRestart = () => {
    takeBack(output.shown)
    Object.assign(output, { text: '', calls: [], shown: '' })
  }
  try {
    for await (const part of models.stream({ ...request, onRestart })) {
      if (part.type === 'finish') {
        output.inputTokens = part.inputTokens
        output.outputTokens = part.outputTokens
        continue
      }
      output.firstMs ??= tracer.elapsed() - beganAt
      if (part.type === 'call') {
        output.calls.push({ id: part.id, name: part.name, input: part.input })
        continue
      }
      output.text += part.text
      const showable = Math.min(showableLength(output.text, uiEngine), unmarkedLength(output.text))
      if (showable <= output.shown.length) continue
      streamText(output.text.slice(output.shown.length, showable))
      output.shown = output.text.slice(0, showable)
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    output.failed = error
  }
  return output
}

async function callTool(context: QuestionContext, tool: AgentTool, call: ModelCall): Promise<string> {
  const values = objectIn(call.input)
  return values === undefined
    ? 'The arguments are not a JSON object. Call again with one.'
    : context.call(tool, values)
}

function reasonIn(call: ModelCall): string {
  const { reason } = objectIn(call.input) ?? {}
  return typeof reason === 'string' ? reason.slice(0, 500) : ''
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    return typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      isShallow(value, MOST_LEVELS_OF_ARGUMENTS)
      ? Object.fromEntries(Object.entries(value))
      : undefined
  } catch {
    return undefined
  }
}

/** Three characters a token rather overestimate. With tools the prompt is sent once per round. */
function maxPromptTokens(
  system: string,
  messages: readonly ModelMessage[],
  functions: readonly ModelFunction[],
): number {
  const withTools = functions.length > 0
  const before = system.length + (withTools ? JSON.stringify(functions).length : 0)
  const once = messages.reduce((sum, { text }) => sum + text.length, before) / 3
  return Math.ceil(withTools ? once * MAX_ROUNDS + (MAX_RESULT_CHARACTERS / 3) * (MAX_ROUNDS - 1) : once)
}

function answerWithoutModel(context: QuestionContext): BuiltInAnswer {
  const { request: asked, document, retrieval, language } = context
  const { ask } = flowPhrases[language]
  if (asked.pressed) return { text: ask, sources: [], grounded: true }
  if (context.unheard) return { text: unheardPhrases[language].unheard, sources: [], grounded: false }
  const given = { text: asked.question, language, retrieval }
  const found = asked.searched ? fromKnowledge(given) : undefined
  return found ?? answerBuiltIn({ ...given, facts: document.facts ?? '' })
}

/** Each page of a website counts as one source. */
function sourcesOf(items: RetrievedChunkView[]): CitedSource[] {
  const byPlace = new Map(items.map((item) => [`${item.sourceId} ${item.url ?? ''}`, citedSource(item)]))
  return [...byPlace.values()].slice(0, 3)
}
