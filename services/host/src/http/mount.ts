/** Mounts every endpoint from its data: authenticate, authorise, parse, wait, handle, answer. */
import { randomUUID } from 'node:crypto'
import {
  AFTER_HEADER,
  CSRF_HEADER,
  IDEMPOTENCY_HEADER,
  POSITION_HEADER,
  WORKSPACE_HEADER,
} from '@parley/contracts/client.ts'
import { EMBED_HEADER } from '@parley/contracts/conversation/embed.ts'
import {
  commonRefusals,
  type Endpoint,
  type Problem,
  type Region,
  regionSchema,
} from '@parley/contracts/endpoint.ts'
import type { Actor, Cause } from '@parley/contracts/message.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import type { Call, Handler, Principal, Reply, ServerSentEvent } from '@parley/kernel/handler.ts'
import type { RateLimits } from '@parley/kernel/rate-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Tracing } from '../tracing.ts'
import { authorise, type Gatekeeper } from './access.ts'
import { checkOrigin, type Origins } from './origins.ts'
import { sendEvents, sendText } from './streams.ts'
import { limitedAs, limitVisitors } from './visitor-limits.ts'

export const SESSION_COOKIE = 'parley_session'
/** A query waits this long for its projection, then answers with what there is. */
const WAIT_MS = 3_000
/** So long may pass until a stream asks again whether its reader may still listen. */
const ASK_AGAIN_MS = 1_000

/** Handlers with their types closed over; `api.ts` and `Handlers` keep them honest where they are written. */
export type AnyHandlers = Record<string, Handler<Endpoint>>

export type Mount = {
  endpoints: Record<string, Endpoint>
  /** The handlers of a region; without a region those of endpoints that span them all. */
  handlersOf(region: Region | undefined): AnyHandlers | undefined
  gatekeeper: Gatekeeper
  /** Waits until a region's readers can see a position. */
  waitFor(region: Region | undefined, position: number, timeoutMs: number): Promise<boolean>
  /** Where the dashboard is served from: the only other origin-bearing callers cookies are taken from. */
  publicUrl: string
  tracing: Tracing
  /** The counters of a region's visitors. */
  limitsOf(region: Region | undefined): { limits: RateLimits; factor: number } | undefined
  origins: Origins
  /** Aborts when the process stops: what would go on for ever ends then. */
  closing: AbortSignal
  /** The header in which a proxy says where the caller is, in lower case. */
  countryHeader: string | undefined
  /** Checks answers against their schemas; for tests. */
  checkOutputs: boolean
}

/** Throws when an endpoint has no handler: what the contract promises must be there. */
export function mountEndpoints(server: FastifyInstance, mount: Mount, regions: Region[]): void {
  for (const endpoint of Object.values(mount.endpoints)) {
    const places = endpoint.path.includes('{region}') ? regions : [undefined]
    const missing = places.some((region) => mount.handlersOf(region)?.[endpoint.name] === undefined)
    if (missing) throw new Error(`${endpoint.name} has no handler`)
  }
  for (const endpoint of Object.values(mount.endpoints)) {
    server.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: endpoint.maxBodyBytes ?? 262_144,
      handler: (request, answer) => serve(mount, endpoint, request, answer),
    })
    if (isOpenToOtherOrigins(endpoint)) answerPreflight(mount, server, endpoint)
  }
}

async function serve(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  answer: FastifyReply,
): Promise<FastifyReply> {
  if (isOpenToOtherOrigins(endpoint)) {
    const refused = await admitOrigin(mount, request, answer)
    if (refused) return refuseWith(endpoint, refused, request, answer)
  }
  const outcome = await mount.tracing.span(
    `${endpoint.method} ${endpoint.name}`,
    { request: request.id },
    () => run(mount, endpoint, request, answer),
    headerOf(request, 'traceparent'),
  )
  if (!outcome.ok) return refuseWith(endpoint, outcome.rejection, request, answer)
  if (outcome.headers) answer.headers(outcome.headers)
  if ('bytes' in outcome) return sendBytes(outcome, request, answer)
  if ('stream' in outcome) {
    const endless = endpoint.kind === 'query'
    const { stream } = outcome
    return sendEvents(endless ? whileAdmitted(mount, endpoint, request, stream) : stream, request, answer)
  }
  if ('text' in outcome) return sendText(outcome.text, outcome.contentType, request, answer)
  if (outcome.position !== undefined) answer.header(POSITION_HEADER, outcome.position)
  if (mount.checkOutputs) endpoint.output.parse(outcome.value)
  return answer
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(outcome.value))
}

