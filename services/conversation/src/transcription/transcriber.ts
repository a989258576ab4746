/** What turns speech into text: the port, and whether an installation has one. */
import type { ModelCatalogue } from '@parley/contracts/models/catalogue.ts'

export type TranscribedAudio = {
  text: string
  /** The language that was spoken (ISO 639), if the model says so. */
  lang?: string
  /** How long it is by the provider's own account, if it gives one. */
  seconds?: number
}

export type Transcriber = {
  modelId: string
  /** Throws `ModelError`. */
  transcribe(audio: { bytes: Uint8Array; mimeType: string }): Promise<TranscribedAudio>
}

export type TranscriptionSettings = {
  TRANSCRIPTION_MODEL?: string | undefined
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  catalogue: ModelCatalogue
}

/** `missing`: what an operator has to set, in a sentence. */
export type DescribedTranscription =
  | { configured: true; modelId: string }
  | { configured: false; missing?: string }

/** As with other models: without a price, only a server that needs no key, and so bills nobody, is called. */
export function describeTranscription({
  TRANSCRIPTION_MODEL: modelId,
  OPENAI_API_KEY: apiKey,
  OPENAI_BASE_URL: baseUrl,
  catalogue,
}: TranscriptionSettings): DescribedTranscription {
  if (modelId === undefined) return { configured: false }
  if (apiKey === undefined && baseUrl === undefined)
    return { configured: false, missing: `${modelId} needs OPENAI_API_KEY or OPENAI_BASE_URL.` }
  const isFree = apiKey === undefined
  if (!isFree && catalogue.find(modelId)?.price.minute === undefined)
    return {
      configured: false,
      missing: `${modelId} has no price per minute. Have it added to the file that MODEL_CATALOGUE names.`,
    }
  return { configured: true, modelId }
}
