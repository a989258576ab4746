/** Mounts every endpoint from its data: authenticate, authorise, parse, wait, handle, answer. */
import { fastifyCookie } from '@fastify/cookie'
import { AFTER_HEADER, POSITION_HEADER, SEEN_HEADER, WORKSPACE_HEADER } from '@parley/contracts/client.ts'
import { DEFAULT_BODY_BYTES, type Endpoint, type Region } from '@parley/contracts/endpoint.ts'
import { holds, type Permission } from '@parley/contracts/permissions.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { AnyHandlers, Principal, Reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Quotas } from '../quotas/quotas.ts'
import type { Tracing } from '../tracing.ts'
import type { Gatekeeper } from './access.ts'
import { refuseWith, sendBytes } from './answers.ts'
import { causeOf, describeRequest, parse } from './call.ts'
import { actorOf, admit, authenticate, whileAdmitted } from './caller.ts'
import { checkOutput } from './check-output.ts'
import { refuseIfDeleted } from './deletion.ts'
import { deprecationHeaders } from './deprecation.ts'
import { conditionOf, etagOf } from './etag.ts'
import { tellLimits } from './limit-headers.ts'
import { answerWith } from './older-headers.ts'
import type { OpenStreams } from './open-streams.ts'
import type { Origins } from './origins.ts'
import { admitOrigin, answerPreflight, isOpenToOtherOrigins } from './other-origins.ts'
import { headerOf, textIn } from './request-parts.ts'
import { admitSigned, bodyOf, keepRawBodies, type Webhooks } from './signed.ts'
import { sendEvents, sendText } from './streams.ts'
import { COUNTED_HEADER, countedHere, limitToken } from './token-limits.ts'
import { limitedAs, limitVisitors } from './visitor-limits.ts'
import { pageOfWholeList } from './whole-lists.ts'
import { limitWrites } from './written-bytes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What to do with a larger body, for the error message. */
    largerBodies?: string | undefined
  }
}

export type Mount = {
  endpoints: Record<string, Endpoint>
  /** The handlers of a region; without a region, those of the endpoints that span all regions. */
  handlersOf(region: Region | undefined): AnyHandlers | undefined
  gatekeeper: Gatekeeper
  /**
   * Waits until the region's read models have reached a position, or what is in the log by now. Returns the position up
   * to which they are complete; undefined without a region.
   */
  waitFor(
    region: Region | undefined,
    position: number | 'newest',
    timeoutMs: number,
  ): Promise<number | undefined>
  /** The position of the read models, in the region or in each: `na=12,eu=7`. */
  seenIn(region: Region | undefined): string
  /** The dashboard's address: cookies are accepted from this origin only. */
  publicUrl: string
  tracing: Tracing
  /** The rate limits of a region's visitors, and its open streams. */
  limitsOf(
    region: Region | undefined,
  ): { limits: RateLimits; factor: number; openStreams: OpenStreams } | undefined
  quotas: Quotas
  origins: Origins
  /** Without it every signed delivery is refused. */
  webhooks?: Webhooks
  /** Aborts when the process stops: what would go on for ever ends then. */
  closing: AbortSignal
  /** The header in which a proxy gives the caller's country, in lower case. */
  countryHeader: string | undefined
  /** Checks answers against their schemas; for tests. */
  checkOutputs: boolean
}

/** A query waits at most this long for its projection, then answers with the present read model. */
const WAIT_MS = 3_000

