/**
 * Streams replies by OpenAI's chat completions, from OpenAI and from servers that speak the same protocol. The events are
 * read directly: the SDK's provider leads each piece of a reply through four web streams, which takes more of a core than
 * everything else about it.
 */
import { eventGroupsIn, type ServerEvent } from '@parley/contracts/server-sent-events.ts'
import { z } from 'zod'
import { ModelError, refusedRequest, streamedError } from './model-error.ts'
import type { ModelCall, ModelMessage, ModelRequest } from './models.ts'
import type { ProviderPart } from './provider.ts'
import { MAX_ANSWER_BYTES, requestStream } from './streaming-fetch.ts'

const OPENAI_URL = 'https://api.openai.com/v1'
/** Of an answer that is an error, only as much is read. */
const MAX_ERROR_CHARACTERS = 16_000
/** Of one line, in characters: its parser looks at all of it again whenever more comes. */
const MAX_LINE = 1024 * 1024

/** Without `baseUrl`, OpenAI's own. A server that runs elsewhere often needs no key. */
export type OpenAiOptions = { apiKey?: string | undefined; baseUrl?: string | undefined }

export async function* streamOpenAiChat(
  { apiKey, baseUrl }: OpenAiOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ProviderPart> {
  const url = new URL(`${(baseUrl ?? OPENAI_URL).replace(/\/$/, '')}/chat/completions`)
  const body = JSON.stringify(chatRequestBody(request, baseUrl === undefined))
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  }
  const answer = await requestStream(url, { method: 'POST', headers, body, signal })
  answer.setEncoding('utf8')
  const { statusCode = 502 } = answer
  if (statusCode !== 200) throw refusedRequest(statusCode, answer.headers, await startOf(answer))

  const calls = new Map<number, ModelCall>()
  let finishReason: string | undefined
  let usage: z.infer<typeof usageSchema> | undefined
  /** Notes what an event says and returns its piece of the text. */
  const read = ({ data }: ServerEvent): string => {
    // The end of the answer is read too, since the connection is then kept for the next request.
    if (data === '[DONE]') return ''
    const chunk = chunkIn(data)
    usage = chunk.usage ?? usage
    const [choice] = chunk.choices
    finishReason = choice?.finish_reason ?? finishReason
    if (!choice?.delta) return ''
    const { content, refusal, tool_calls: pieces } = choice.delta
    if (refusal) throw new ModelError('refused', 'refusal')
    for (const [nth, piece] of (pieces ?? []).entries()) addTo(calls, piece.index ?? nth, piece)
    return typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')
  }
  for await (const events of eventGroupsIn(bounded(answer))) {
    // Pieces that came together are one part: each part passes through every step up to the visitor's connection.
    let text = ''
    try {
      for (const event of events) text += read(event)
    } finally {
      // Also the pieces before an error, which decide whether the request may be repeated.
      if (text !== '') yield { type: 'text', text }
    }
  }
  if (finishReason === undefined)
    throw new ModelError('provider-error', 'the stream ended before the reply did', { fault: 'broken-off' })
  for (const call of calls.values()) yield { type: 'call', ...call }
  yield {
    type: 'finish',
    outcome: finishReason === 'content_filter' ? 'refused' : 'ended',
    reason: finishReason,
    inputTokens: usage?.prompt_tokens ?? undefined,
    outputTokens: usage?.completion_tokens ?? undefined,
  }
}

/** `isOpenAi`: for OpenAI itself, not a server that speaks its protocol. */
export function chatRequestBody(request: ModelRequest, isOpenAi: boolean) {
  const { modelId, system, messages, functions = [], temperature, maxOutputTokens } = request
  return {
    model: modelId,
    messages: [{ role: 'system', content: system.toWellFormed() }, ...messages.map(messageOf)],
    stream: true,
    stream_options: { include_usage: true },
    ...(functions.length > 0 ? { tools: functions.map(toolOf) } : {}),
    ...(temperature === undefined || (isOpenAi && refusesTemperature(modelId)) ? {} : { temperature }),
    // Older servers know only the name that OpenAI no longer takes for its newer models.
    ...(maxOutputTokens === undefined
      ? {}
      : { [isOpenAi ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens }),
  }
}

/** OpenAI refuses a temperature for models that reason and for those that search. */
function refusesTemperature(modelId: string): boolean {
  if (/-search-preview/.test(modelId)) return true
  return /^(o\d|gpt-([5-9]|\d\d))/.test(modelId) && !/-chat/.test(modelId)
}

function toolOf({ name, description, inputSchema }: NonNullable<ModelRequest['functions']>[number]) {
  return { type: 'function', function: { name, description, parameters: inputSchema } }
}

/** Replaces unpaired surrogates, as at the end of a cut text: providers would refuse the whole request. */
function messageOf(message: ModelMessage): object {
  const content = message.text.toWellFormed()
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content }
  if (message.role === 'user' || !message.calls?.length) return { role: message.role, content }
  const calls = message.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: isJson(input) ? input : '{}' },
  }))
  return { role: 'assistant', content: content === '' ? null : content, tool_calls: calls }
}

const usageSchema = z.object({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
})
const callPieceSchema = z.object({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})
const chunkSchema = z.object({
  choices: z.array(
    z.object({
      delta: z
        .object({
          // Some servers send a list of parts, of which those that reason have no text.
          content: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(callPieceSchema).nullish(),
        })
        .nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: usageSchema.nullish(),
})

function chunkIn(data: string): z.infer<typeof chunkSchema> {
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch {
    throw new ModelError('provider-error', 'unreadable answer')
  }
  const chunk = chunkSchema.safeParse(json)
  if (chunk.success) return chunk.data
  throw streamedError(json)
}

/** A call comes in pieces: its id and name with the first, and its input split anywhere. */
function addTo(calls: Map<number, ModelCall>, index: number, piece: z.infer<typeof callPieceSchema>): void {
  const { id, name, input } = calls.get(index) ?? { id: '', name: '', input: '' }
  calls.set(index, {
    id: id || piece.id || `call_${index}`,
    name: name || piece.function?.name || '',
    input: input + (piece.function?.arguments ?? ''),
  })
}

/** Ends with an error rather than reading without end. Leaving the loop over it closes the connection. */
async function* bounded(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let bytes = 0
  let line = 0
  for await (const text of texts) {
    bytes += Buffer.byteLength(text)
    const end = text.lastIndexOf('\n')
    line = end === -1 ? line + text.length : text.length - end
    if (line > MAX_LINE) throw new ModelError('provider-error', 'a line of the answer is too long')
    if (bytes > MAX_ANSWER_BYTES) throw new ModelError('provider-error', 'the answer is too large')
    yield text
  }
}

async function startOf(texts: AsyncIterable<string>): Promise<string> {
  let start = ''
  for await (const text of texts) {
    start += text
    if (start.length > MAX_ERROR_CHARACTERS) break
  }
  return start
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
