/**
 * Calls language models: OpenAI's and those of servers with its protocol directly, Anthropic's and Google's through the AI
 * SDK's providers, each loaded on first use.
 */
import type { JSONObject, LanguageModelV4 } from '@ai-sdk/provider'
import { modelFields } from '@parley/contracts/agent/fields/model.ts'
import type { ModelFaultRecord } from '@parley/contracts/conversation/model-faults.ts'
import { type ModelCatalogue, usualCatalogue } from '@parley/contracts/models/catalogue.ts'
import { pause } from '@parley/kernel/pause.ts'
import { createDeadlines } from './deadlines.ts'
import { faultRecord, isTemporary, ModelError, toModelError } from './model-error.ts'
import { streamOpenAiChat } from './openai-chat.ts'
import { createOutputLimit, tokensUsed } from './output-limit.ts'
import type { Provider } from './provider.ts'
import { streamBySdk } from './sdk-provider.ts'
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
  /** By default the known models. */
  catalogue?: ModelCatalogue
  /** Longest silence before the first and between later pieces, in ms. */
  silenceMs?: number
  /** Longest time of a whole reply, in ms. */
  wholeMs?: number
  /** Wait before the first retry in ms, doubling; a provider's Retry-After takes precedence. */
  retryPauseMs?: number
  /** Called after each call, for metrics; never with texts. */
  onCall?: (call: { provider: string; modelId: string; outcome: string; tookMs: number }) => void
  /** Called with how a call failed, or undefined if it did not; not for calls that were given up. */
  onOutcome?: (modelId: string, fault: ModelFaultRecord | undefined) => void
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
  /** Called if another model begins the reply again: the text so far is void. Without it, none does so. */
  onRestart?: () => void
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

type SdkName = 'anthropic' | 'google'
type ProviderName = 'openai' | SdkName
type Sdk = (modelId: string) => LanguageModelV4

export const defaultModelId = modelFields.vg_defaultModel.fallback

const MAX_MODELS = 200

