/**
 * Calls language models through the AI SDK's providers, each loaded on first use. The providers are streamed directly
 * (`doStream`); the SDK's `streamText` around them takes 2 ms of a core per reply, more than a whole turn may cost.
 */

import type {
  JSONObject,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
} from '@ai-sdk/provider'
import { modelFields } from '@parley/contracts/agent/fields/model.ts'
import { pause } from '@parley/kernel/pause.ts'
import { createDeadlines } from './deadlines.ts'
import { isTemporary, ModelError, toModelError } from './model-error.ts'
import { streamingFetch } from './streaming-fetch.ts'

export type ModelKeys = {
  OPENAI_API_KEY?: string
  OPENAI_BASE_URL?: string
  ANTHROPIC_API_KEY?: string
  ANTHROPIC_BASE_URL?: string
  GOOGLE_GENERATIVE_AI_API_KEY?: string
  GOOGLE_GENERATIVE_AI_BASE_URL?: string
}

export type ModelOptions = {
  keys: ModelKeys
  /** Longest silence before the first and between later pieces, in ms. */
  silenceMs?: number
  /** Longest time of a whole reply, in ms. */
  wholeMs?: number
  /** Wait before the first retry in ms, doubling; a provider's Retry-After takes precedence. */
  retryPauseMs?: number
  /** Called after each call, for metrics; never with texts. */
  onCall?: (call: { provider: string; modelId: string; outcome: string; tookMs: number }) => void
}

/** A function that the model calls; `input` is JSON. */
export type ModelCall = { id: string; name: string; input: string }

export type ModelMessage =
  | { role: 'user' | 'assistant'; text: string; calls?: ModelCall[] }
  /** The result of a call in the previous message. */
  | { role: 'tool'; text: string; callId: string; name: string }

export type ModelFunction = { name: string; description: string; inputSchema: JSONObject }

export type ModelRequest = {
  modelId: string
  system: string
  messages: ModelMessage[]
  /** The functions that the model may call. */
  functions?: ModelFunction[]
  temperature?: number
  maxOutputTokens?: number
  /** Cancels the request, which then throws. */
  signal?: AbortSignal
}

export type ModelPart =
  | { type: 'text'; text: string }
  | ({ type: 'call' } & ModelCall)
  | { type: 'finish'; inputTokens: number; outputTokens: number }

/** `note` is a plain message to the agent's owner that says what is missing. */
export type ModelDescription = { configured: boolean; modelId: string; note?: string }

export type Models = {
  describe(modelId: string): ModelDescription
  /** Streams a reply. Throws `ModelError`, whose reason decides the visitor's notice. */
  stream(request: ModelRequest): AsyncIterable<ModelPart>
}

type ProviderName = 'openai' | 'anthropic' | 'google'
type Provider = (modelId: string) => LanguageModelV4

export const defaultModelId = modelFields.vg_defaultModel.fallback

const MOST_MODELS = 200

export function createModels(options: ModelOptions): Models {
  const { keys, silenceMs = 20_000, wholeMs = 60_000, retryPauseMs = 300, onCall } = options
  const providers = new Map<ProviderName, Promise<Provider>>()
  const made = new Map<string, LanguageModelV4>()

  /** Models are cached: the SDK builds schemas for each, which takes as long as a whole reply. */
  async function modelOf(name: ProviderName, modelId: string): Promise<LanguageModelV4> {
    const known = made.get(modelId)
    if (known) return known
    const loading = providers.get(name) ?? load(name, keys)
    providers.set(name, loading)
    const model = (await loading)(modelId)
    made.set(modelId, model)
    if (made.size > MOST_MODELS) made.delete(made.keys().next().value!)
    return model
  }

  return {
    describe: (modelId) => describe(modelId || defaultModelId, keys),

    async *stream(request) {
      const name = providerOf(request.modelId)
      if (!describe(request.modelId, keys).configured) {
        throw new ModelError('provider-error', `no key for ${request.modelId}`)
      }
      const startedAt = performance.now()
      let outcome = 'ok'
      try {
        const model = await modelOf(name, request.modelId)
        yield* streamPatiently(model, request, { silenceMs, wholeMs, retryPauseMs })
      } catch (error) {
        const fault = toModelError(error)
        outcome = fault.reason
        throw fault
      } finally {
        onCall?.({ provider: name, modelId: request.modelId, outcome, tookMs: performance.now() - startedAt })
      }
    },
  }
}

