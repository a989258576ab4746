/**
 * Calls to external servers: signed, limited in time and size, never into the internal network (ruling 12), each with
 * an outcome in plain words. Nothing here throws, and what is shown of a call contains no secret.
 */
import type { ToolField } from '@parley/contracts/integration/tool.ts'
import { decodeAnswer } from '@parley/kernel/outgoing/decode-html.ts'
import type { SafeFetch, SafeFetched, SafeFetchFault } from '@parley/kernel/outgoing/safe-fetch.ts'
import {
  type Caller,
  HIDDEN,
  type OpenCredentials,
  type OpenedCredential,
} from './credential/open-credentials.ts'
import { callMcpTool } from './mcp/mcp-client.ts'
import { againAfter, type Tried, withRetries } from './retries.ts'
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

export type CallingDeps = {
  safeFetch: SafeFetch
  credentials: OpenCredentials
  now?: () => number
  /** Once it aborts, a call is not tried again. */
  signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 200_000
/** Maximum characters kept for display of a request and of a response. */
const MOST_SHOWN = 4_000
/** A shorter fixed value in the path of an address is a part of it and no key. */
const SHORTEST_KEY = 8

/** A credential that is missing, expired or not for this call is an outcome too, which says what to do. */
export async function callTool(
  deps: CallingDeps,
  tool: Tool,
  values: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
  caller: Caller,
): Promise<Called> {
  const made = toolRequest(tool, values)
  if (!made.ok) return refused(tool.name, made.message)
  const { outgoing } = made
  const withinRetries = (once: () => Promise<Tried>) => withRetries(tool.retries ?? 0, once, deps)
  const call = (opened?: OpenedCredential): Promise<Tried> => {
    const sent = signed(deps, tool, opened ? opened.sent(outgoing) : outgoing, idempotencyKey)
    const plain = opened?.shown(outgoing) ?? sent
    const shown = { ...plain, headers: { ...sent.headers, ...plain.headers } }
    const request = shownRequest(shown, fixedIn(tool.fields))
    return tool.mcpTool === undefined
      ? send(deps, tool.name, sent, idempotencyKey, request, opened)
      : sendByMcp(deps, tool, tool.mcpTool, sent, idempotencyKey, request, opened)
  }
  if (tool.credentialId === undefined) return withinRetries(call)
  const first = await deps.credentials.open(caller, tool.credentialId, outgoing.url)
  if (!first.ok) return withoutCredential(tool.name, first)
  let { opened } = first
  return withinRetries(async () => {
    const called = await call(opened)
    if (called.status !== 401 || !opened.renewed) return called
    const second = await opened.renewed()
    if (!second.ok) return withoutCredential(tool.name, second)
    opened = second.opened
    return call(opened)
  })
}

/** What a call of the tool is displayed as, without its signature and without making it. */
export async function previewOfTool(
  { credentials }: Pick<CallingDeps, 'credentials'>,
  tenant: string,
  tool: Tool,
  values: Readonly<Record<string, unknown>>,
): Promise<Pick<Called, 'name' | 'request'>> {
  const { name, credentialId } = tool
  const made = toolRequest(tool, values)
  if (!made.ok) return { name, request: '' }
  const { outgoing } = made
  const shown =
    credentialId === undefined ? outgoing : await credentials.shownWith(tenant, credentialId, outgoing)
  return { name, request: shownRequest(shown, fixedIn(tool.fields)) }
}

function signed(
  { now = Date.now }: CallingDeps,
  { serverUrlSecret, mcpTool }: Tool,
  outgoing: Outgoing,
  idempotencyKey: string,
): Outgoing {
  if (serverUrlSecret === '' || mcpTool !== undefined) return outgoing
  const timestamp = Math.floor(now() / 1000)
  const { method, body = '' } = outgoing
  const { pathname, search } = new URL(outgoing.url)
  const parts = { secret: serverUrlSecret, timestamp, idempotencyKey, method, path: pathname + search, body }
  const headers = {
    ...outgoing.headers,
    'x-parley-timestamp': String(timestamp),
    'x-parley-signature': signatureOf(parts),
  }
  return { ...outgoing, headers }
}

/** Makes a call of a flow without a tool. Its address may have placeholders only from the path on. */
export async function callAddress(
  deps: CallingDeps,
  outgoing: Outgoing,
  idempotencyKey: string,
): Promise<Called> {
  const made = addressRequest(outgoing)
  if (!made) return refused('HTTP request', 'The address is not a web address.')
  const shown = shownRequest(made.outgoing, new Set())
  return withRetries(0, () => send(deps, made.name, made.outgoing, idempotencyKey, shown))
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

/** `request`: as it is shown. With a credential, a redirect to another origin is not followed. */
async function send(
  { safeFetch, now = Date.now }: CallingDeps,
  name: string,
  { method, url, headers, body }: Outgoing,
  idempotencyKey: string,
  request: string,
  opened?: OpenedCredential,
): Promise<Tried> {
  const startedAt = now()
  const { origin } = new URL(url)
  let leaves = false
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
    mayFollow(target) {
      leaves = opened !== undefined && target.origin !== origin
      return !leaves
    },
  })
  const tookMs = now() - startedAt
  if (fetched.ok) await opened?.used()
  if (leaves) return { ...refused(name, LEAVES), tookMs, request }
  return { name, tookMs, request, ...answerOf(fetched, opened) }
}