export function createModels(options: ModelOptions): Models {
  const {
    keys,
    catalogue = usualCatalogue,
    silenceMs = 20_000,
    wholeMs = 60_000,
    retryPauseMs = 300,
    onCall,
    onOutcome,
  } = options
  const openAi = { apiKey: keys.OPENAI_API_KEY, baseUrl: keys.OPENAI_BASE_URL }
  // bounded: an entry for each SDK
  const sdks = new Map<SdkName, Promise<Sdk>>()
  const made = new Map<string, LanguageModelV4>()

  async function providerFor(name: ProviderName, modelId: string): Promise<Provider> {
    if (name === 'openai') return (request, signal) => streamOpenAiChat(openAi, request, signal)
    const model = await modelOf(name, modelId)
    return (request, signal) => streamBySdk(model, request, signal)
  }

  /** Models are cached: the SDK builds schemas for each, which takes as long as a whole reply. */
  async function modelOf(name: SdkName, modelId: string): Promise<LanguageModelV4> {
    const known = made.get(modelId)
    if (known) return known
    const loading = sdks.get(name) ?? load(name, keys)
    sdks.set(name, loading)
    const model = (await loading)(modelId)
    made.set(modelId, model)
    if (made.size > MAX_MODELS) made.delete(made.keys().next().value!)
    return model
  }

  return {
    describe: (modelId) => describe(modelId || defaultModelId, keys, catalogue),

    async *stream(request) {
      const name = providerOf(request.modelId, catalogue)
      if (!describe(request.modelId, keys, catalogue).configured) {
        throw new ModelError('provider-error', `no key for ${request.modelId}`)
      }
      const startedAt = performance.now()
      let outcome = 'ok'
      try {
        const provider = await providerFor(name, request.modelId)
        yield* streamPatiently(provider, request, { silenceMs, wholeMs, retryPauseMs })
        onOutcome?.(request.modelId, undefined)
      } catch (error) {
        const fault = toModelError(error)
        outcome = fault.reason
        if (!request.signal?.aborted) onOutcome?.(request.modelId, faultRecord(request.modelId, fault))
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
  provider: Provider,
  request: ModelRequest,
  times: Times,
): AsyncGenerator<ModelPart> {
  for (let tries = 1; ; tries++) {
    let spoken = false
    try {
      for await (const part of streamOnce(provider, request, times)) {
        spoken = true
        yield part
      }
      return
    } catch (error) {
      const fault = spoken ? brokenOff(toModelError(error)) : toModelError(error)
      const wait = fault.retryAfterMs ?? times.retryPauseMs * 2 ** (tries - 1)
      const hopeless = tries === TRIES || wait > LONGEST_WAIT_MS || !isTemporary(fault)
      if (spoken || hopeless || request.signal?.aborted) throw fault
      await pause(wait, request.signal)
    }
  }
}

/** What a connection that fails in the middle of a reply is, however it shows. */
function brokenOff(error: ModelError): ModelError {
  if (error.fault !== 'unreachable' && error.fault !== 'unusable-answer') return error
  return new ModelError(error.reason, error.detail, { fault: 'broken-off' })
}

async function* streamOnce(
  provider: Provider,
  request: ModelRequest,
  times: Times,
): AsyncGenerator<ModelPart> {
  const deadlines = createDeadlines(times, request.signal)
  let ended = false
  try {
    const parts = provider(request, deadlines.signal)[Symbol.asyncIterator]()
    const limit = createOutputLimit(request.maxOutputTokens)
    let called = false
    for (;;) {
      const { done, value: part } = await deadlines.within(parts.next())
      if (done)
        throw new ModelError('provider-error', 'the stream ended before the reply did', {
          fault: 'broken-off',
        })
      if (part.type === 'text') {
        if (part.text === '') continue
        deadlines.heard()
        const text = limit.take(part.text)
        if (text !== '') yield { type: 'text', text }
      } else if (part.type === 'call') {
        deadlines.heard()
        if (limit.take(part.input).length < part.input.length)
          throw new ModelError('provider-error', 'a call of a function is longer than the longest reply')
        called = true
        yield part
      } else {
        const { outcome, reason } = part
        if (outcome === 'refused') throw new ModelError('refused', reason)
        if (outcome === 'failed' || (limit.characters() === 0 && !called))
          throw new ModelError('provider-error', `the reply ended with ${reason}`)
        yield { type: 'finish', ...tokensUsed(request, limit.characters(), part) }
        ended = true
        return
      }
      // The connection is closed: nothing more is read, and nothing more is paid for.
      if (limit.reached()) {
        yield { type: 'finish', ...tokensUsed(request, limit.characters(), {}) }
        return
      }
    }
  } finally {
    deadlines.end(ended)
  }
}

async function load(name: SdkName, keys: ModelKeys): Promise<Sdk> {
  switch (name) {
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

/** By the catalogue, or the prefix of the name; any other name belongs to a server at OPENAI_BASE_URL. */
function providerOf(modelId: string, catalogue: ModelCatalogue): ProviderName {
  // With a provider before it, a name is that of a server that offers models of several.
  const provider = /^(?!models\/).*\//.test(modelId) ? 'compatible' : catalogue.find(modelId)?.provider
  if (provider) return provider === 'compatible' ? 'openai' : provider
  if (/^claude-/.test(modelId)) return 'anthropic'
  if (/^(models\/)?gemini-/.test(modelId)) return 'google'
  return 'openai'
}

function hasKey(name: ProviderName, keys: ModelKeys): boolean {
  // A self-hosted server often needs no key.
  return keys[variables[name]] !== undefined || (name === 'openai' && keys.OPENAI_BASE_URL !== undefined)
}

function describe(modelId: string, keys: ModelKeys, catalogue: ModelCatalogue): ModelDescription {
  const name = providerOf(modelId, catalogue)
  const entry = catalogue.find(modelId)
  const known = /^(gpt-|chatgpt-|o\d|claude-|(models\/)?gemini-)/.test(modelId)
  const reachable = known ? hasKey(name, keys) : keys.OPENAI_BASE_URL !== undefined
  // A server that asks for no key bills nobody, so what it offers may be without a price.
  const free = name === 'openai' && keys.OPENAI_BASE_URL !== undefined && keys.OPENAI_API_KEY === undefined
  if (reachable && entry) {
    const { retired } = entry
    const note = retired && `${entry.name} ${retirement(retired.on)}. Choose ${retired.instead} instead.`
    return { configured: true, modelId, ...(note ? { note } : {}) }
  }
  if (reachable && free)
    return { configured: true, modelId, note: `${modelId} has no price: its replies cost no credits.` }
  if (reachable)
    return {
      configured: false,
      modelId,
      note: `${modelId} has no price. Choose a model of the list, or have it added to the file that MODEL_CATALOGUE names. Until then the built-in answerer replies.`,
    }

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

function retirement(on: string | undefined): string {
  return on === undefined ? 'was retired by its provider' : `is retired by its provider on ${on}`
}
