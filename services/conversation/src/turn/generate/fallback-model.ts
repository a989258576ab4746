/**
 * Models for one turn. If the agent's model fails for good, the fallback model is called; if it fails in the middle of a
 * reply, the fallback model begins it again. A stopped turn ends with the text so far.
 */
import type { ModelFaultRecord } from '@parley/contracts/conversation/model-faults.ts'
import { faultRecord, ModelError } from '../../models/model-error.ts'
import type { ModelPart, ModelRequest, Models } from '../../models/models.ts'
import { Interrupted } from '../run/interruption.ts'

export type ModelsWithFallback = Models & {
  /** The id of the fallback model, if it was used. */
  fallbackUsed(): string | undefined
  /** The first failure, for the agent's owner. */
  fault(): ModelFaultRecord | undefined
}

/** Approximate characters per token, for a reply that is stopped before its provider reports its tokens. */
const CHARACTERS_PER_TOKEN = 4

export function withFallbackModel(
  models: Models,
  turn: { signal: AbortSignal; fallbackModelId?: string },
): ModelsWithFallback {
  let usedFallbackId: string | undefined
  let firstFault: ModelFaultRecord | undefined

  return {
    ...models,
    fallbackUsed: () => usedFallbackId,
    fault: () => firstFault,
    async *stream(request) {
      const first = usedFallbackId === undefined ? request : { ...request, modelId: usedFallbackId }
      let spoken = false
      try {
        for await (const part of untilInterrupted(models, first, turn.signal)) {
          spoken = true
          yield part
        }
      } catch (error) {
        const second = turn.fallbackModelId
        if (!(error instanceof ModelError)) throw error
        firstFault ??= faultRecord(first.modelId, error)
        if ((spoken && !request.onRestart) || error.reason === 'refused') throw error
        if (!second || second === first.modelId || !models.describe(second).configured) throw error
        usedFallbackId = second
        if (spoken) request.onRestart?.()
        yield* untilInterrupted(models, { ...request, modelId: second }, turn.signal)
      }
    },
  }
}

async function* untilInterrupted(
  models: Models,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  let outputCharacters = 0
  try {
    signal.throwIfAborted()
    for await (const part of models.stream({ ...request, signal })) {
      if (part.type === 'text') outputCharacters += part.text.length
      yield part
      if (part.type !== 'finish') signal.throwIfAborted()
    }
  } catch (error) {
    if (!signal.aborted) throw error
    if (signal.reason !== 'stopped') throw new Interrupted(signal.reason)
    const sent = request.messages.reduce((sum, { text }) => sum + text.length, request.system.length)
    const tokens = (characters: number) => Math.ceil(characters / CHARACTERS_PER_TOKEN)
    yield { type: 'finish', inputTokens: tokens(sent), outputTokens: tokens(outputCharacters) }
  }
}
