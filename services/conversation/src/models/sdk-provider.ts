/**
 * Streams replies by a provider of the AI SDK. It is streamed directly (`doStream`); the SDK's `streamText` around it
 * takes 2 ms of a core per reply, more than a whole turn may cost.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import { isShallow } from '@parley/kernel/shallow.ts'
import type { ModelMessage, ModelRequest } from './models.ts'
import type { ProviderPart } from './provider.ts'

export async function* streamBySdk(
  model: LanguageModelV4,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ProviderPart> {
  const { stream } = await model.doStream(callOptions(request, signal))
  for await (const part of stream) {
    if (part.type === 'text-delta') yield { type: 'text', text: part.delta }
    else if (part.type === 'tool-call')
      yield { type: 'call', id: part.toolCallId, name: part.toolName, input: part.input }
    else if (part.type === 'error') throw part.error
    else if (part.type === 'finish') {
      const { unified, raw } = part.finishReason
      const failed = unified === 'error' || unified === 'interrupted'
      yield {
        type: 'finish',
        outcome: unified === 'content-filter' ? 'refused' : failed ? 'failed' : 'ended',
        reason: raw ?? unified,
        inputTokens: part.usage.inputTokens.total,
        outputTokens: part.usage.outputTokens.total,
      }
    }
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

/** More than a call may have, which is refused to the model. */
const MOST_LEVELS = 100

/** Parses a model's JSON; an empty object if it is not valid, or too deep to be written again. */
function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value !== 'object' || value === null || isShallow(value, MOST_LEVELS) ? value : {}
  } catch {
    return {}
  }
}
