/** What a handler receives of a request: its parsed parts, its cause, and where it came from. */
import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_HEADER } from '@parley/contracts/client.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { Cause } from '@parley/contracts/message.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { Call, Principal } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Tracing } from '../tracing.ts'
import { actorOf } from './caller.ts'
import { issueWords } from './issue-words.ts'
import type { Mount } from './mount.ts'
import { isOpenToOtherOrigins } from './other-origins.ts'
import { cookieOf, DEVICE_COOKIE, headerOf } from './request-parts.ts'
import type { SignedDelivery } from './signed.ts'

type ParseResult = { ok: true; value: Record<string, unknown> } | { ok: false; rejection: InputRejection }

type InputRejection = Rejection & { errors: { field: string; message: string }[] }

export function parse(schema: z.ZodType | undefined, input: unknown): ParseResult {
  if (!schema) return { ok: true, value: {} }
  const parsed = schema.safeParse(input)
  if (parsed.success) return { ok: true, value: parsed.data as Record<string, unknown> }
  const errors = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issueWords(issue),
  }))
  const first = errors[0] ?? { field: '', message: 'The input does not fit.' }
  return {
    ok: false,
    rejection: { code: 'invalid-input', message: first.message, field: first.field, errors },
  }
}

export function causeOf(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  principal: Principal,
  delivery?: SignedDelivery,
): Cause {
  const key = delivery?.key ?? headerOf(request, IDEMPOTENCY_HEADER)
  const owner = actorOf(principal).id
  return {
    via: viaOf(endpoint, principal),
    command:
      key === undefined ? randomUUID() : `${owner}/${endpoint.name}/${placeOf(request)}/${key.slice(0, 200)}`,
    by: endpoint.name,
    request: request.id,
    correlation: request.id,
    ...traceOf(mount.tracing),
  }
}

/** The same key for two agents means two commands. */
function placeOf({ params }: FastifyRequest): string {
  return derivedId(16, JSON.stringify(params))
}

function traceOf(tracing: Tracing): { trace?: string } {
  const trace = tracing.current()
  return trace === undefined ? {} : { trace }
}

/** How a call came in: pages of other origins can only make the public calls. */
function viaOf(endpoint: Endpoint, principal: Principal): Cause['via'] {
  if (principal.kind === 'api-key' || principal.kind === 'token') return 'api'
  if (principal.kind === 'provider') return 'channel'
  return isOpenToOtherOrigins(endpoint) ? 'widget' : 'dashboard'
}

export function describeRequest(
  { countryHeader, closing }: Mount,
  request: FastifyRequest,
  answer: FastifyReply,
  delivery?: SignedDelivery,
): Call['request'] {
  let ended: AbortSignal | undefined
  return {
    id: request.id,
    address: request.ip,
    userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 300),
    device: cookieOf(request, DEVICE_COOKIE),
    country: countryHeader && headerOf(request, countryHeader),
    origin: headerOf(request, 'origin'),
    // What the connection names: headers of a proxy could name another.
    wants: /text\/event-stream(?!;q=0)/.test(preferred(headerOf(request, 'accept'))) ? 'stream' : 'json',
    ...(request.agencyHost && { agencyHost: request.agencyHost }),
    ...(delivery && { delivery: { id: delivery.id, raw: delivery.raw } }),
    /** Made when it is asked for: most calls never look. */
    get signal() {
      ended ??= endOf(answer, closing)
      return ended
    },
  }
}

/** Aborts when the caller disconnects or the process stops. */
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

/** The first media type in an Accept header. */
function preferred(accept: string | undefined): string {
  return accept === undefined || accept === '*/*' ? 'text/event-stream' : (accept.split(',')[0] ?? '')
}