/** Throws when an endpoint has no handler. */
export function mountEndpoints(server: FastifyInstance, mount: Mount, regions: Region[]): void {
  for (const endpoint of Object.values(mount.endpoints)) {
    const places = endpoint.path.includes('{region}') ? regions : [undefined]
    const missing = places.some((region) => mount.handlersOf(region)?.[endpoint.name] === undefined)
    if (missing) throw new Error(`${endpoint.name} has no handler`)
  }
  server.register(fastifyCookie)
  const signed = Object.values(mount.endpoints).filter(({ access }) => access === 'signed')
  for (const endpoint of Object.values(mount.endpoints)) {
    if (signed.includes(endpoint)) continue
    route(server, endpoint)
    if (isOpenToOtherOrigins(endpoint)) answerPreflight(mount, server, endpoint)
  }
  server.register(async (apart) => {
    keepRawBodies(apart)
    for (const endpoint of signed) route(apart, endpoint)
  })

  function route(where: FastifyInstance, endpoint: Endpoint): void {
    where.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES,
      config: { largerBodies: endpoint.largerBodies },
      handler: (request, answer) => serve(mount, endpoint, request, answer),
    })
    const { alsoAt } = endpoint
    if (!alsoAt) return
    where.route({
      method: endpoint.method,
      url: alsoAt.path,
      bodyLimit: endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES,
      async handler(request, answer) {
        const named = Object.entries(alsoAt.params).flatMap(([name, field]) => {
          const value = textIn(request.body, field)
          return value === undefined ? [] : [[name, value] as const]
        })
        const isWhole = named.length === Object.keys(alsoAt.params).length
        const own = isWhole ? {} : await placeOfSession(mount, endpoint, request)
        request.params = { ...own, ...Object.fromEntries(named) }
        return serve(mount, endpoint, request, answer)
      },
    })
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
  answer.headers(deprecationHeaders(endpoint))
  const place: Place = { region: undefined, tenant: '' }
  const outcome = await mount.tracing.span(
    `${endpoint.method} ${endpoint.name}`,
    { request: request.id },
    () => run(mount, endpoint, request, answer, place),
    headerOf(request, 'traceparent'),
  )
  if (!outcome.ok) {
    mount.quotas.countRefusal(outcome.rejection, place)
    return refuseWith(endpoint, outcome.rejection, request, answer)
  }
  if (outcome.headers) answer.headers(outcome.headers)
  if ('bytes' in outcome) return sendBytes(outcome, request, answer)
  if ('stream' in outcome) {
    const { stream } = outcome
    const shown = isEndless(endpoint) ? whileAdmitted(mount, endpoint, request, stream) : stream
    return sendEvents(shown, request, answer)
  }
  if ('text' in outcome) return sendText(outcome.text, outcome.contentType, request, answer)
  if (outcome.position !== undefined) answerWith(request, answer, POSITION_HEADER, outcome.position)
  const tag = outcome.builtFrom ?? (endpoint.overwrites ? outcome.position : undefined)
  if (tag !== undefined) answer.header('etag', etagOf(tag))
  if (mount.checkOutputs) checkOutput(endpoint, outcome.value)
  return answer
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(outcome.value))
}

/** The region of the caller's session, and the workspace that it is about where a call names none; nothing for others. */
async function placeOfSession(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ region?: Region; workspaceId?: string }> {
  const principal = await authenticate(mount, endpoint, request, undefined)
  if ('ok' in principal || principal.kind !== 'user') return {}
  const { region, userId } = principal
  const wanted = headerOf(request, WORKSPACE_HEADER) ?? request.agencyHost?.agencyId
  const workspaceId = wanted ?? (await mount.gatekeeper.workspacesOf(region, userId))[0]?.workspaceId
  return { region, ...(workspaceId !== undefined && { workspaceId }) }
}

/** Whose call it is, once that is proven. */
type Place = { region: Region | undefined; tenant: string }

