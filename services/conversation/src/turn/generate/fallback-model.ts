/**
 * Models for one turn. If the agent's model fails for good before its first output, the fallback model is called. A
 * stopped turn ends with the text so far.
 */
import { ModelError } from '../../models/model-error.ts'
import type { ModelPart, ModelRequest, Models } from '../../models/models.ts'
import { Interrupted } from '../run/interruption.ts'

export type ModelsWithFallback = Models & {
  /** The id of the fallback model, if it was used. */
  fallbackUsed(): string | undefined
}

/** Approximate characters per token, for a reply that is stopped before its provider reports its tokens. */
const CHARACTERS_PER_TOKEN = 4

export function withFallbackModel(
  models: Models,
  turn: { signal: AbortSignal; fallbackModelId?: string },
): ModelsWithFallback {
  let usedFallbackId: string | undefined

  return {
    ...models,
    fallbackUsed: () => usedFallbackId,
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
        if (spoken || !(error instanceof ModelError) || error.reason === 'refused') throw error
        if (!second || second === first.modelId || !models.describe(second).configured) throw error
        usedFallbackId = second
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
