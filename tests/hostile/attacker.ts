/** The means of attackers: a whole Parley with two tenants, and raw HTTP. */
import { connect } from 'node:net'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

export const region = 'na'
export const inRegion = { region } as const

export type Sent = { token?: string; body?: unknown; headers?: Record<string, string> }

export type Attacked = {
  parley: TestPlatform
  mine: Person
  theirs: Person
  /** An agent of mine. */
  agentId: string
  call(method: string, path: string, sent?: Sent): Promise<Answer>
  statusOf(method: string, path: string, token?: string, headers?: Record<string, string>): Promise<number>
  /** A new conversation, with functions to send messages and read it. */
  startWith(agentId: string): Promise<Visit>
  newAgent(person?: Person): Promise<string>
}

export type Answer = {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the server's unchecked answer
  json: any
}

export type Visit = {
  conversationId: string
  visitorToken: string
  path: string
  say(id: string, text: string): Promise<Answer>
  read(): Promise<Answer>
}

export async function startAttacked(env: Record<string, string> = {}): Promise<Attacked> {
  const parley = await startTestPlatform(env)
  const mine = await parley.signUp()
  const theirs = await parley.signUp()
  const call = (method: string, path: string, sent?: Sent) => callAt(parley.url, method, path, sent)

  const newAgent = async ({ client }: Person = mine): Promise<string> => {
    const body = { agentName: 'Ada', agentTemplate: 'blank-template' } as const
    return (await client.call('rpc.convertAgentTemplateToAgent', { params: inRegion, body })).agentCreated.ID
  }

  return {
    parley,
    mine,
    theirs,
    agentId: await newAgent(),
    call,
    newAgent,

    async statusOf(method, path, token, headers) {
      const body = method === 'POST' ? { body: {} } : {}
      const sent = { ...(token ? { token } : {}), ...(headers ? { headers } : {}), ...body }
      return (await call(method, path, sent)).status
    },

    async startWith(agentId) {
      const { json } = await call('POST', conversationsOf(agentId), { body: {} })
      const { conversationId, visitorToken } = json
      const path = `${conversationsOf(agentId)}/${conversationId}/messages`
      return {
        conversationId,
        visitorToken,
        path,
        say: (id, text) => call('POST', path, { token: visitorToken, body: { id, text } }),
        read: () => call('GET', path, { token: visitorToken }),
      }
    },
  }
}

export function conversationsOf(agentId: string): string {
  return `/api/${region}/v2/public/agents/${agentId}/conversations`
}

export async function callAt(origin: string, method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { token, body, headers } = sent
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const json = isJson && text !== '' ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}

/** The start of the answer to an unnormalised address; `fetch` would normalise it. */
export function raw(origin: string, path: string, headers = ''): Promise<string> {
  return rawBytes(origin, `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`)
}

/** The answer to raw bytes. */
export function rawBytes(origin: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      socket.write(bytes)
    })
    let text = ''
    socket.on('data', (data) => {
      text += data
      // A stream stays open; only its head is needed.
      if (text.includes('event-stream')) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}
