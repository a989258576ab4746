/**
 * Lists and calls the tools of a remote server of the Model Context Protocol (streamable HTTP), by the official client. It
 * reaches what other calls of functions reach, with their limits of time and size. Nothing here throws.
 */
import type { CallToolResult, Client, Tool } from '@modelcontextprotocol/client'
import type { SafeFetch, SafeFetchFault } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { Challenge } from '../credential/authorization-server.ts'

export type McpPlace = {
  url: string
  /** Sent with each request. */
  headers: Readonly<Record<string, string>>
  /** Hides what is sent as a secret in what the server says of it, before that is cut to a length. */
  withoutSecret?(text: string): string
}

export type McpTool = Pick<Tool, 'name' | 'description' | 'inputSchema' | 'annotations'> & {
  title: string
  /** Whether its server runs it as a task alone, of which calls of functions begin none. */
  needsTask?: boolean
}

/** `fault`: why the server was not reached; absent if it answered with an error. */
type Failed = {
  ok: false
  message: string
  fault?: SafeFetchFault
  status?: number
  /** With the status 401: what the server says of how access to it is granted. */
  challenge?: Challenge
}
export type McpListed = { ok: true; title: string; tools: McpTool[] } | Failed
export type McpCalled = { ok: true; isError: boolean; text: string } | Failed

const TIMEOUT_MS = 15_000
const MAX_BYTES = 200_000
/** Of all pages together. */
const MAX_BYTES_LISTED = 4_000_000
const MOST_TOOLS = 500

export function listMcpTools(safeFetch: SafeFetch, place: McpPlace): Promise<McpListed> {
  return during(safeFetch, place, MAX_BYTES_LISTED, async (client) => {
    // The client follows the pages of the list.
    const { tools } = await client.listTools()
    const listed = tools.map(({ name, title, description, inputSchema, annotations, execution }) => ({
      ...{ name, title: title ?? annotations?.title ?? name, inputSchema },
      ...(description === undefined ? {} : { description }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(execution?.taskSupport === 'required' && { needsTask: true }),
    }))
    const server = client.getServerVersion()
    return { ok: true, title: server?.title ?? server?.name ?? '', tools: listed.slice(0, MOST_TOOLS) }
  })
}

export function callMcpTool(
  safeFetch: SafeFetch,
  place: McpPlace,
  name: string,
  input: Record<string, unknown>,
): Promise<McpCalled> {
  return during(safeFetch, place, MAX_BYTES, async (client) => {
    const {
      content = [],
      structuredContent,
      isError = false,
    } = await client.callTool({ name, arguments: input })
    const texts = content.map(textOf)
    const text = texts.length > 0 ? texts.join('\n') : JSON.stringify(structuredContent ?? null)
    return { ok: true, isError, text }
  })
}

/** What a text can have of a part of an answer: texts, those of embedded resources, and where others are. */
function textOf(part: CallToolResult['content'][number]): string {
  if (part.type === 'text') return part.text
  if (part.type === 'resource' && 'text' in part.resource) return part.resource.text
  if (part.type === 'resource_link') return `${part.title ?? part.name}: ${part.uri}`
  return `(${part.type})`
}

/** Connects, acts and ends the session. */
async function during<Result>(
  safeFetch: SafeFetch,
  { url, headers, withoutSecret = (text) => text }: McpPlace,
  maxBytes: number,
  act: (client: Client) => Promise<Result>,
): Promise<Result | Failed> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  let fault: Omit<Failed, 'ok'> | undefined
  let left = maxBytes
  let challenge: Challenge | undefined
  const fetch = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body } = init
    // A stream of what the server says by itself is not needed; servers may have none.
    if (method !== 'POST' && method !== 'DELETE') return new Response(null, { status: 405 })
    const fetched = await safeFetch(String(address), {
      ...{ method, maxBytes: Math.max(1, left), maxRedirects: 0, timeoutMs: TIMEOUT_MS, signal: deadline },
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'user-agent': 'Parley' },
      ...(typeof body === 'string' ? { body } : {}),
    })
    if (!fetched.ok) {
      const { code, message } = fetched
      fault = code === 'cancelled' ? { message: timedOut, fault: 'timed-out' } : { message, fault: code }
      throw new Error(message)
    }
    left -= fetched.body.length
    const { status } = fetched
    const isEmpty = status === 204 || status === 205 || status === 304
    const response = new Response(isEmpty ? null : new Uint8Array(fetched.body), {
      ...{ status, headers: fetched.headers },
    })
    if (status === 401) challenge = challengeOf(extractWWWAuthenticateParams(response))
    return response
  }
  const { Client, StreamableHTTPClientTransport, extractWWWAuthenticateParams } = await import(
    '@modelcontextprotocol/client'
  )
  const client = new Client({ name: 'parley', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  try {
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      ...{ fetch, requestInit: { headers: { ...headers } } },
      reconnectionOptions: {
        ...{ maxRetries: 0, initialReconnectionDelay: 1, maxReconnectionDelay: 1 },
        reconnectionDelayGrowFactor: 1,
      },
    })
    const acted = client.connect(transport, { timeout: TIMEOUT_MS }).then(() => act(client))
    return await Promise.race([acted, atEnd(deadline)])
  } catch (error) {
    if (deadline.aborted) fault = { message: timedOut, fault: 'timed-out' }
    const answered = fault ?? answeredWith(error, withoutSecret)
    const asked = !fault && challenge && answered.status === 401 ? { challenge } : {}
    return { ok: false, ...answered, ...asked }
  } finally {
    await client.close().catch(() => undefined)
  }
}

function challengeOf({
  resourceMetadataUrl,
  scope,
}: {
  resourceMetadataUrl?: URL
  scope?: string
}): Challenge {
  return {
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: resourceMetadataUrl.href }),
    ...(scope === undefined ? {} : { scope }),
  }
}

/** Rejects at the deadline: a server may answer in time with a stream that says nothing. */
function atEnd(deadline: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    deadline.addEventListener('abort', () => reject(new Error(timedOut)), { once: true })
  })
}

const timedOut = 'The server did not answer in time.'

/** What the server says is shown in one line; it may be long, and a page. */
function answeredWith(error: unknown, withoutSecret: (text: string) => string): Omit<Failed, 'ok'> {
  const { status, code, message } = Object(error)
  const httpStatus = Number(status ?? (typeof code === 'number' ? code : Number.NaN))
  if (httpStatus === 401 || httpStatus === 403)
    return { status: httpStatus, message: 'The server did not accept the key.' }
  if (httpStatus >= 400)
    return { status: httpStatus, message: `The server answered with the status ${httpStatus}.` }
  const said = withoutSecret(String(message ?? ''))
    .slice(0, 2_000)
    .replace(/\s+/g, ' ')
    .slice(0, 300)
  return {
    message:
      said === '' ? 'The server does not speak the Model Context Protocol.' : `The server answered: ${said}`,
  }
}
