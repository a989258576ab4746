/**
 * Support for the conversation benches: the real server, a model on loopback and visitors, in a process each. All share
 * the machine's cores.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { freePort } from '../../kernel/bench/free-port.ts'
import { serverFlags } from '../../kernel/bench/server-flags.ts'
import { signUp } from '../../kernel/bench/sign-up.ts'

const SOURCES = join(import.meta.dirname, '../..')

/** Sends a visitor's next message; resolves when its reply is complete. */
export type MeasuredTurn = () => Promise<{ turnMs: number; firstDeltaMs: number }>

export type Stage = {
  server: ChildProcess
  /** The server's data folder. */
  folder: string
  /** Starts a conversation. */
  visit(): Promise<MeasuredTurn>
  strike(): Promise<void>
}

type How = { pieces?: number; delayMs?: number }
type StartedHost = { url: string; process: ChildProcess }

/** `model`: the timing of its output; without delay by default. `env`: the server's, such as an `EVENT_STORE_URL`. */
export function setStage(model: How = {}, env: Record<string, string> = {}): Promise<Stage> {
  return stageOf(model, (folder, modelUrl) => startServer(folder, modelUrl, env), prepareAgent)
}

/** Starts the same visitors with the minimal server of `bare-turns.ts`. */
export function setBareStage(): Promise<Stage> {
  return stageOf({}, startBareServer, async (url) => {
    const http = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
    return async () => turns(http, url, `/${randomUUID()}/messages`, { accept: 'text/event-stream' })
  })
}

async function stageOf(
  model: How,
  start: (folder: string, modelUrl: string) => Promise<StartedHost>,
  prepare: (url: string) => Promise<Stage['visit']>,
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-turns-'))
  const speaker = await startModel(model)
  const server = await start(folder, speaker.url)
  return {
    server: server.process,
    folder,
    visit: await prepare(server.url),
    async strike() {
      await stop(server.process)
      await stop(speaker.process)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const agentId = 'bench00000000001'

/** Signs up and publishes an agent with a model and one knowledge source. */
async function prepareAgent(url: string): Promise<Stage['visit']> {
  const http = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send(http, url, path, body, { accept: 'application/json', ...headers })
  const bearer = { authorization: `Bearer ${await signUp(url)}` }
  await jsonOf(
    post(
      `/api/na/v2/agents/${agentId}`,
      {
        title: 'Bench',
        vg_defaultModel: 'gpt-4o-mini',
        vg_systemPrompt: 'You are the desk of a small shop. You answer briefly.',
        enableNodes: false,
      },
      bearer,
    ),
  )
  await jsonOf(
    post(
      `/api/na/v2/agents/${agentId}/knowledge/text`,
      {
        name: 'Opening hours',
        content: 'We are open from nine to five, Monday to Friday. On Sunday we are closed.',
      },
      bearer,
    ),
  )

  const base = `/api/na/v2/public/agents/${agentId}/conversations`
  return async () => {
    // Each visitor has its own address, because rate limits are per address.
    const from = { 'x-forwarded-for': address() }
    const { conversationId, visitorToken } = await jsonOf(post(base, {}, from))
    const headers = { ...from, authorization: `Bearer ${visitorToken}`, accept: 'text/event-stream' }
    return turns(http, url, `${base}/${conversationId}/messages`, headers)
  }
}

function turns(http: Agent, url: string, path: string, headers: Record<string, string>): MeasuredTurn {
  let nth = 0
  return () => timed(http, url, path, { id: `m${nth++}`, text: 'When are you open?' }, headers)
}

async function timed(
  http: Agent,
  url: string,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<{ turnMs: number; firstDeltaMs: number }> {
  const startedAt = performance.now()
  let firstDeltaMs: number | undefined
  const { status, text } = await send(http, url, path, body, headers, (soFar) => {
    if (firstDeltaMs === undefined && soFar.includes('event: delta'))
      firstDeltaMs = performance.now() - startedAt
  })
  const turnMs = performance.now() - startedAt
  if (status !== 200 || !text.includes('event: done') || text.includes('"failed":true'))
    throw new Error(`a turn failed with status ${status}: ${text.slice(-500)}`)
  return { turnMs, firstDeltaMs: firstDeltaMs ?? turnMs }
}

type Answer = { status: number; text: string }

function send(
  http: Agent,
  url: string,
  path: string,
  body: object,
  headers: Record<string, string>,
  onPart?: (soFar: string) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const payload = JSON.stringify(body)
    const request = httpRequest(`${url}${path}`, {
      method: 'POST',
      agent: http,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'csrf-check': '1',
        'idempotency-key': randomUUID(),
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        onPart?.(text)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    request.end(payload)
  })
}

async function jsonOf(sending: Promise<Answer>): Promise<Record<string, string>> {
  const { status, text } = await sending
  if (status !== 200) throw new Error(`status ${status}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

async function startModel({ pieces = 0, delayMs = 0 }: How): Promise<StartedHost> {
  const double = join(SOURCES, 'conversation/src/models/model-double.ts')
  const child = spawn(process.execPath, [double, String(pieces), String(delayMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(line).trim(), process: child }
}

async function startBareServer(folder: string, modelUrl: string): Promise<StartedHost> {
  const port = await freePort()
  const main = join(SOURCES, 'host/bench/bare-turns.ts')
  const child = spawn(process.execPath, [main, String(port), join(folder, 'events.db'), modelUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(child)
  return { url: `http://127.0.0.1:${port}`, process: child }
}

async function startServer(
  folder: string,
  modelUrl: string,
  env: Record<string, string>,
): Promise<StartedHost> {
  const [port, demoPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [...serverFlags(), join(SOURCES, 'host/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      DATA_DIR: folder,
      REGIONS: 'na',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'warn',
      OPENAI_API_KEY: 'bench',
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      ...env,
      ...(process.env.BENCH_NODE_OPTIONS ? { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS } : {}),
    },
  })
  await ready(child)
  return { url: `http://127.0.0.1:${port}`, process: child }
}

async function ready(child: ChildProcess & { stdout: Readable }): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} before it was ready`)
  })
  const said = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Ready')) resolve()
    })
  })
  await Promise.race([said, ended])
  ended.catch(() => undefined)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

export async function inGroups<T>(count: number, size: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: Math.min(size, count - made.length) }, make))))
  return made
}

let addresses = 0
function address(): string {
  const n = addresses++
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
  return Math.round(value * 10) / 10
}