async function run(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  answer: FastifyReply,
): Promise<Reply<unknown>> {
  const params = parse(endpoint.params, request.params)
  if (!params.ok) return endpoint.access === 'anyone' ? params : unknownPath(mount, endpoint, request)
  const named: Record<string, unknown> = params.value
  const region = named.region as Region | undefined
  const handler = mount.handlersOf(region)?.[endpoint.name]
  if (!handler) return refuse('not-found', 'This region is not served here.')
  const admitted = await admit(mount, endpoint, request, named)
  if (!admitted.ok) return admitted
  const { principal, tenant } = admitted

  const kind = limitedAs(endpoint)
  const counters = kind && mount.limitsOf(region)
  if (kind && counters) {
    const caller = { principal, address: request.ip, agentId: textIn(named, 'agentId'), tenant }
    const refused = await limitVisitors(counters.limits, kind, caller, counters.factor)
    if (refused) return refused
  }

  const query = parse(endpoint.query, request.query)
  if (!query.ok) return query
  const body = parse(endpoint.body, request.body ?? undefined)
  if (!body.ok) return body

  const after = Number(headerOf(request, AFTER_HEADER))
  if (endpoint.kind === 'query' && after >= 0) await mount.waitFor(region, after, WAIT_MS)

  const call = {
    params: params.value,
    query: query.value,
    body: body.value,
    principal,
    tenant,
    context: {
      tenant,
      actor: actorOf(principal),
      cause: causeOf(mount, endpoint, request, principal),
    },
    request: describeRequest(mount, request, answer),
  }
  return handler(call as unknown as Call)
}

type Admitted = { ok: true; principal: Principal; tenant: string }

/** Who calls, and for which tenant; refused where they may not. */
async function admit(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  named: Record<string, unknown>,
): Promise<Admitted | { ok: false; rejection: Rejection }> {
  const region = named.region as Region | undefined
  const principal =
    endpoint.access === 'anyone' ? nobody : await authenticate(mount, endpoint, request, region)
  if ('ok' in principal) return principal
  const authorised = await authorise(mount.gatekeeper, {
    access: endpoint.access,
    region,
    principal,
    workspaceId: textIn(named, 'workspaceId'),
    agentId: textIn(named, 'agentId') ?? textIn(request.body, 'agentId'),
    conversationId: textIn(named, 'conversationId'),
    wanted: headerOf(request, WORKSPACE_HEADER),
  })
  return authorised.ok ? { ok: true, principal, tenant: authorised.tenant } : authorised
}

/** Whoever signs out, or is let go, hears nothing more of what they listened to. */
async function* whileAdmitted(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  events: AsyncIterable<ServerSentEvent>,
): AsyncGenerator<ServerSentEvent> {
  const named = Object(request.params)
  let asked = Date.now()
  for await (const event of events) {
    if (Date.now() - asked > ASK_AGAIN_MS) {
      if (!(await admit(mount, endpoint, request, named)).ok) return
      asked = Date.now()
    }
    yield event
  }
}

const nobody: Principal = { kind: 'nobody' }

async function authenticate(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  region: Region | undefined,
): Promise<Principal | { ok: false; rejection: Rejection }> {
  const header = request.headers.authorization
  if (header?.startsWith('Bearer ')) return mount.gatekeeper.principalOf(header.slice(7).trim(), region)
  const token = cookieOf(request, SESSION_COOKIE)
  if (token === undefined) return nobody
  if (endpoint.method !== 'GET' && !isOwnPage(mount, request)) {
    return refuse('not-allowed', 'This call did not come from the dashboard.')
  }
  return mount.gatekeeper.principalOf(token, region)
}

/** A page of another site can neither set our header nor forge its Origin (ruling 5). */
function isOwnPage(mount: Mount, request: FastifyRequest): boolean {
  if (request.headers[CSRF_HEADER] === undefined) return false
  const { origin } = request.headers
  return origin === undefined || isOwnOrigin(mount.publicUrl, request, origin)
}

