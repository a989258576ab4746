/**
 * A double of the model providers' streaming protocols (OpenAI chat completions, Anthropic messages, Google
 * streamGenerateContent) on loopback, with configurable failures. For tests, journeys and benches; never started by the
 * product.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TranscriptionDouble } from '../transcription/transcription-double.ts'

/**
 * `slow`: waits `delayMs` before each piece. `hang`: accepts and never answers. `hang-midway`: goes silent after the
 * first piece. `cut`: drops the connection after the first piece. `refuse`: stops for reasons of content. `garbage`: no
 * JSON. `wrong-shape`: JSON of another shape. `web-page`: HTML, as from a proxy. `endless`: repeats its pieces without end.
 * `endless-line`: one event that never ends. `wrong-usage`: reports impossible numbers of tokens. `pings`: comments for
 * ever, and no reply. `until`: waits for it before the first piece. A number is answered as that HTTP status, with headers and a body if given.
 */
export type DoubleBehaviour =
  | 'normal'
  | 'slow'
  | 'hang'
  | 'hang-midway'
  | 'cut'
  | 'garbage'
  | 'wrong-shape'
  | 'web-page'
  | 'empty'
  | 'refuse'
  | 'endless'
  | 'endless-line'
  | 'wrong-usage'
  | 'pings'
  | number
  | { status: number; headers: Record<string, string>; body?: string }
  | { until: Promise<unknown> }

export type DoubleRequest = {
  protocol: Protocol
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
}

export type ModelDoubleOptions = {
  /** The pieces to stream, by default a sentence in eight; or functions to call. */
  reply?: (request: DoubleRequest) => string[] | DoubleCalls
  behaviour?: DoubleBehaviour | ((request: DoubleRequest, nth: number) => DoubleBehaviour)
  delayMs?: number
  /** Keeps received requests in `requests`; off for benches. */
  record?: boolean
  /** What a server of one's own says that it serves; without names it has no such list. */
  names?: readonly string[]
  /** Answers its transcriptions. */
  transcription?: Pick<TranscriptionDouble, 'handles'>
}

/** `input` is JSON, well-formed or not. */
export type DoubleCalls = { calls: { name: string; input: string }[] }

export type ModelDouble = {
  /** Base URL without path: append `/v1` for OpenAI and Anthropic, `/v1beta` for Google. */
  url: string
  requests: DoubleRequest[]
  /** How many requests are in progress. */
  underway(): number
  /** Applies this behaviour from the next request on. */
  behave(behaviour: DoubleBehaviour): void
  stop(): Promise<void>
}

type Protocol = 'openai' | 'anthropic' | 'google'

export const doubleReply = ['We ', 'are ', 'open ', 'from nine ', 'to five, ', 'Monday ', 'to ', 'Friday.']

