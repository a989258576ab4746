/**
 * Composes the reply to a message: by the flow, the model or the built-in answerer. Stores nothing; what has to be
 * stored besides the reply (tools called, fields captured, a request for a person) is returned.
 */

import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import { countryOfTimeZone } from '@parley/kernel/visitor-country.ts'
import { decisionsOn } from '../../approval/approvals.ts'
import { type ConversationState, textOf } from '../../conversation.decider.ts'
import { answerByDialog, DIALOG, isDialog } from '../../dialog/dialog.ts'
import type { DialogApi } from '../../dialog/dialog-api.ts'
import { type FindHandoffRules, withHandoffRules } from '../../handoff/handoff-rules.ts'
import type { Models } from '../../models/models.ts'
import { languageOf } from '../../phrases.ts'
import type { VoiceNotes } from '../../transcription/voice-notes.ts'
import { chosenIn } from '../../translation/block-words.ts'
import { openTranslating } from '../../translation/translating.ts'
import type { Translations } from '../../translation/translations.ts'
import { smallTalkIn } from '../../understanding/small-talk.ts'
import { hasFlow } from '../../visiting/first-messages.ts'
import type { Held } from '../charge/reply-hold.ts'
import { answerPersonRequest } from './answer-person-request.ts'
import type { AnswerRequest } from './answer-question.ts'
import { hasAnswer, type Retrieval } from './built-in-answerer.ts'
import {
  type GeneratedReply,
  type ToolCallRecord,
  type TranslatedMessage,
  translatedText,
  withOthers,
} from './generated-reply.ts'
import {
  type Generation,
  noCredits,
  openGeneration,
  type StepOutcome,
  traceOf,
  visitorVariables,
} from './generation.ts'
import { type Heard, hearVoiceNotes } from './hear-voice-notes.ts'
import { saidIn } from './prompt.ts'
import type { Tools } from './tools.ts'
import { createTracer } from './tracer.ts'

export type GenerateDeps = {
  models: Models
  /** The same without a second model that stands in; `models` unless told. */
  plainModels?: Models
  now?: () => number
  /** How long (ms) a call besides the reply may take: rewriting a question, extracting answers. */
  rewriteMs?: number
  /** Retrieves chunks of the agent's knowledge for a question, best first; scores and threshold from 0 to 1. */
  retrieve(
    tenant: string,
    agentId: string,
    question: string,
    /** `tags`: only sources that have one of them. `before`: the visitor's previous question. */
    options?: { tags?: readonly string[]; before?: string },
  ): Promise<Retrieval>
  tools?: Tools
  /** Replies for `vf` agents. */
  dialog?: DialogApi
  /** Translates the agent's messages into the visitor's language. */
  translations?: Translations
  /** The document with the texts of the prompts of the library that it refers to; by default as it is. */
  withPrompts?(tenant: string, document: AgentDocument): Promise<AgentDocument>
  /** By default, what the agent says alone. */
  handoffRules?: FindHandoffRules
  /** Credits that a model's tokens, or seconds of transcribed audio, cost. */
  costOf?: (used: { modelId: string; inputTokens: number; outputTokens: number; seconds?: number }) => number
  /** Without it, voice notes stay files. */
  voiceNotes?: VoiceNotes
}

export type GenerateRequest = {
  tenant: string
  agentId: string
  document: AgentDocument
  state: ConversationState
  /** The visitor's message to answer. */
  messageId: string
  /** The single messages of the visitor, if the message stands for several. */
  burst?: readonly MessageView[]
  /** Identifies the turn across retries, so that a tool recognises a repeated call. */
  turnId?: string
  /** Streams a piece of the reply. */
  streamText(text: string): void
  /** Takes back the end of what was streamed. */
  takeBack(text: string): void
  /** Aborts with an `Interruption`. */
  signal?: AbortSignal
  /** Called before an external system receives the question: later messages can't join the turn any more. */
  closeBurst?(): void
  /** Called before a third party's dialog is called: a message is not sent again after a crash. */
  dispatchDialog?(): Promise<void>
  /** Collects each call as it ends, so that it is recorded however the turn ends. */
  toolCalls: ToolCallRecord[]
  /** Collects the voice notes that were transcribed, so that they are recorded however the turn ends. */
  heard?: Heard
  /** Whether a member of the team is online; false by default. */
  teamOnline?(): Promise<boolean>
}

