/**
 * Composes the reply to a message: by the flow, the model or the built-in answerer. Stores nothing; what has to be
 * stored besides the reply (tools called, fields captured, a request for a person) is returned.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { type ConversationState, type FailureReason, textOf } from '../conversation.decider.ts'
import { answerByDialog, DIALOG, isDialog } from '../dialog/dialog.ts'
import type { DialogApi } from '../dialog/dialog-api.ts'
import type { Models } from '../models/models.ts'
import type { Tools } from '../replying/tools.ts'
import { chosenIn } from '../translation/block-words.ts'
import { openTranslating } from '../translation/translating.ts'
import type { Translations } from '../translation/translations.ts'
import { hasFlow } from '../visiting/first-messages.ts'
import type { ExtractAnswer, Retrieval } from './built-in-answerer.ts'
import { asHeard, type Composed, type Heard, type ToolCallRecord, withTranslation } from './composed.ts'
import { type Ended, knownOf, noCredits, openTurn, type Turn, traced } from './composing-turn.ts'
import { saidIn } from './prompt.ts'
import type { Asked } from './telling.ts'
import { createTracer } from './tracing.ts'

export type { Composed } from './composed.ts'

export type ReplyingDeps = {
  models: Models
  /** Retrieves chunks of the agent's knowledge for a question, best first; scores and threshold from 0 to 1. */
  retrieve(
    tenant: string,
    agentId: string,
    question: string,
    /** Limits the search to sources that have one of these tags. */
    options?: { tags?: readonly string[] },
  ): Promise<Retrieval>
  extractAnswer: ExtractAnswer
  tools?: Tools
  /** Replies for `vf` agents. */
  dialog?: DialogApi
  /** Translates the agent's messages into the visitor's language. */
  translations?: Translations
  /** Credits that a model's tokens cost. */
  costOf?: (used: { modelId: string; inputTokens: number; outputTokens: number }) => number
}

export type Composing = {
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
  say(text: string): void
  /** Aborts with an `Interruption`. */
  signal?: AbortSignal
  /** Called before an external system receives the question: later messages can't join the turn any more. */
  closeBurst?(): void
  /** Called before a third party's dialog is called: a message is not sent again after a crash. */
  dispatchDialog?(): Promise<void>
  /** Collects each call as it ends, so that it is recorded however the turn ends. */
  toolCalls: ToolCallRecord[]
}

export type Outcome =
  | { ok: true; reply: Composed }
  | { ok: false; reason: FailureReason; detail?: string; held: boolean }

/** Holds credits before anything is said; false if there are none. */
export type Hold = (request: { modelId: string; promptTokens: number; maxTokens: number }) => Promise<boolean>

/** A flow with more calls in one turn counts as an endless loop. */
const MAX_CALLS = 10

export async function composeReply(deps: ReplyingDeps, composing: Composing, hold: Hold): Promise<Outcome> {
  if (isDialog(composing.document)) return followDialog(deps, composing, hold)
  const turn = openTurn(deps, composing, hold)
  if (!(await turn.hear())) return noCredits
  const ended = hasFlow(composing.document) ? await followFlow(turn) : await answerFreely(turn)
  return ended.ok ? { ok: true, reply: turn.reply() } : ended
}

async function answerFreely(turn: Turn): Promise<Ended> {
  const searched = await turn.search(turn.question)
  return searched.ok ? turn.answer({ question: turn.question }, searched.retrieval) : searched
}

/** Replies by the third party's dialog, which keeps its own state. */
async function followDialog(deps: ReplyingDeps, composing: Composing, hold: Hold): Promise<Outcome> {
  const { document, state, messageId, say, signal } = composing
  if (!deps.dialog)
    return { ok: false, reason: 'provider-error', detail: 'There is no dialog API.', held: false }
  const message = state.messages.find(({ id }) => id === messageId)
  if (!message) throw new Error('the message is gone')
  if (state.asked.find((one) => one.messageId === messageId)?.told)
    return { ok: false, reason: 'provider-error', detail: 'It may have heard this before.', held: true }
  const tracer = createTracer(state.started?.channel === 'test-panel')
  const { tenant } = composing
  const translating = openTranslating(deps, { tenant, document, lang: state.started?.lang, tracer })
  let held: Promise<boolean> | undefined
  const begin = () => (held ??= hold({ modelId: DIALOG, promptTokens: 0, maxTokens: 0 }))
  let question = textOf(message) || saidIn(message)
  let heard: Heard[] = []
  const chosen = translating && chosenIn(state, question)
  if (chosen) question = chosen
  else if (translating?.hears) {
    if (!(await begin())) return noCredits
    heard = await translating.hear(composing.burst ?? [message])
    question = asHeard(heard) || question
  }
  const outcome = await answerByDialog(deps.dialog, {
    document,
    state,
    question,
    known: knownOf(state),
    tracer,
    say: translating ? () => undefined : say,
    ...(signal ? { signal } : {}),
    tell: async () => composing.dispatchDialog?.(),
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
    Object.assign(reply, withTranslation(reply, translating.spent), { heard })
  }
  return { ok: true, reply: tracer.on ? { ...reply, trace: traced(tracer, reply) } : reply }
}

/** Advances the flow until it waits for the visitor, running the effects it asks for. */
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
        // A second knowledge node would find nothing more than the first.
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