type Times = { silenceMs: number; wholeMs: number; retryPauseMs: number }

const TRIES = 3
/** After a longer wait the visitor is better served by the agent's other model, or a notice. */
const LONGEST_WAIT_MS = 5_000

/** Retries after a temporary error, as long as nothing has been streamed yet. */
async function* streamPatiently(
  model: LanguageModelV4,
  request: ModelRequest,
  times: Times,
): AsyncGenerator<ModelPart> {
  for (let tries = 1; ; tries++) {
    let spoken = false
    try {
      for await (const part of streamOnce(model, request, times)) {
        spoken = true
        yield part
      }
      return
    } catch (error) {
      const fault = toModelError(error)
      const wait = fault.retryAfterMs ?? times.retryPauseMs * 2 ** (tries - 1)
      const hopeless = tries === TRIES || wait > LONGEST_WAIT_MS || !isTemporary(fault)
      if (spoken || hopeless || request.signal?.aborted) throw fault
      await pause(wait, request.signal)
    }
  }
}

async function* streamOnce(
  model: LanguageModelV4,
  request: ModelRequest,
  times: Times,
): AsyncGenerator<ModelPart> {
  const deadlines = createDeadlines(times, request.signal)
  let ended = false
  try {
    const { stream } = await deadlines.within(model.doStream(callOptions(request, deadlines.signal)))
    const reader = stream.getReader()
    let length = 0
    let called = false
    for (;;) {
      const { done, value: part } = await deadlines.within(reader.read())
      if (done) throw new ModelError('provider-error', 'the stream ended before the reply did')
      if (part.type === 'text-delta') {
        if (part.delta === '') continue
        length += part.delta.length
        deadlines.heard()
        yield { type: 'text', text: part.delta }
      } else if (part.type === 'tool-call') {
        const { toolCallId: id, toolName: name, input } = part
        length += input.length
        called = true
        deadlines.heard()
        yield { type: 'call', id, name, input }
      } else if (part.type === 'error') {
        throw part.error
      } else if (part.type === 'finish') {
        const reason = part.finishReason.unified
        if (reason === 'content-filter') throw new ModelError('refused', part.finishReason.raw)
        if (reason === 'error' || reason === 'interrupted' || (length === 0 && !called)) {
          throw new ModelError('provider-error', `the reply ended with ${part.finishReason.raw ?? reason}`)
        }
        yield {
          type: 'finish',
          inputTokens: part.usage.inputTokens.total ?? estimateTokens(request),
          outputTokens: part.usage.outputTokens.total ?? Math.ceil(length / 4),
        }
        ended = true
        return
      }
    }
  } finally {
    deadlines.end(ended)
  }
}

function callOptions(request: ModelRequest, abortSignal: AbortSignal): LanguageModelV4CallOptions {
  const options: LanguageModelV4CallOptions = {
    prompt: [
      { role: 'system', content: request.system.toWellFormed() },
      ...request.messages.map(promptMessage),
    ],
    abortSignal,
  }
  if (request.functions && request.functions.length > 0)
    options.tools = request.functions.map((one) => ({ type: 'function', ...one }))
  if (request.maxOutputTokens !== undefined) options.maxOutputTokens = request.maxOutputTokens
  if (request.temperature !== undefined) options.temperature = request.temperature
  return options
}