/** Whether an origin is that of this server, under its configured address or the one it was called by. */
export function isOwnOrigin(publicUrl: string, request: FastifyRequest, origin: string): boolean {
  return origin === new URL(publicUrl).origin || hostOf(origin) === request.headers.host
}

async function unknownPath(mount: Mount, endpoint: Endpoint, request: FastifyRequest): Promise<Reply<never>> {
  const principal = await authenticate(mount, endpoint, request, undefined)
  const known = 'kind' in principal && principal.kind !== 'nobody'
  return known ? refuse('not-found', 'Not found.') : refuse('not-signed-in', 'Please sign in first.')
}

type ParseResult = { ok: true; value: Record<string, unknown> } | { ok: false; rejection: InputRejection }
type InputRejection = Rejection & { errors: { field: string; message: string }[] }

function parse(schema: z.ZodType | undefined, input: unknown): ParseResult {
  if (!schema) return { ok: true, value: {} }
  const parsed = schema.safeParse(input)
  if (parsed.success) return { ok: true, value: parsed.data as Record<string, unknown> }
  const errors = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: wording(issue),
  }))
  const first = errors[0] ?? { field: '', message: 'The input does not fit.' }
  return {
    ok: false,
    rejection: { code: 'invalid-input', message: first.message, field: first.field, errors },
  }
}

/** The schema library's own words need the field's name to be understood; ours stand for themselves. */
function wording(issue: z.core.$ZodIssue): string {
  const generic = /^(Invalid|Too|Unrecognized|Expected)/.test(issue.message)
  const field = issue.path.join('.')
  if (!generic) return issue.message
  return field === ''
    ? issue.message.replace('Invalid input: expected', 'The body must be')
    : `${field}: ${issue.message}`
}

function actorOf(principal: Principal): Actor {
  switch (principal.kind) {
    case 'user':
      return { kind: 'user', id: principal.userId }
    case 'api-key':
      return { kind: 'api-key', id: principal.agentId ?? principal.tenant }
    case 'visitor':
      return { kind: 'visitor', id: principal.visitorId }
    case 'nobody':
      return { kind: 'visitor', id: 'unknown' }
  }
}

function causeOf(mount: Mount, endpoint: Endpoint, request: FastifyRequest, principal: Principal): Cause {
  const key = headerOf(request, IDEMPOTENCY_HEADER)
  const owner = actorOf(principal).id
  return {
    via: viaOf(endpoint, principal),
    command: key === undefined ? randomUUID() : `${owner}/${endpoint.name}/${key.slice(0, 200)}`,
    by: endpoint.name,
    request: request.id,
    correlation: request.id,
    ...traceOf(mount.tracing),
  }
}

function traceOf(tracing: Tracing): { trace?: string } {
  const trace = tracing.current()
  return trace === undefined ? {} : { trace }
}

/** Through which door: pages of others reach the public calls alone. */
function viaOf(endpoint: Endpoint, principal: Principal): Cause['via'] {
  if (principal.kind === 'api-key') return 'api'
  return isOpenToOtherOrigins(endpoint) ? 'widget' : 'dashboard'
}

function describeRequest(
  { countryHeader, closing }: Mount,
  request: FastifyRequest,
  answer: FastifyReply,
): Call['request'] {
  let ended: AbortSignal | undefined
  return {
    id: request.id,
    address: request.ip,
    userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 300),
    country: countryHeader && headerOf(request, countryHeader),
    origin: headerOf(request, 'origin'),
    wants: /text\/event-stream(?!;q=0)/.test(preferred(headerOf(request, 'accept'))) ? 'stream' : 'json',
    /** Made when it is asked for: most calls never look. */
    get signal() {
      ended ??= endOf(answer, closing)
      return ended
    },
  }
}

/** Aborts when the caller has gone, or the process is to stop. */
function endOf(answer: FastifyReply, closing: AbortSignal): AbortSignal {
  const ended = new AbortController()
  const end = () => ended.abort()
  closing.addEventListener('abort', end)
  answer.raw.once('close', () => {
    closing.removeEventListener('abort', end)
    end()
  })
  if (answer.raw.destroyed || closing.aborted) end()
  return ended.signal
}