export type GenerateOutcome =
  | { ok: true; reply: GeneratedReply }
  | { ok: false; reason: ReplyFailure; detail?: string; held: boolean }

/** Holds credits before anything is said. */
export type HoldCredits = (request: {
  modelId: string
  promptTokens: number
  maxTokens: number
  /** Credits for what the turn spends besides the reply. */
  besides?: number
}) => Promise<Held>

/** A flow with more calls in one turn counts as an endless loop. */
const MAX_CALLS = 10

export async function generateReply(
  deps: GenerateDeps,
  asked: GenerateRequest,
  holdCredits: HoldCredits,
): Promise<GenerateOutcome> {
  const rules = await deps.handoffRules?.(asked.tenant, asked.agentId)
  const own = (await deps.withPrompts?.(asked.tenant, asked.document)) ?? asked.document
  const document = rules ? withHandoffRules(own, rules) : own
  const hearing = await hearVoiceNotes(deps, { ...asked, document }, holdCredits)
  if (!hearing) return noCredits
  const { request, hold } = hearing
  const { timeZone } = request.state.started ?? {}
  const country = timeZone === undefined ? undefined : await countryOfTimeZone(timeZone)
  const generation = openGeneration(deps, request, hold, country)
  const decisions = decisionsOn(request.state, request.messageId)
  if (decisions.length > 0) {
    const told = await generation.answerDecided(decisions)
    return told.ok ? { ok: true, reply: generation.reply() } : told
  }
  const requested = await answerPersonRequest(generation, request)
  if (requested) return requested.ok ? { ok: true, reply: generation.reply() } : requested
  if (isDialog(request.document)) return followDialog(deps, request, hold)
  if (!(await generation.translateQuestion())) return noCredits
  const ended = hasFlow(request.document) ? await followFlow(generation) : await answerWithoutFlow(generation)
  return ended.ok ? { ok: true, reply: generation.reply() } : ended
}

async function answerWithoutFlow(generation: Generation): Promise<StepOutcome> {
  const searched = await generation.search(generation.question)
  return searched.ok ? generation.answer({ question: generation.question }, searched.retrieval) : searched
}

/** Replies by the third party's dialog, which keeps its own state. */
async function followDialog(
  deps: GenerateDeps,
  request: GenerateRequest,
  hold: HoldCredits,
): Promise<GenerateOutcome> {
  const { document, state, messageId, streamText, signal } = request
  if (!deps.dialog)
    return { ok: false, reason: 'provider-error', detail: 'There is no dialog API.', held: false }
  const message = state.messages.find(({ id }) => id === messageId)
  if (!message) throw new Error('the message is gone')
  if (state.visitorMessages.find((one) => one.messageId === messageId)?.dispatched)
    return { ok: false, reason: 'provider-error', detail: 'It may have heard this before.', held: true }
  const tracer = createTracer(state.started?.channel === 'test-panel')
  const { tenant } = request
  const translating = openTranslating(deps, { tenant, document, lang: state.started?.lang, tracer })
  let held: Promise<Held> | undefined
  const begin = () => (held ??= hold({ modelId: DIALOG, promptTokens: 0, maxTokens: 0 }))
  let question = textOf(message) || saidIn(message)
  let translatedMessages: TranslatedMessage[] = []
  const chosen =
    translating && chosenIn(state, question, languageOf(request.document.lang, state.started?.lang))
  if (chosen) question = chosen
  else if (translating?.translatesVisitors) {
    if (!(await begin())) return noCredits
    translatedMessages = await translating.translateVisitor(request.burst ?? [message])
    question = translatedText(translatedMessages) || question
  }
  const outcome = await answerByDialog(deps.dialog, {
    document,
    state,
    question,
    known: visitorVariables(state),
    tracer,
    streamText: translating ? () => undefined : streamText,
    ...(signal ? { signal } : {}),
    dispatch: async () => request.dispatchDialog?.(),
    async begin() {
      const held = await begin()
      if (held) request.closeBurst?.()
      return held !== false
    },
  })
  if (!outcome.ok) return outcome
  const { reply } = outcome
  if (translating) {
    reply.blocks = await translating.translateAgent(reply.blocks)
    for (const block of reply.blocks) if (block.type === 'text') streamText(`${block.text}\n\n`)
    Object.assign(reply, withOthers(reply, [translating.spent]), { translatedMessages })
  }
  return { ok: true, reply: tracer.on ? { ...reply, trace: traceOf(tracer, reply) } : reply }
}

