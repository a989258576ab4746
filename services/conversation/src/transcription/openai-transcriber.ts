/**
 * Transcribes by `POST /v1/audio/transcriptions` of OpenAI or of a server that speaks the same protocol, through the AI
 * SDK's provider, which is loaded with the first voice note.
 */
import type { IncomingMessage } from 'node:http'
import { pause } from '@parley/kernel/pause.ts'
import { createDeadlines } from '../models/deadlines.ts'
import { isTemporary, ModelError, toModelError } from '../models/model-error.ts'
import { requestStream } from '../models/streaming-fetch.ts'
import type { TranscribedAudio, Transcriber } from './transcriber.ts'

export type OpenAiTranscriberOptions = {
  modelId: string
  apiKey?: string | undefined
  /** Without it, OpenAI's own. */
  baseUrl?: string | undefined
  /** Longest time of one request, in ms. */
  wholeMs?: number
  /** Wait before the second attempt in ms, unless the provider says another. */
  retryPauseMs?: number
  onCall?:
    | ((call: { provider: string; modelId: string; outcome: string; tookMs: number }) => void)
    | undefined
}

/** A server of one's own often needs no key, but the SDK does. */
const NO_KEY = 'none'
const TRIES = 2
/** The visitor waits for the reply meanwhile. */
const LONGEST_WAIT_MS = 3_000
const MOST_ANSWER_BYTES = 1024 * 1024
/** Of a transcript: what nobody says in the longest voice note. */
export const MOST_OF_TRANSCRIPT = 20_000

export function openAiTranscriber(options: OpenAiTranscriberOptions): Transcriber {
  const { modelId, apiKey = NO_KEY, baseUrl, wholeMs = 30_000, retryPauseMs = 300, onCall } = options
  let loading: ReturnType<typeof load> | undefined

  return {
    modelId,
    async transcribe(audio) {
      const startedAt = performance.now()
      let outcome = 'ok'
      try {
        return await patiently(audio)
      } catch (error) {
        const fault = toModelError(error)
        outcome = fault.reason
        throw fault
      } finally {
        onCall?.({ provider: 'openai', modelId, outcome, tookMs: performance.now() - startedAt })
      }
    },
  }

  async function patiently(audio: { bytes: Uint8Array; mimeType: string }): Promise<TranscribedAudio> {
    for (let tries = 1; ; tries++) {
      try {
        return await once(audio)
      } catch (error) {
        const fault = toModelError(error)
        const wait = fault.retryAfterMs ?? retryPauseMs
        if (tries === TRIES || wait > LONGEST_WAIT_MS || !isTemporary(fault)) throw fault
        await pause(wait, undefined)
      }
    }
  }

  async function once({ bytes, mimeType }: { bytes: Uint8Array; mimeType: string }) {
    loading ??= load()
    const model = await loading
    const deadlines = createDeadlines({ silenceMs: wholeMs, wholeMs })
    try {
      const answer = await deadlines.within(
        model.doGenerate({ audio: bytes, mediaType: mimeType, abortSignal: deadlines.signal }),
      )
      return checked(answer)
    } finally {
      deadlines.end(false)
    }
  }

  async function load() {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ apiKey, baseURL: baseUrl, fetch: formFetch }).transcription(modelId)
  }
}

function checked(answer: {
  text: string
  language: string | undefined
  durationInSeconds: number | undefined
}): TranscribedAudio {
  const { text, language, durationInSeconds: seconds = 0 } = answer
  return {
    text: text.trim().slice(0, MOST_OF_TRANSCRIPT).toWellFormed(),
    ...(language !== undefined && /^[a-z]{2,3}$/.test(language) ? { lang: language } : {}),
    ...(Number.isFinite(seconds) && seconds > 0 ? { seconds } : {}),
  }
}

/** As in `streamingFetch`, for a form with a file. Reads no answer that is no transcript. */
const formFetch: typeof fetch = async (input, { method = 'POST', headers, body, signal } = {}) => {
  const form = new Response(body)
  const incoming = await requestStream(new URL(input instanceof Request ? input.url : input), {
    method,
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      'content-type': form.headers.get('content-type') ?? '',
    },
    body: Buffer.from(await form.arrayBuffer()),
    signal,
  })
  const { statusCode: status = 502 } = incoming
  const after = incoming.headers['retry-after']
  const told = {
    'content-type': 'application/json',
    ...(after === undefined ? {} : { 'retry-after': after }),
  }
  return new Response(await wholeOf(incoming), { status, headers: told })
}

async function wholeOf(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming) {
    bytes += part.length
    if (bytes > MOST_ANSWER_BYTES) throw new ModelError('provider-error', 'the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
