/**
 * A double of OpenAI's `POST /v1/audio/transcriptions` on loopback, with configurable failures. For tests and journeys;
 * never started by the product.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `hang`: accepts and never answers. `cut`: drops the connection within the answer. `garbage`: no JSON. `wrong-shape`: JSON
 * of another shape. `endless`: an answer without end. `until`: waits for it first. A number is answered as that HTTP status.
 */
export type TranscriptionBehaviour =
  | 'normal'
  | 'hang'
  | 'cut'
  | 'garbage'
  | 'wrong-shape'
  | 'endless'
  | number
  | { status: number; headers?: Record<string, string>; code?: string }
  | { until: Promise<unknown> }

export type TranscriptionRequest = {
  authorization: string | undefined
  /** The fields besides the file. */
  fields: Record<string, string>
  file: { name: string; type: string; bytes: Buffer } | undefined
}

type Said = { text: string; language?: string; duration?: number }
export type TranscriptionDoubleOptions = {
  say?: (request: TranscriptionRequest) => Said
  behaviour?: TranscriptionBehaviour | ((nth: number) => TranscriptionBehaviour)
}

export type TranscriptionDouble = ReturnType<typeof createTranscriptionDouble>

export const doubleTranscript = 'When are you open on Friday?'

export function createTranscriptionDouble(options: TranscriptionDoubleOptions = {}) {
  const requests: TranscriptionRequest[] = []
  let behaviour = options.behaviour ?? 'normal'
  const say = options.say ?? (() => ({ text: doubleTranscript, language: 'english' }))

  return {
    requests,
    behave(next: TranscriptionBehaviour) {
      behaviour = next
    },
    /** Answers a request of this endpoint; false for any other. */
    handles(incoming: IncomingMessage, response: ServerResponse): boolean {
      if (incoming.method !== 'POST' || !incoming.url?.endsWith('/audio/transcriptions')) return false
      void answer(incoming, response).catch(() => response.destroy())
      return true
    },
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await requestOf(incoming)
    const how = typeof behaviour === 'function' ? behaviour(requests.length) : behaviour
    requests.push(request)
    if (how === 'hang') return
    if (typeof how === 'object' && 'until' in how) await how.until
    if (typeof how === 'number') return refused(response, how, {})
    if (typeof how === 'object' && 'status' in how)
      return refused(response, how.status, how.headers ?? {}, how.code)
    response.writeHead(200, { 'content-type': 'application/json' })
    if (how === 'garbage') return void response.end('<html>not here</html>')
    if (how === 'wrong-shape') return void response.end('{"words":1}')
    if (how === 'endless') return endless(response)
    const said = JSON.stringify(bodyOf(request, say(request)))
    if (how !== 'cut') return void response.end(said)
    response.write(said.slice(0, 10))
    setTimeout(() => response.destroy(), 20)
  }
}

/** Of a server with nothing else. */
export async function startTranscriptionDouble(options: TranscriptionDoubleOptions = {}) {
  const double = createTranscriptionDouble(options)
  const server = createServer((incoming, response) => {
    if (!double.handles(incoming, response)) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...double,
    /** For `OPENAI_BASE_URL`. */
    url: `http://127.0.0.1:${port}/v1`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function requestOf(incoming: IncomingMessage): Promise<TranscriptionRequest> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  const type = incoming.headers['content-type'] ?? ''
  const body = new Response(Buffer.concat(parts), { headers: { 'content-type': type } })
  const fields: Record<string, string> = {}
  let file: TranscriptionRequest['file']
  for (const [name, value] of await body.formData()) {
    if (typeof value === 'string') fields[name] = value
    else file = { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) }
  }
  return { authorization: incoming.headers.authorization, fields, file }
}

/** The language and the length stand only in the verbose form. */
function bodyOf({ fields }: TranscriptionRequest, { text, language, duration = 2 }: Said) {
  if (fields.response_format !== 'verbose_json') return { text }
  return {
    task: 'transcribe',
    language,
    duration,
    text,
    segments: [],
    usage: { type: 'duration', seconds: Math.ceil(duration) },
  }
}

function refused(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  code?: string,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  const error = {
    message: 'sk-secret may not do this',
    type: 'invalid_request_error',
    param: null,
    code: code ?? null,
  }
  response.end(JSON.stringify({ error }))
}

function endless(response: ServerResponse): void {
  response.write('{"text":"')
  const more = () => {
    while (!response.destroyed && response.write('a'.repeat(64 * 1024)));
  }
  response.on('drain', more)
  response.on('error', () => undefined)
  more()
}