async function run(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  answer: FastifyReply,
  place: Place,
): Promise<Reply<unknown>> {
  const params = parse(endpoint.params, request.params)
  if (!params.ok) return endpoint.access === 'anyone' ? params : unknownPath(mount, endpoint, request)
  const named: Record<string, unknown> = params.value
  const region = named.region as Region | undefined
  const handler = mount.handlersOf(region)?.[endpoint.name]
  if (!handler) return notServed
  const signed = endpoint.access === 'signed' ? await admitSigned(mount, endpoint, request, named) : undefined
  const admitted = signed ?? (await admit(mount, endpoint, request, named))
  if (!admitted.ok) return admitted
  const { principal, tenant, holder } = admitted
  Object.assign(place, { region, tenant })
  const closed = await refuseIfDeleted(mount.gatekeeper, endpoint, region, tenant)
  if (closed) return closed
  const delivery = signed?.ok ? signed.delivery : undefined

  const kind = limitedAs(endpoint)
  const counters = mount.limitsOf(region)
  if (counters && request.headers[COUNTED_HEADER] !== countedHere) {
    const refused = await limitToken(counters.limits, principal, counters.factor, (own) =>
      tellLimits(answer, counters.limits, own),
    )
    if (refused) return refused
  }
  if (kind && counters) {
    const caller = { principal, address: request.ip, agentId: textIn(named, 'agentId'), tenant }
    const refused = await limitVisitors(counters.limits, kind, caller, counters.factor, (own) =>
      tellLimits(answer, counters.limits, own),
    )
    if (refused) return refused
  }

  const quotas = await mount.quotas.of(region, tenant)
  if (counters) {
    const refused = await limitWrites(counters.limits, admitted, endpoint, request, quotas.writes, (own) =>
      tellLimits(answer, counters.limits, own),
    )
    if (refused) return refused
  }

  const query = parse(endpoint.query, request.query)
  if (!query.ok) return query
  const sent =
    delivery && endpoint.body ? bodyOf(delivery) : { ok: true as const, value: request.body ?? undefined }
  if (!sent.ok) return sent
  const body = parse(endpoint.body, sent.value)
  if (!body.ok) return body
  const condition = conditionOf(endpoint, request)
  if (!condition.ok) return condition
  if (isEndless(endpoint)) {
    const refused = await counters?.openStreams(admitted, quotas, answer)
    if (refused) return refused
  }

  // Calls without a region are about a person: what they change is in the log of the person's own region.
  const isSession = principal.kind === 'user' || principal.kind === 'client'
  const home = region ?? (isSession ? principal.region : undefined)
  const after = endpoint.kind === 'query' ? positionToReadFrom(request, principal) : undefined
  const complete = after === undefined ? undefined : await mount.waitFor(home, after, WAIT_MS)
  if (endpoint.kind === 'query' && isSession) answerWith(request, answer, SEEN_HEADER, mount.seenIn(region))

  const call = {
    params: params.value,
    query: query.value,
    body: body.value,
    principal,
    tenant,
    may: (permission: Permission) => holds(holder, permission),
    agentIds: 'agentIds' in principal ? principal.agentIds : undefined,
    context: {
      tenant,
      actor: actorOf(principal),
      cause: causeOf(mount, endpoint, request, principal, delivery),
      ...condition.context,
    },
    request: describeRequest(mount, request, answer, delivery),
  }
  const handle = async () =>
    pageOfWholeList(endpoint, query.value, await upTo(complete, await handler(call as never)))
  if (!delivery || (endpoint.access === 'signed' && endpoint.repeatable)) return handle()
  const deliveries = mount.webhooks?.deliveriesOf(region)
  return deliveries ? deliveries.once(delivery.key, handle) : refuse('unavailable', 'Please try again later.')
}

/**
 * The position that a query must have reached. Our own client names it. Any other client with a credential (`curl`,
 * automations) does not know of positions: it reads what was in the log when it asked, so it also reads what it has
 * just written through another process. Visitors need not wait, and read conversations from the log itself.
 */
function positionToReadFrom(request: FastifyRequest, { kind }: Principal): number | 'newest' | undefined {
  const named = headerOf(request, AFTER_HEADER)
  if (named !== undefined) return Number(named) >= 0 ? Number(named) : undefined
  return kind === 'nobody' || kind === 'visitor' ? undefined : 'newest'
}

/**
 * An answer of several documents may show one of an event that another one does not show yet: its ETag names nothing beyond
 * what the read models were complete for.
 */
function upTo(complete: number | undefined, outcome: Reply<unknown>): Reply<unknown> {
  if (complete === undefined || !('builtFrom' in outcome) || outcome.builtFrom === undefined) return outcome
  return { ...outcome, builtFrom: Math.min(outcome.builtFrom, Math.max(complete, 0)) }
}

function isEndless({ kind, delivery }: Endpoint): boolean {
  return kind === 'query' && delivery === 'stream'
}

const notServed = refuse('not-found', 'This region is not served here.')

async function unknownPath(mount: Mount, endpoint: Endpoint, request: FastifyRequest): Promise<Reply<never>> {
  const region = textIn(Object(request.params), 'region') as Region | undefined
  if (region !== undefined && !mount.handlersOf(region)) return notServed
  const principal = await authenticate(mount, endpoint, request, region)
  const known = 'kind' in principal && principal.kind !== 'nobody'
  return known ? refuse('not-found', 'Not found.') : refuse('not-signed-in', 'Please sign in first.')
}
