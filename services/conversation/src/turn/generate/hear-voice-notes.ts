/** What the visitor says in voice notes, before the agent understands the message: transcribed, and paid for with the reply. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type MessageView, withTranscript } from '@parley/contracts/conversation/blocks.ts'
import type { ModelFaultRecord } from '@parley/contracts/conversation/model-faults.ts'
import { waitingMessages } from '../../conversation.decider.ts'
import { DIALOG, isDialog } from '../../dialog/dialog.ts'
import { faultRecord, ModelError } from '../../models/model-error.ts'
import { defaultModelId, type ModelMessage } from '../../models/models.ts'
import type { HeardNote } from '../../transcription/transcripts.decider.ts'
import type { VoiceNote } from '../../transcription/voice-notes.ts'
import type { Credits } from '../charge/credits.ts'
import type { Held } from '../charge/reply-hold.ts'
import { Interrupted } from '../run/interruption.ts'
import { BUILT_IN } from './built-in-answerer.ts'
import type { GenerateDeps, GenerateRequest, HoldCredits } from './generate-reply.ts'
import { maxRequest } from './generation.ts'
import { historyFor } from './prompt.ts'

/** What was heard in a turn, however it ends. `fault`: why a voice note was not. */
export type Heard = { notes: HeardNote[]; fault?: ModelFaultRecord }

/** Nobody says more tokens in a second. */
const TOKENS_OF_SECOND = 10

/**
 * Returns the request with the transcripts, and a hold that includes their cost; undefined if there are no credits for
 * them. A voice note that can't be transcribed stays a file.
 */
export async function hearVoiceNotes(
  { models, voiceNotes, costOf = () => 0 }: Pick<GenerateDeps, 'models' | 'voiceNotes' | 'costOf'>,
  request: GenerateRequest,
  hold: HoldCredits,
): Promise<{ request: GenerateRequest; hold: HoldCredits } | undefined> {
  const { tenant, state, document, messageId, heard = { notes: [] } } = request
  const conversationId = state.started?.conversationId
  if (!voiceNotes || conversationId === undefined) return { request, hold }
  const of = { tenant, conversationId }
  const asked = request.burst ?? state.messages.filter(({ id }) => id === messageId)
  const notes = await voiceNotes.find(of, asked)
  if (notes.length === 0) return { request, hold }

  const waiting = new Set(waitingMessages(state).map((one) => one.messageId))
  const size = sizeOfReply(models, document, historyFor(state.messages, messageId, waiting))
  const seconds = notes.reduce((sum, note) => sum + note.seconds, 0)
  // Once for the whole turn: what is held later for the reply is part of it.
  const held: Held = await hold({
    ...size,
    promptTokens: size.promptTokens + seconds * TOKENS_OF_SECOND,
    besides: transcriptionCost(
      { costOf },
      notes.map((note) => ({ ...note, modelId: voiceNotes.modelId })),
    ),
  })
  if (!held) return undefined

  for (const note of notes) {
    const { signal } = request
    try {
      const one = await untilInterrupted(voiceNotes.hear(of, note), signal)
      if (one) heard.notes.push(one)
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      heard.fault ??= faultRecord(voiceNotes.modelId, error)
    }
    if (signal?.aborted) break
  }
  return { request: { ...request, ...withTranscripts(request, heard.notes) }, hold: async () => held }
}

/** Before it is known what the message asks for: of the first of the agent's models that is there. */
function sizeOfReply(
  models: GenerateDeps['models'],
  document: AgentDocument,
  history: readonly ModelMessage[],
): Parameters<HoldCredits>[0] {
  if (isDialog(document)) return { modelId: DIALOG, promptTokens: 0, maxTokens: 0 }
  const ofNodes = (document.nodes ?? []).flatMap((node) =>
    node.type === 'ai' && node.modelId ? [node.modelId] : [],
  )
  const modelId = [document.vg_defaultModel || defaultModelId, ...ofNodes].find(
    (one) => models.describe(one).configured,
  )
  if (modelId === undefined) return { modelId: BUILT_IN, promptTokens: 0, maxTokens: 0 }
  return maxRequest(document, modelId, history)
}

/** Credits for voice notes, each by the second. */
export function transcriptionCost(
  { costOf }: { costOf: Credits['costOf'] },
  notes: readonly Pick<HeardNote & VoiceNote, 'modelId' | 'seconds'>[],
): number {
  const thousandths = notes.map(({ modelId, seconds }) =>
    Math.round(costOf({ modelId, inputTokens: 0, outputTokens: 0, seconds }) * 1_000),
  )
  return thousandths.reduce((sum, cost) => sum + cost, 0) / 1_000
}

/** The transcription itself goes on: the turn that begins again waits for the same one. */
async function untilInterrupted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  if (!signal) return work
  const interrupted = Promise.withResolvers<undefined>()
  const interrupt = () => {
    if (signal.reason === 'stopped') interrupted.resolve(undefined)
    else interrupted.reject(new Interrupted(signal.reason))
  }
  if (signal.aborted) interrupt()
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    return await Promise.race([work, interrupted.promise])
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
}

function withTranscripts({ state, burst }: GenerateRequest, notes: readonly HeardNote[]) {
  const heard = (message: MessageView): MessageView => {
    let { blocks } = message
    for (const { fileId, text, lang, seconds } of notes)
      blocks = withTranscript(blocks, fileId, { text, seconds, ...(lang === undefined ? {} : { lang }) })
    return { ...message, blocks }
  }
  return {
    state: { ...state, messages: state.messages.map(heard) },
    ...(burst ? { burst: burst.map(heard) } : {}),
  }
}