/** Replaces unpaired surrogates, as at the end of a cut text: providers would refuse the whole request. */
function promptMessage(message: ModelMessage): LanguageModelV4Message {
  const text = message.text.toWellFormed()
  if (message.role === 'tool') {
    const { callId: toolCallId, name: toolName } = message
    const result = {
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: 'text', value: text },
    } as const
    return { role: 'tool', content: [result] }
  }
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text }] }
  return {
    role: 'assistant',
    content: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...(message.calls ?? []).map(({ id: toolCallId, name: toolName, input }) => ({
        type: 'tool-call' as const,
        toolCallId,
        toolName,
        input: jsonIn(input),
      })),
    ],
  }
}

/** Parses a model's JSON; undefined if it is not valid. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** About four characters a token; used if a provider reports none. */
function estimateTokens(request: ModelRequest): number {
  const characters = request.messages.reduce((sum, { text }) => sum + text.length, request.system.length)
  return Math.ceil(characters / 4)
}

async function load(name: ProviderName, keys: ModelKeys): Promise<Provider> {
  switch (name) {
    case 'openai': {
      if (keys.OPENAI_BASE_URL !== undefined) {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
        const provider = createOpenAICompatible({
          name: 'openai',
          baseURL: keys.OPENAI_BASE_URL,
          apiKey: keys.OPENAI_API_KEY,
          includeUsage: true,
          fetch: streamingFetch,
        })
        return (modelId) => provider.chatModel(modelId)
      }
      const { createOpenAI } = await import('@ai-sdk/openai')
      const provider = createOpenAI({ apiKey: keys.OPENAI_API_KEY, fetch: streamingFetch })
      return (modelId) => provider.chat(modelId)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      const provider = createAnthropic({
        apiKey: keys.ANTHROPIC_API_KEY,
        baseURL: keys.ANTHROPIC_BASE_URL,
        fetch: streamingFetch,
      })
      return (modelId) => provider.languageModel(modelId)
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google')
      const provider = createGoogle({
        apiKey: keys.GOOGLE_GENERATIVE_AI_API_KEY,
        baseURL: keys.GOOGLE_GENERATIVE_AI_BASE_URL,
        fetch: streamingFetch,
      })
      return (modelId) => provider.languageModel(modelId)
    }
  }
}

const labels = { openai: 'OpenAI', anthropic: 'Anthropic', google: 'Google' }
const variables = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
} as const

/** By the prefix of the model's name; any other name belongs to a server at OPENAI_BASE_URL. */
function providerOf(modelId: string): ProviderName {
  if (/^claude-/.test(modelId)) return 'anthropic'
  if (/^(models\/)?gemini-/.test(modelId)) return 'google'
  return 'openai'
}

function hasKey(name: ProviderName, keys: ModelKeys): boolean {
  // A self-hosted server often needs no key.
  return keys[variables[name]] !== undefined || (name === 'openai' && keys.OPENAI_BASE_URL !== undefined)
}

function describe(modelId: string, keys: ModelKeys): ModelDescription {
  const name = providerOf(modelId)
  const known = /^(gpt-|chatgpt-|o\d|claude-|(models\/)?gemini-)/.test(modelId)
  if (known ? hasKey(name, keys) : keys.OPENAI_BASE_URL !== undefined) return { configured: true, modelId }

  const others = (['openai', 'anthropic', 'google'] as const).filter(
    (other) => other !== name && hasKey(other, keys),
  )
  const missing = known
    ? `${modelId} needs ${variables[name]}.`
    : `${modelId} is not a model of a known provider; a server that offers it is named by OPENAI_BASE_URL.`
  const instead =
    others.length === 0
      ? 'Until then the built-in answerer replies.'
      : `There is a key for ${others.map((other) => labels[other]).join(' and ')}: choose one of its models. Until then the built-in answerer replies.`
  return { configured: false, modelId, note: `${missing} ${instead}` }
}