async function sendByMcp(
  { safeFetch, now = Date.now }: CallingDeps,
  { name }: Tool,
  mcpTool: string,
  { url, headers, body = '{}' }: Outgoing,
  idempotencyKey: string,
  request: string,
  opened?: OpenedCredential,
): Promise<Tried> {
  const startedAt = now()
  const called = await callMcpTool(
    safeFetch,
    {
      url,
      headers: { ...withoutType(headers), 'idempotency-key': idempotencyKey },
      ...(opened ? { withoutSecret: opened.withoutSecret } : {}),
    },
    mcpTool,
    JSON.parse(body),
  )
  const tookMs = now() - startedAt
  const fault = called.ok ? undefined : called.fault
  if (fault === undefined) await opened?.used()
  // A message is without it already.
  const text = !called.ok ? called.message : opened ? opened.withoutSecret(called.text) : called.text
  const answered = called.ok && !called.isError ? 'ok' : 'error'
  const status = called.ok || called.status === undefined ? {} : { status: called.status }
  const again =
    fault === undefined ? status.status && againAfter(status.status, {}) : passing.has(fault) ? {} : undefined
  return {
    ...(again ? { again } : {}),
    ...{ name, tookMs, request, ...status, response: text.slice(0, MOST_SHOWN), result: text },
    outcome: fault === undefined ? answered : outcomes[fault],
  }
}

/** The client of the protocol says itself of what type its requests are. */
function withoutType({ 'content-type': _, ...headers }: Outgoing['headers']): Outgoing['headers'] {
  return headers
}

const LEAVES = 'The address redirects to another site, to which the credential is not sent.'

function answerOf(
  fetched: SafeFetched,
  opened: OpenedCredential | undefined,
): Pick<Tried, 'outcome' | 'status' | 'response' | 'result' | 'again'> {
  if (!fetched.ok) {
    const { message, code } = fetched
    const again = passing.has(code) ? { again: {} } : {}
    return { outcome: outcomes[code], response: message, result: message, ...again }
  }
  const { status, body, headers } = fetched
  const decoded = decodeAnswer(body, headers['content-type'])
  const plain = decoded.includes('\0') ? '(not a text)' : decoded
  const text = opened ? opened.withoutSecret(plain) : plain
  const outcome = status >= 200 && status < 300 ? 'ok' : 'error'
  const again = againAfter(status, headers)
  return { outcome, status, response: text.slice(0, MOST_SHOWN), result: text, ...(again ? { again } : {}) }
}

/** Faults that may be over at the next try. */
const passing: ReadonlySet<SafeFetchFault> = new Set(['unreachable', 'timed-out'])

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

/** The team reads why; a model, which may repeat it to a visitor, is told no more than that it fails. */
function withoutCredential(
  name: string,
  { outcome, message }: { outcome: CallOutcome; message: string },
): Called {
  return { ...refused(name, message), outcome, result: 'This function can’t be used at the moment.' }
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
  for (const value of hidden)
    if (value.length >= SHORTEST_KEY)
      shown.pathname = shown.pathname.replaceAll(encodeURIComponent(value), HIDDEN)
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
    const form = [...new URLSearchParams(body)]
    return form.map(([key, value]) => `${key}=${hidden.has(value) ? HIDDEN : value}`).join('&')
  }
}
