/**
 * `vf` agents: the third party's dialog replies instead of a flow or a model. The dialog's state is kept there; stored
 * here are whether it was started and what its last buttons stand for.
 *
 * A visitor's message is sent at most once. The API has no idempotency key, so it can't tell a repetition from
 * something said twice, and its state endpoint returns the position in the dialog, not the answer; sent again, a
 * message could order a second loaf. So `DialogDispatched` is recorded first, and if a crash leaves it without a reply,
 * the visitor is told so and decides whether to repeat the message.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import {
  type DialogState,
  MOST_OF_ALL_CHOICES,
  MOST_TOLD,
  type StoredFlow,
} from '@parley/contracts/conversation/flow-state.ts'
import type { ConversationState } from '../conversation.decider.ts'
import { handoffPhrases } from '../handoff/handoff-phrases.ts'
import { languageOf, phrases, plain } from '../phrases.ts'
import type { GenerateOutcome } from '../turn/generate/generate-reply.ts'
import type { GeneratedReply } from '../turn/generate/generated-reply.ts'
import type { Tracer } from '../turn/generate/tracer.ts'
import { Interrupted } from '../turn/run/interruption.ts'
import type { DialogAction, DialogApi, DialogFailure, DialogSeat } from './dialog-api.ts'
import { type DialogChoice, readTraces } from './traces.ts'

/** The model id under which its replies are metered. */
export const DIALOG = 'vf'

export function isDialog({ agentPlatform }: AgentDocument): boolean {
  return agentPlatform === 'vf'
}

/** The dialog's greeting for a new conversation; undefined if it is not available in time. */
export async function openDialog(
  dialog: DialogApi,
  document: AgentDocument,
  conversationId: string,
): Promise<{ blocks: Block[]; state: StoredFlow } | undefined> {
  const seat = seatOf(document, conversationId, AbortSignal.timeout(GREETING_MS))
  const answered = seat && (await dialog.interact(seat, launch))
  if (!answered?.ok) return undefined
  const { blocks, choices, ended } = readTraces(answered.traces)
  return { blocks, state: { dialog: { choices: withinRoom(choices), ended } } }
}

/** Short, because the visitor waits for the chat to open. */
const GREETING_MS = 5_000

export type DialogTurn = {
  document: AgentDocument
  state: ConversationState
  /** What the visitor said. */
  question: string
  /** Known data of the visitor, by the names of the dialog's variables. */
  known: Readonly<Record<string, string>>
  tracer: Tracer
  signal?: AbortSignal
  /** Holds credits; false if there are none. */
  begin(): Promise<boolean>
  /** Called before the visitor's message is sent. */
  dispatch(): Promise<void>
  streamText(text: string): void
}

export async function answerByDialog(dialog: DialogApi, turn: DialogTurn): Promise<GenerateOutcome> {
  const { document, state, question, signal, tracer } = turn
  const { conversationId = '', lang } = state.started ?? {}
  const seat = seatOf(document, conversationId, signal)
  if (!seat)
    return { ok: false, reason: 'provider-error', detail: 'The dialog API has no key yet.', held: false }
  if (!(await turn.begin())) return { ok: false, reason: 'no-credits', held: false }

  const before = dialogIn(state.flow)
  const actions: DialogAction[] = before && !before.ended ? [] : [launch]
  actions.push(actionOf(question, before?.choices ?? []))
  const variables = shortened(turn.known)
  const news = Object.keys(variables).length > 0 && !isDeepStrictEqual(variables, before?.variables)
  const blocks: Block[] = []
  /** Newest first: of two with the same label, the newer one is chosen. */
  let choices: DialogChoice[] = []
  let ended = false
  let asked: string | undefined
  for (const [nth, action] of actions.entries()) {
    // A launch clears the dialog's variables, so they are set after it.
    const last = nth === actions.length - 1
    if (last && news) await dialog.setVariables(seat, variables)
    if (last) await turn.dispatch()
    const done = tracer.begin()
    const answered = await dialog.interact(seat, action)
    const traces = answered.ok ? answered.traces.map(({ type }) => type) : []
    const failed = answered.ok ? {} : { failed: answered.detail }
    done({ type: 'dialog', request: JSON.stringify(action, null, 2), traces, ...failed })
    if (!answered.ok) return failure(answered, signal)
    const read = readTraces(answered.traces)
    asked ??= read.handoff
    ended = read.ended
    choices = [...read.choices, ...choices]
    blocks.push(...read.blocks)
    for (const block of read.blocks) if (block.type === 'text') turn.streamText(`${block.text}\n\n`)
  }
  // A dialog knows nothing of the settings: nobody is promised a person where nobody can be asked for.
  const handoff = document.enableHumanHandoff ? asked : undefined
  if (blocks.length === 0) {
    if (asked === undefined && !ended)
      return { ok: false, reason: 'provider-error', detail: 'It has nothing to say.', held: true }
    const language = languageOf(document.lang, lang)
    const text =
      handoff !== undefined
        ? phrases[language].handoff
        : asked !== undefined
          ? handoffPhrases[language].none
          : phrases[language].goodbye
    turn.streamText(text)
    blocks.push({ type: 'text', text })
  }
  const flow: StoredFlow = { dialog: { choices: withinRoom(choices), ended, variables } }
  const reply: GeneratedReply = {
    blocks,
    flow,
    sources: [],
    modelId: DIALOG,
    inputTokens: 0,
    outputTokens: 0,
    grounded: true,
    ...(handoff === undefined ? {} : { handoff: { by: 'node', ...(handoff ? { note: handoff } : {}) } }),
  }
  return { ok: true, reply }
}

const launch: DialogAction = { type: 'launch' }

/** The user id is the conversation's: two visitors never share a dialog, and the third party learns no name from it. */
function seatOf(
  { vfSettings }: AgentDocument,
  conversationId: string,
  signal: AbortSignal | undefined,
): DialogSeat | undefined {
  const { apiKey, versionID } = vfSettings ?? {}
  if (!apiKey) return undefined
  return {
    apiKey,
    userId: conversationId,
    ...(versionID ? { versionID } : {}),
    ...(signal ? { signal } : {}),
  }
}

/** The request of a button whose label was said; otherwise the text. */
function actionOf(question: string, choices: readonly DialogChoice[]): DialogAction {
  const said = plain(question)
  const chosen =
    choices.find(({ label }) => label === question) ??
    choices.find(({ label }) => said !== '' && plain(label) === said)
  return chosen?.action ?? { type: 'text', payload: question }
}

function failure({ reason, detail }: DialogFailure, signal: AbortSignal | undefined): GenerateOutcome {
  if (signal?.aborted && signal.reason !== 'stopped') throw new Interrupted(signal.reason)
  return { ok: false, reason: reason === 'cancelled' ? 'provider-error' : reason, detail, held: true }
}

/** Undefined if the dialog was not started, or its state is erased. */
function dialogIn(stored: StoredFlow | undefined): DialogState | undefined {
  return stored !== undefined && 'dialog' in stored ? stored.dialog : undefined
}

/** Leaves out choices for which there is no room; their label is sent as a text. */
function withinRoom(choices: readonly DialogChoice[]): DialogChoice[] {
  let left = MOST_OF_ALL_CHOICES - '[]'.length
  return choices.filter((choice) => {
    const characters = JSON.stringify(choice).length + ','.length
    if (characters > left) return false
    left -= characters
    return true
  })
}

function shortened(known: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(known).map(([name, text]) => [name, text.slice(0, MOST_TOLD)]))
}