/** Advances the flow until it waits for the visitor, running the effects it asks for. */
async function followFlow(generation: Generation): Promise<StepOutcome> {
  let step = await generation.advanceByMessage()
  let retrieval: Retrieval | undefined
  let calls = 0
  for (;;) {
    const { follow } = step
    switch (follow.type) {
      case 'call': {
        if (++calls > MAX_CALLS) return generation.end()
        if (!(await generation.begin())) return noCredits
        const { outcome, result } = await generation.callByNode(follow.nodeId, follow.call)
        const input = follow.input === undefined ? {} : { input: follow.input }
        step = generation.advance({ type: 'called', ok: outcome === 'ok', result, ...input })
        break
      }
      case 'search': {
        // A second knowledge node would find nothing more than the first.
        if (retrieval) return generation.end()
        // Neither "ok" nor "thank you" is a question for the knowledge.
        const small = smallTalkIn(follow.question)
        if (small) {
          const replied = await generation.answer({ question: follow.question }, nothingSearched.retrieval)
          if (!replied.ok) return replied
          step = generation.advance({ type: 'answered', to: small })
          break
        }
        const searched = await generation.search(follow.question, follow.tags)
        if (!searched.ok) return searched
        retrieval = searched.retrieval
        if (!hasAnswer(retrieval)) {
          step = generation.advance({ type: 'not-found', text: follow.question })
          break
        }
        const answerRequest = {
          question: follow.question,
          searched: true,
          ...knowledgeModel(generation.document),
        }
        const answered = await generation.answer(answerRequest, retrieval)
        if (!answered.ok) return answered
        step = generation.advance({ type: 'answered' })
        break
      }
      case 'answer': {
        const { type: _, ...answerRequest } = follow
        const searched = retrieval
          ? ({ ok: true, retrieval } as const)
          : answerRequest.pressed
            ? nothingSearched
            : await generation.search(answerRequest.question)
        if (!searched.ok) return searched
        const answered = await generation.answer(answerRequest, searched.retrieval)
        if (!answered.ok) return answered
        // What the flow asked before the visitor's question is asked again, unless a person is to answer.
        if (!generation.isHandedOff()) {
          const to = smallTalkIn(answerRequest.question)
          const after = generation.advance({ type: 'answered', unknown: generation.isUnknown(), to })
          if (after.follow.type === 'person') await generation.handOff({ by: 'model' })
        }
        return generation.end()
      }
      case 'person':
        if (!(await generation.handOff({ by: 'visitor' }))) generation.advance({ type: 'answered' })
        return generation.end()
      case 'handoff':
        await generation.handOffByNode(follow.note)
        return generation.end()
      case 'wait':
        return generation.end()
    }
  }
}

const nothingSearched: { ok: true; retrieval: Retrieval } = {
  ok: true,
  retrieval: { items: [], threshold: 1 },
}

function knowledgeModel(document: AgentDocument): Omit<AnswerRequest, 'question'> {
  const { searchPrompt, modelId, temperature, maxTokens } = document.vg_kb_llm ?? {}
  return {
    ...(searchPrompt ? { prompt: searchPrompt } : {}),
    ...(modelId ? { modelId } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  }
}
