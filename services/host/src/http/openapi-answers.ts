/** What the OpenAPI document says of answers: every status that an endpoint has, its body and its headers. */
import { commonRefusals, type Endpoint } from '@parley/contracts/endpoint.ts'
import { holds } from '@parley/contracts/permissions.ts'
import { jsonSchema } from './openapi-schema.ts'
import { limitedAs } from './visitor-limits.ts'

type Described = Record<string, unknown>

const text = { type: 'string' }

export function answersOf(endpoint: Endpoint, endpoints: Record<string, Endpoint>): Described {
  return {
    200: { description: 'Done', headers: headersOf(endpoint, endpoints), content: contentOf(endpoint) },
    ...(endpoint.delivery === 'bytes' ? { 304: unchanged } : {}),
    ...problemsOf(endpoint),
  }
}

const unchanged = {
  description: 'What `If-None-Match` names is still the answer',
  headers: etagHeader('`If-None-Match`'),
}

function contentOf({ kind, delivery, mediaTypes, output }: Endpoint): Described {
  if (mediaTypes) return Object.fromEntries(mediaTypes.map((type) => [type, {}]))
  const json = { 'application/json': { schema: jsonSchema(output, 'output') } }
  if (delivery !== 'stream') return json
  // A command that streams answers with JSON to whoever asks for it; what it streams has other shapes.
  const stream = (data: Described) => ({ 'text/event-stream': { schema: eventSchema(data) } })
  return kind === 'query' ? stream(jsonSchema(output, 'output')) : { ...stream({}), ...json }
}

/** Each event of a stream. */
function eventSchema(data: Described): Described {
  return {
    type: 'object',
    properties: {
      event: text,
      data: { ...text, contentMediaType: 'application/json', contentSchema: data },
    },
    required: ['event', 'data'],
  }
}

function headersOf(endpoint: Endpoint, endpoints: Record<string, Endpoint>): Described {
  const { deprecated } = endpoint
  const overwritten = Object.values(endpoints)
    .filter(({ overwrites }) => overwrites === endpoint.name)
    .map(({ name }) => `\`${name}\``)
  return {
    ...limitHeadersOf(endpoint),
    ...(deprecated ? { Deprecation: { description: 'Since when, as RFC 9745 has it.', schema: text } } : {}),
    ...(deprecated?.until
      ? { Sunset: { description: 'Until when, as RFC 8594 has it.', schema: text } }
      : {}),
    ...(endpoint.kind === 'command'
      ? { 'Log-Position': { description: 'For `Log-After` of a query.', schema: text } }
      : {}),
    ...(overwritten.length > 0 ? etagHeader(`\`If-Match\` of ${overwritten.join(', ')}`) : {}),
    ...(endpoint.overwrites ? etagHeader('`If-Match` of the next call on the same') : {}),
    ...(endpoint.delivery === 'bytes' ? etagHeader('`If-None-Match`') : {}),
  }
}

/** Components of the document. */
export const limitHeaders = {
  RateLimitPolicy: {
    description:
      'The limits that the call counts towards, as draft-ietf-httpapi-ratelimit-headers-10 has them: `q` uses in `w` seconds; of `token`, `conversation` and `address` calls, of `writes` bytes that a workspace sends. They refill evenly.',
    schema: text,
    example: '"address";q=600;w=60, "conversation";q=20;w=60',
  },
  RateLimit: {
    description: 'Of each of these limits, `r` that are left now, and `t` seconds until all of it is again.',
    schema: text,
    example: '"address";r=599;t=1, "conversation";r=19;t=3',
  },
  RetryAfter: {
    description: 'Seconds after which the call may be possible.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
}

function limitHeadersOf(endpoint: Endpoint): Described {
  const { kind, access, body } = endpoint
  const countsBytes = kind === 'command' && access === undefined && body !== undefined
  if (!limitedAs(endpoint) && !countsBytes && !isForTokens(endpoint)) return {}
  return {
    'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
    RateLimit: { $ref: '#/components/headers/RateLimit' },
  }
}

/** Whether access tokens may make the call, each of which has a limit and may have an end. */
function isForTokens({ access, permission }: Endpoint): boolean {
  return access === undefined && holds({ role: 'token' }, permission)
}

function etagHeader(use: string): Described {
  return { ETag: { description: `For ${use}.`, schema: text } }
}

function problemsOf(endpoint: Endpoint): Described {
  const refusals = [...refusalsByHost(endpoint), ...Object.entries(endpoint.refusals ?? {})]
  const byStatus = Map.groupBy(refusals, ([, status]) => status)
  const problems = [...byStatus].map(([status, entries]) => {
    const codes = new Set(entries.map(([code]) => `\`${code}\``))
    const headers =
      status === commonRefusals['too-many-requests']
        ? { ...limitHeadersOf(endpoint), 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
        : undefined
    return [status, { ...problem([...codes].join(', ')), ...(headers && { headers }) }]
  })
  return { ...Object.fromEntries(problems), '5XX': problem('`unexpected`, `unavailable`, `starting`') }
}

function problem(description: string): Described {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

/** The refusals that an endpoint does not declare, because the host or the handling of commands returns them. */
function refusalsByHost(endpoint: Endpoint): [code: string, status: number][] {
  const codes: Common[] = ['invalid-input', 'not-found', ...ofAccess(endpoint)]
  if (endpoint.path.includes('/public/')) codes.push('origin-not-allowed')
  if (endpoint.method !== 'GET') codes.push('too-large')
  if (endpoint.kind === 'command') codes.push('conflict')
  if (endpoint.overwrites) codes.push('changed-since-read')
  if (isForTokens(endpoint)) codes.push('token-expired')
  if (limitedAs(endpoint) || isForTokens(endpoint)) codes.push('too-many-requests')
  return [
    ...codes.map((code) => [code, commonRefusals[code]] as [string, number]),
    ...(endpoint.method === 'GET' ? [] : [['invalid-input', 415] as [string, number]]),
    ...(endpoint.query ? [['invalid-input', 431] as [string, number]] : []),
    // A parameter that is longer than any.
    ...(endpoint.path.includes('{') ? [['invalid-input', 414] as [string, number]] : []),
  ]
}

type Common = keyof typeof commonRefusals

function ofAccess({ access, kind, delivery, duringDeletion }: Endpoint): Common[] {
  if (access === 'anyone') return []
  if (access === 'signed') return ['bad-signature']
  const signedIn = ['not-signed-in', 'not-allowed'] as const
  const streamed = kind === 'query' && delivery === 'stream' ? (['stream-limit-reached'] as const) : []
  if (access !== undefined) return [...signedIn, ...streamed]
  const written = kind === 'command' ? (['write-limit-reached'] as const) : []
  const closed = kind === 'command' && !duringDeletion ? (['workspace-being-deleted'] as const) : []
  return [...signedIn, 'client-access-disabled', ...streamed, ...written, ...closed]
}
