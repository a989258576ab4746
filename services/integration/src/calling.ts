/**
 * Calls to external servers: signed, limited in time and size, never into the internal network (ruling 12), each with
 * an outcome in plain words. Nothing here throws, and what is shown of a call contains no secret.
 */
import type { ToolField } from '@parley/contracts/integration/tool.ts'
import type { SafeFetch, SafeFetched, SafeFetchFault } from '@parley/kernel/safe-fetch.ts'
import { signatureOf } from './signature.ts'
import type { Tool } from './tool.decider.ts'
import { type Outgoing, toolRequest } from './tool-request.ts'

export type CallOutcome = 'ok' | 'error' | 'refused' | 'time-out' | 'too-large'

export type Called = {
  name: string
  outcome: CallOutcome
  /** HTTP status. */
  status?: number
  tookMs: number
  /** For display, truncated. */
  request: string
  response: string
  /** The whole body, or a plain message if there is none. */
  result: string
}

export type CallingDeps = { safeFetch: SafeFetch; now?: () => number }

const TIMEOUT_MS = 15_000
const MAX_BYTES = 200_000
/** Maximum characters kept for display of a request and of a response. */
const MOST_SHOWN = 4_000
const HIDDEN = '••••••'

export async function callTool(
  deps: CallingDeps,
  tool: Tool,
  values: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
): Promise<Called> {
  const made = toolRequest(tool, values)
  if (!made.ok) return refused(tool.name, made.message)
  const { outgoing } = made
  const { now = Date.now } = deps
  if (tool.serverUrlSecret !== '') {
    const timestamp = Math.floor(now() / 1000)
    const { pathname, search } = new URL(outgoing.url)
    const signed = {
      secret: tool.serverUrlSecret,
      timestamp,
      idempotencyKey,
      method: outgoing.method,
      path: pathname + search,
    }
    outgoing.headers['x-parley-timestamp'] = String(timestamp)
    outgoing.headers['x-parley-signature'] = signatureOf({ ...signed, body: outgoing.body ?? '' })
  }
  return send(deps, tool.name, outgoing, idempotencyKey, fixedIn(tool.fields))
}

/** What a call of the tool is displayed as, without its signature and without making it. */
export function previewOfTool(
  tool: Tool,
  values: Readonly<Record<string, unknown>>,
): Pick<Called, 'name' | 'request'> {
  const made = toolRequest(tool, values)
  const request = made.ok ? shownRequest(made.outgoing, fixedIn(tool.fields)) : ''
  return { name: tool.name, request }
}

/** Makes a call of a flow without a tool. Its address may have placeholders only from the path on. */
export async function callAddress(
  deps: CallingDeps,
  outgoing: Outgoing,
  idempotencyKey: string,
): Promise<Called> {
  const made = addressRequest(outgoing)
  if (!made) return refused('HTTP request', 'The address is not a web address.')
  return send(deps, made.name, made.outgoing, idempotencyKey, new Set())
}

/** What the call is displayed as, without making it. */
export function previewOfAddress(outgoing: Outgoing): Pick<Called, 'name' | 'request'> {
  const made = addressRequest(outgoing)
  if (!made) return { name: 'HTTP request', request: '' }
  return { name: made.name, request: shownRequest(made.outgoing, new Set()) }
}

function addressRequest(outgoing: Outgoing): { name: string; outgoing: Outgoing } | undefined {
  if (!URL.canParse(outgoing.url)) return undefined
  const headers = Object.fromEntries(
    Object.entries(outgoing.headers).flatMap(([key, value]) =>
      /^[\w!#$%&'*+.^`|~-]+$/.test(key) &&
      !/^(host|connection|content-length|transfer-encoding|x-parley-.*)$/i.test(key)
        ? [[key.toLowerCase(), value.replace(/[^\x20-\x7e\x80-\xff]+/g, ' ')]]
        : [],
    ),
  )
  const { body } = outgoing
  if (body !== undefined && !('content-type' in headers))
    headers['content-type'] = /^\s*[{[]/.test(body) ? 'application/json' : 'text/plain; charset=utf-8'
  return { name: `${outgoing.method} ${new URL(outgoing.url).host}`, outgoing: { ...outgoing, headers } }
}

async function send(
  { safeFetch, now = Date.now }: CallingDeps,
  name: string,
  { method, url, headers, body }: Outgoing,
  idempotencyKey: string,
  hidden: ReadonlySet<string>,
): Promise<Called> {
  const startedAt = now()
  const fetched = await safeFetch(url, {
    method,
    headers: {
      accept: 'application/json, text/plain;q=0.9, */*;q=0.5',
      'user-agent': 'Parley',
      ...headers,
      'idempotency-key': idempotencyKey,
    },
    ...(body === undefined || method === 'GET' ? {} : { body }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: 3,
  })
  const request = shownRequest({ method, url, headers, ...(body === undefined ? {} : { body }) }, hidden)
  return { name, tookMs: now() - startedAt, request, ...answerOf(fetched) }
}

function answerOf(fetched: SafeFetched): Pick<Called, 'outcome' | 'status' | 'response' | 'result'> {
  if (!fetched.ok) {
    const { message } = fetched
    return { outcome: outcomes[fetched.code], response: message, result: message }
  }
  const { status, body } = fetched
  const text = body.includes(0) ? '(not a text)' : body.toString('utf8')
  const outcome = status >= 200 && status < 300 ? 'ok' : 'error'
  return { outcome, status, response: text.slice(0, MOST_SHOWN), result: text }
}

const outcomes: Record<SafeFetchFault, CallOutcome> = {
  'invalid-address': 'refused',
  'address-not-allowed': 'refused',
  unreachable: 'error',
  'timed-out': 'time-out',
  'too-large': 'too-large',
  'too-many-redirects': 'error',
  'content-type-not-accepted': 'error',
  cancelled: 'error',
}

function refused(name: string, message: string): Called {
  return { name, outcome: 'refused', tookMs: 0, request: '', response: message, result: message }
}

/** Values fixed by the tool's owner may be keys: they are sent, but not shown. */
function fixedIn(fields: readonly ToolField[]): ReadonlySet<string> {
  return new Set(fields.flatMap(({ value }) => (value ? [value] : [])))
}

function shownRequest({ method, url, headers, body }: Outgoing, hidden: ReadonlySet<string>): string {
  const shown = new URL(url)
  for (const [key, value] of [...shown.searchParams])
    if (hidden.has(value)) shown.searchParams.set(key, HIDDEN)
  const lines = Object.entries(headers).map(
    ([name, value]) =>
      `${name}: ${hidden.has(value) || /^authorization$|signature|api-?key|token|cookie/i.test(name) ? HIDDEN : value}`,
  )
  const address = `${method} ${shown.href.replaceAll(encodeURIComponent(HIDDEN), HIDDEN)}`
  const text = [address, ...lines, ...(body === undefined ? [] : ['', shownBody(body, hidden)])].join('\n')
  return text.slice(0, MOST_SHOWN)
}

function shownBody(body: string, hidden: ReadonlySet<string>): string {
  if (hidden.size === 0) return body
  try {
    const value: unknown = JSON.parse(body)
    return JSON.stringify(value, (_, one: unknown) => (hidden.has(String(one)) ? HIDDEN : one))
  } catch {
    return HIDDEN
  }
}