export async function startModelDouble(options: ModelDoubleOptions = {}): Promise<ModelDouble> {
  const requests: DoubleRequest[] = []
  let behaviour = options.behaviour ?? 'normal'
  let count = 0
  let underway = 0

  const server = createServer(async (incoming, response) => {
    if (options.transcription?.handles(incoming, response)) return
    const body = await readBody(incoming)
    if (options.names && incoming.url === '/v1/models')
      return void response.end(JSON.stringify({ data: options.names.map((id) => ({ id })) }))
    const request = asRequest(incoming, body)
    if (!request) return void response.writeHead(404).end()
    if (options.record !== false) requests.push(request)
    const how = typeof behaviour === 'function' ? behaviour(request, count++) : behaviour
    const pieces = options.reply?.(request) ?? doubleReply
    underway++
    response.once('close', () => underway--)
    await answer(response, request.protocol, how, pieces, options.delayMs ?? 0)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    underway: () => underway,
    behave(next) {
      behaviour = next
    },
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function answer(
  response: ServerResponse,
  protocol: Protocol,
  how: DoubleBehaviour,
  reply: string[] | DoubleCalls,
  delayMs: number,
): Promise<void> {
  if (how === 'hang') return
  if (typeof how === 'number') return answer(response, protocol, { status: how, headers: {} }, reply, delayMs)
  if (typeof how === 'object' && 'until' in how) {
    await how.until
    return answer(response, protocol, 'normal', reply, delayMs)
  }
  if (typeof how === 'object') {
    const { status, headers } = how
    const error = { error: { type: 'error', message: `The double answers ${status}`, code: String(status) } }
    const { body = JSON.stringify(error) } = how
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    return
  }
  if (how === 'web-page')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the proxy</h1>')
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  if (how === 'wrong-shape') return void response.end('data: {"weather": ["rain"], "choices": 7}\n\n')
  if (how === 'garbage') return void response.end('data: {"choices": [{"delta": \n\n<html>502</html>\n\n')
  if (how === 'pings') return void setInterval(() => response.write(': ping\n\n'), 5).unref()
  if (how === 'endless-line') return writeUntilClosed(response, 'data: "', 'x'.repeat(64 * 1024))
  const speech = protocols[protocol]
  if (how === 'endless' && Array.isArray(reply))
    return writeUntilClosed(response, speech.begin(), reply.map(speech.piece).join(''))
  response.write(speech.begin())
  if (!Array.isArray(reply)) {
    for (const [nth, { name, input }] of reply.calls.entries()) response.write(speech.call(name, input, nth))
    response.end(speech.end('called', 1))
    return
  }
  const pieces = reply
  for (const piece of how === 'empty' || how === 'refuse' ? [] : pieces) {
    if (how === 'slow') await new Promise((resolve) => setTimeout(resolve, delayMs))
    response.write(speech.piece(piece))
    if (how === 'hang-midway') return
    if (how === 'cut') {
      setImmediate(() => response.destroy())
      return
    }
  }
  const tokens = how === 'wrong-usage' ? 1_000_000_000 : pieces.length
  response.end(speech.end(how === 'refuse' ? 'refused' : 'said', tokens))
}

/** Writes the same without end, as fast as it is read, until the other side closes the connection. */
async function writeUntilClosed(response: ServerResponse, begin: string, text: string): Promise<void> {
  await pipeline(Readable.from(repeated(begin, text)), response).catch(() => undefined)
}

function* repeated(begin: string, text: string): Generator<string> {
  yield begin
  for (;;) yield text
}

type Speech = {
  begin(): string
  piece(text: string): string
  call(name: string, input: string, nth: number): string
  end(why: 'said' | 'called' | 'refused', tokens: number): string
}

const chunk = (delta: object, finish: string | null = null) =>
  sse({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'double',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })

const protocols: Record<Protocol, Speech> = {
  openai: {
    begin: () => chunk({ role: 'assistant', content: '' }),
    piece: (text) => chunk({ content: text }),
    call: (name, input, nth) =>
      chunk({
        tool_calls: [
          { index: nth, id: `call_${nth}`, type: 'function', function: { name, arguments: input } },
        ],
      }),
    end: (why, tokens) =>
      chunk({}, { said: 'stop', called: 'tool_calls', refused: 'content_filter' }[why]) +
      sse({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'double',
        choices: [],
        usage: { prompt_tokens: inputFor(tokens), completion_tokens: tokens, total_tokens: 20 + tokens },
      }) +
      'data: [DONE]\n\n',
  },
  anthropic: {
    begin: () =>
      named('message_start', {
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'double',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 20, output_tokens: 1 },
        },
      }) + named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    piece: (text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    call: (name, input, nth) =>
      named('content_block_start', {
        index: nth + 1,
        content_block: { type: 'tool_use', id: `call_${nth}`, name, input: {} },
      }) +
      named('content_block_delta', {
        index: nth + 1,
        delta: { type: 'input_json_delta', partial_json: input },
      }) +
      named('content_block_stop', { index: nth + 1 }),
    end: (why, tokens) =>
      named('content_block_stop', { index: 0 }) +
      named('message_delta', {
        delta: {
          stop_reason: { said: 'end_turn', called: 'tool_use', refused: 'refusal' }[why],
          stop_sequence: null,
        },
        usage: { output_tokens: tokens, ...(tokens < 1_000_000 ? {} : { input_tokens: tokens }) },
      }) +
      named('message_stop', {}),
  },
  google: {
    begin: () => '',
    piece: (text) =>
      sse({
        candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }],
        modelVersion: 'double',
      }),
    call: (name, input) =>
      sse({
        candidates: [
          {
            content: { role: 'model', parts: [{ functionCall: { name, args: JSON.parse(input) } }] },
            index: 0,
          },
        ],
        modelVersion: 'double',
      }),
    end: (why, tokens) =>
      sse({
        candidates: [
          {
            content: { role: 'model', parts: [] },
            finishReason: why === 'refused' ? 'SAFETY' : 'STOP',
            index: 0,
          },
        ],
        usageMetadata: {
          promptTokenCount: inputFor(tokens),
          candidatesTokenCount: tokens,
          totalTokenCount: 20 + tokens,
        },
        modelVersion: 'double',
      }),
  },
}

/** Reported beside the output: what is impossible of the one is so of the other. */
function inputFor(outputTokens: number): number {
  return outputTokens < 1_000_000 ? 20 : outputTokens
}

function sse(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

function named(type: string, data: object): string {
  return `event: ${type}\n${sse({ type, ...data })}`
}

function asRequest(incoming: IncomingMessage, text: string): DoubleRequest | undefined {
  const path = incoming.url ?? ''
  const protocol = path.includes('/chat/completions')
    ? 'openai'
    : path.endsWith('/messages')
      ? 'anthropic'
      : path.includes(':streamGenerateContent')
        ? 'google'
        : undefined
  if (!protocol) return undefined
  return { protocol, path, headers: incoming.headers, body: JSON.parse(text) }
}

function readBody(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (part: string) => {
      text += part
    })
    incoming.on('end', () => resolve(text))
  })
}

/**
 * As a process of its own: prints its URL and runs until its standard input closes. Arguments: the number of pieces of
 * a reply, and the milliseconds before each.
 */
if (import.meta.main) {
  const [pieces = 0, delayMs = 0] = process.argv.slice(2).map(Number)
  const double = await startModelDouble({
    record: false,
    ...(pieces > 0 ? { reply: () => Array.from({ length: pieces }, (_, nth) => `word ${nth} `) } : {}),
    ...(delayMs > 0 ? { behaviour: 'slow', delayMs } : {}),
  })
  process.stdout.write(`${double.url}\n`)
  process.stdin.on('end', () => double.stop().then(() => process.exit(0))).resume()
}
