import { createCatalogue } from '@parley/contracts/models/catalogue.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { ModelError } from '../models/model-error.ts'
import { oggOf } from './audio-double.ts'
import { type OpenAiTranscriberOptions, openAiTranscriber } from './openai-transcriber.ts'
import { describeTranscription } from './transcriber.ts'
import {
  doubleTranscript,
  startTranscriptionDouble,
  type TranscriptionBehaviour,
  type TranscriptionDoubleOptions,
} from './transcription-double.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const audio = { bytes: oggOf(2), mimeType: 'audio/ogg' }

async function open(given: TranscriptionDoubleOptions = {}, more: Partial<OpenAiTranscriberOptions> = {}) {
  const double = await startTranscriptionDouble(given)
  closing.push(double.stop)
  const calls: { outcome: string }[] = []
  const transcriber = openAiTranscriber({
    ...{ modelId: 'whisper-1', apiKey: 'sk-secret', baseUrl: double.url, retryPauseMs: 1 },
    onCall: (call) => calls.push(call),
    ...more,
  })
  return { double, calls, transcriber }
}

describe('a transcription', () => {
  it('sends the recording as the protocol says, and returns text, language and length', async () => {
    const { double, calls, transcriber } = await open()
    expect(await transcriber.transcribe(audio)).toEqual({ text: doubleTranscript, lang: 'en', seconds: 2 })
    const [request] = double.requests
    expect(request).toMatchObject({
      authorization: 'Bearer sk-secret',
      fields: { model: 'whisper-1', response_format: 'verbose_json' },
      file: { name: 'audio.ogg', type: 'audio/ogg' },
    })
    expect(request?.file?.bytes.equals(audio.bytes)).toBe(true)
    expect(calls).toMatchObject([{ outcome: 'ok' }])
  })

  it('needs neither language nor length, nor a key', async () => {
    const { double, transcriber } = await open({}, { modelId: 'own/whisper', apiKey: undefined })
    expect(await transcriber.transcribe(audio)).toEqual({ text: doubleTranscript })
    expect(double.requests[0]?.fields.model).toBe('own/whisper')
  })

  it('has a text of bounded length without broken characters', async () => {
    const { transcriber } = await open({ say: () => ({ text: ` a${'😀'.repeat(20_000)}`, duration: -1 }) })
    const { text, seconds } = await transcriber.transcribe(audio)
    expect(text.length).toBeLessThanOrEqual(20_000)
    expect(text.isWellFormed()).toBe(true)
    expect(seconds).toBeUndefined()
  })

  it.each<[string, TranscriptionBehaviour, object, number]>([
    ['a wrong key', { status: 401, code: 'invalid_api_key' }, { fault: 'wrong-key' }, 1],
    ['a used-up quota', { status: 429, code: 'insufficient_quota' }, { fault: 'quota' }, 1],
    ['too many requests', 429, { fault: 'rate-limited', reason: 'rate-limited' }, 2],
    ['a long wait', { status: 429, headers: { 'retry-after': '60' } }, { fault: 'rate-limited' }, 1],
    [
      'a format that it does not take',
      { status: 400, code: 'unsupported_format' },
      { fault: 'request-refused' },
      1,
    ],
    ['an unknown model', { status: 404, code: 'model_not_found' }, { fault: 'model-not-found' }, 1],
    ['a fault of its own', 503, { fault: 'server-error' }, 2],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, {}, 1],
    ['what is no JSON', 'garbage', { fault: 'unusable-answer' }, 2],
    ['JSON of another shape', 'wrong-shape', { fault: 'unusable-answer' }, 2],
    ['a connection that is cut', 'cut', {}, 2],
    ['an answer without end', 'endless', { fault: 'unusable-answer' }, 2],
  ])('fails with %s, without the provider’s words', async (_, behaviour, about, requests) => {
    const { double, calls, transcriber } = await open({ behaviour })
    const error = await transcriber.transcribe(audio).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject(about)
    expect(String(error)).not.toContain('sk-secret')
    expect(double.requests).toHaveLength(requests)
    expect(calls).toHaveLength(1)
  })

  it('fails if nobody answers in time, or nobody is there', async () => {
    const hanging = await open({ behaviour: 'hang' }, { wholeMs: 50 })
    await expect(hanging.transcriber.transcribe(audio)).rejects.toMatchObject({ fault: 'time-out' })
    const gone = await open({}, { baseUrl: 'http://127.0.0.1:1/v1' })
    await expect(gone.transcriber.transcribe(audio)).rejects.toMatchObject({ fault: 'unreachable' })
  })

  it('succeeds at the second attempt after what passes', async () => {
    const { double, transcriber } = await open({ behaviour: (nth) => (nth === 0 ? 503 : 'normal') })
    expect(await transcriber.transcribe(audio)).toMatchObject({ text: doubleTranscript })
    expect(double.requests).toHaveLength(2)
  })
})

describe('an installation', () => {
  const catalogue = createCatalogue()
  it.each<[Parameters<typeof describeTranscription>[0], object]>([
    [{ catalogue, OPENAI_API_KEY: 'k' }, { configured: false }],
    [
      { catalogue, TRANSCRIPTION_MODEL: 'whisper-1' },
      { configured: false, missing: expect.stringContaining('OPENAI_API_KEY') },
    ],
    [
      { catalogue, TRANSCRIPTION_MODEL: 'whisper-1', OPENAI_API_KEY: 'k' },
      { configured: true, modelId: 'whisper-1' },
    ],
    [
      { catalogue, TRANSCRIPTION_MODEL: 'unknown', OPENAI_API_KEY: 'k' },
      { configured: false, missing: expect.stringContaining('no price') },
    ],
    [
      { catalogue, TRANSCRIPTION_MODEL: 'gpt-4o', OPENAI_API_KEY: 'k' },
      { configured: false, missing: expect.stringContaining('no price') },
    ],
    [
      { catalogue, TRANSCRIPTION_MODEL: 'unknown', OPENAI_BASE_URL: 'http://localhost:9/v1' },
      { configured: true, modelId: 'unknown' },
    ],
  ])('transcribes only with a model, an address or key, and a price', (settings, described) => {
    expect(describeTranscription(settings)).toEqual(described)
  })
})