/** The media type an Accept header asks for first. */
function preferred(accept: string | undefined): string {
  return accept === undefined || accept === '*/*' ? 'text/event-stream' : (accept.split(',')[0] ?? '')
}

function refuseWith(
  endpoint: Endpoint,
  rejection: Rejection & { errors?: Problem['errors'] },
  request: FastifyRequest,
  answer: FastifyReply,
): FastifyReply {
  const common: Record<string, number> = commonRefusals
  if (rejection.retryAfterSeconds !== undefined) answer.header('retry-after', rejection.retryAfterSeconds)
  const status = endpoint.refusals?.[rejection.code] ?? common[rejection.code] ?? 422
  return sendProblem(answer, {
    type: `urn:parley:${rejection.code}`,
    title: rejection.message,
    status,
    code: rejection.code,
    message: rejection.message,
    ...(rejection.field ? { field: rejection.field } : {}),
    ...(rejection.errors ? { errors: rejection.errors } : {}),
    requestId: request.id,
  })
}

export function sendProblem(answer: FastifyReply, problem: Problem): FastifyReply {
  return answer
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem))
}

function sendBytes(
  outcome: { bytes: Buffer; etag: string; contentType: string },
  request: FastifyRequest,
  answer: FastifyReply,
): FastifyReply {
  answer.header('etag', outcome.etag)
  if (request.headers['if-none-match'] === outcome.etag) return answer.code(304).send()
  return answer.header('content-type', outcome.contentType).send(outcome.bytes)
}

/** What visitors' pages call from other origins: no cookies are involved, tokens travel in headers. */
function isOpenToOtherOrigins(endpoint: Endpoint): boolean {
  return endpoint.path.includes('/public/')
}

/** Sets what a page of another origin needs to read the answer, unless the agent may not be used there. */
async function admitOrigin(
  mount: Mount,
  request: FastifyRequest,
  answer: FastifyReply,
): Promise<Rejection | undefined> {
  const admitted = await originOf(mount, request)
  if (!admitted.ok) {
    answer.header('vary', 'origin')
    return admitted.rejection
  }
  if (admitted.ticket !== undefined) answer.header(EMBED_HEADER, admitted.ticket)
  if (admitted.allow === undefined) return undefined
  answer
    .header('access-control-allow-origin', admitted.allow)
    .header('access-control-expose-headers', `${POSITION_HEADER}, retry-after`)
  if (admitted.allow !== '*') answer.header('vary', 'origin')
  return undefined
}

function originOf(mount: Mount, request: FastifyRequest) {
  const region = regionSchema.safeParse(textIn(request.params, 'region')).data
  const agentId = textIn(request.params, 'agentId')
  if (region === undefined || agentId === undefined)
    return { ok: true, allow: '*', ticket: undefined } as const
  const bearer = headerOf(request, 'authorization')
  return checkOrigin(mount.origins, {
    region,
    agentId,
    origin: headerOf(request, 'origin'),
    ticket: headerOf(request, EMBED_HEADER),
    bearer: bearer?.startsWith('Bearer ') ? bearer.slice(7).trim() : undefined,
    isOwn: (origin) => isOwnOrigin(mount.publicUrl, request, origin),
  })
}

/** Browsers ask before they send our headers to another origin. Pages that may not go on learn nothing. */
function answerPreflight(mount: Mount, server: FastifyInstance, endpoint: Endpoint): void {
  const url = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  if (server.hasRoute({ method: 'OPTIONS', url })) return
  server.options(url, async (request, answer) => {
    const admitted = await originOf(mount, request)
    if (!admitted.ok || admitted.allow === undefined) return answer.code(204).header('vary', 'origin').send()
    const { allow } = admitted
    return answer
      .code(204)
      .headers({
        'access-control-allow-origin': allow,
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers': `authorization, content-type, accept, ${IDEMPOTENCY_HEADER}, ${CSRF_HEADER}, ${AFTER_HEADER}, ${WORKSPACE_HEADER}`,
        // A list may change.
        'access-control-max-age': allow === '*' ? '86400' : '600',
        ...(allow === '*' ? {} : { vary: 'origin' }),
      })
      .send()
  })
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name && value) return decoded(value)
  }
  return undefined
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

function textIn(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null || !(name in input)) return undefined
  const value = Object.entries(input).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
