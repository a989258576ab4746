/** Authenticates and authorises the caller of an endpoint. */
import { CSRF_HEADER, VIEW_PARAMETER, WORKSPACE_HEADER } from '@parley/contracts/client.ts'
import type { Endpoint, Region } from '@parley/contracts/endpoint.ts'
import type { Actor } from '@parley/contracts/message.ts'
import type { Holder, WorkspacePermission } from '@parley/contracts/permissions.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Principal, ServerSentEvent } from '@parley/kernel/commands/handler.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorise } from './access.ts'
import type { Mount } from './mount.ts'
import { isOwnOrigin } from './other-origins.ts'
import { bearerIn, cookieOf, headerOf, SESSION_COOKIE, textIn, VIEW_COOKIE } from './request-parts.ts'

/** Minimum interval between two authorisation checks of an open stream. */
const ASK_AGAIN_MS = 1_000
/** How often an open stream without events is checked. */
const ASK_QUIET_MS = 5_000

export type Admitted = { ok: true; principal: Principal; tenant: string; holder: Holder }

/** Returns the principal and the tenant of a call, or a refusal. */
export async function admit(
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
    endpoint,
    region,
    principal,
    workspaceId: textIn(named, 'workspaceId'),
    agentId:
      textIn(named, 'agentId') ?? (namesAgentInBody(endpoint) ? textIn(request.body, 'agentId') : undefined),
    conversationId: textIn(named, 'conversationId'),
    wanted: headerOf(request, WORKSPACE_HEADER) ?? request.agencyHost?.agencyId,
  })
  if (!authorised.ok) return authorised
  return isElsewhere(request, authorised.tenant) ? notFound : { ...authorised, principal }
}

/** Whether an endpoint takes its agent in the body, as remote procedures do. In the body of any other an agent means nothing. */
export function namesAgentInBody({ body }: Pick<Endpoint, 'body'>): boolean {
  return body instanceof z.ZodObject && 'agentId' in body.shape
}

const notFound = refuse('not-found', 'Not found.')

/** At the domain of an agency, there is nothing of other workspaces. */
function isElsewhere({ agencyHost }: FastifyRequest, tenant: string): boolean {
  return agencyHost !== undefined && tenant !== '' && tenant !== agencyHost.agencyId
}

/** Whether the session of who opens a page holds a permission for an agent. */
export async function mayOpen(
  mount: Pick<Mount, 'gatekeeper' | 'publicUrl'>,
  request: FastifyRequest,
  permission: WorkspacePermission,
  { region, agentId }: { region: Region; agentId: string },
): Promise<boolean> {
  const principal = await authenticate(mount, { method: 'GET' }, request, region)
  if ('ok' in principal) return false
  const none = { workspaceId: undefined, conversationId: undefined, wanted: undefined }
  const claim = { endpoint: { permission }, region, principal, agentId, ...none }
  const authorised = await authorise(mount.gatekeeper, claim)
  return authorised.ok && !isElsewhere(request, authorised.tenant)
}

/**
 * Passes events on until the caller's session ended or its access was revoked. Asked again before events, and from time to
 * time without any, so that nobody who is gone stays among those who are present; not for visitors, who are many.
 */
export async function* whileAdmitted(
  mount: Mount,
  endpoint: Endpoint,
  request: FastifyRequest,
  events: AsyncIterable<ServerSentEvent>,
): AsyncGenerator<ServerSentEvent> {
  const named = Object(request.params)
  const reading = events[Symbol.asyncIterator]()
  const quiet = endpoint.access === 'visitor' ? undefined : createInterval(ASK_QUIET_MS)
  let asked = Date.now()
  let next = reading.next()
  try {
    for (;;) {
      const event = await (quiet ? Promise.race([next, quiet.passed()]) : next)
      if (event === 'passed' || Date.now() - asked > ASK_AGAIN_MS) {
        if (!(await admit(mount, endpoint, request, named)).ok) return
        asked = Date.now()
      }
      if (event === 'passed') continue
      if (event.done) return
      yield event.value
      next = reading.next()
    }
  } finally {
    quiet?.stop()
    // Not awaited: the events may end only with the request, which ends when this has returned.
    reading.return?.().catch(() => undefined)
  }
}

/** `passed` resolves at the end of the present interval, for whoever asks meanwhile. */
function createInterval(ms: number) {
  let present = Promise.withResolvers<'passed'>()
  const timer = setInterval(() => {
    present.resolve('passed')
    present = Promise.withResolvers()
  }, ms).unref()
  return { passed: () => present.promise, stop: () => clearInterval(timer) }
}

const nobody: Principal = { kind: 'nobody' }

export async function authenticate(
  mount: Pick<Mount, 'gatekeeper' | 'publicUrl'>,
  endpoint: Pick<Endpoint, 'method'>,
  request: FastifyRequest,
  region: Region | undefined,
): Promise<Principal | { ok: false; rejection: Rejection }> {
  const given = bearerIn(request)
  if (given !== undefined) {
    const bearer = await mount.gatekeeper.principalOf(given, region)
    return isOfHost(bearer, request) ? bearer : nobody
  }
  // Other pages of the same browser go on under the own session.
  const view = textIn(request.query, VIEW_PARAMETER)
  const token = cookieOf(request, view === undefined ? SESSION_COOKIE : VIEW_COOKIE)
  if (token === undefined) return nobody
  if (endpoint.method !== 'GET' && !isOwnPage(mount, request)) {
    return refuse('not-allowed', 'This call did not come from the dashboard.')
  }
  const principal = await mount.gatekeeper.principalOf(token, region)
  if ((principal.kind === 'client' ? principal.viewer?.viewId : undefined) !== view) return nobody
  // Cookies are accepted for sessions only: keys are for servers, which send them as bearer tokens (ruling 5).
  const isSession = principal.kind === 'user' || principal.kind === 'client'
  return isSession && isOfHost(principal, request) ? principal : nobody
}

/**
 * The session of a user, of an agency's admin or of who views as a client is valid at the host where it began: at one agency's domain, or at the
 * product's own hosts. A client's is valid at the domains of its agency and at the product's own hosts, unless it belongs to one domain.
 */
function isOfHost(principal: Principal, { agencyHost }: FastifyRequest): boolean {
  if (principal.kind === 'client' && !principal.agencyAdmin && !principal.viewer)
    return principal.host === undefined
      ? !agencyHost || principal.tenant === agencyHost.agencyId
      : principal.host === agencyHost?.domain
  const isPerson = principal.kind === 'user' || principal.kind === 'client'
  return !isPerson || principal.host === agencyHost?.domain
}

/** A page of another site can neither set our header nor forge its Origin (ruling 5). */
function isOwnPage(mount: Pick<Mount, 'publicUrl'>, request: FastifyRequest): boolean {
  if (request.headers[CSRF_HEADER] === undefined) return false
  const { origin } = request.headers
  return origin === undefined || isOwnOrigin(mount.publicUrl, request, origin)
}

export function actorOf(principal: Principal): Actor {
  switch (principal.kind) {
    case 'user':
      return { kind: 'user', id: principal.userId }
    case 'client':
      if (principal.agencyAdmin) return { kind: 'agency-admin', id: principal.sessionId }
      return {
        ...{ kind: 'client', id: principal.clientId },
        ...(principal.viewer && { viewer: principal.viewer.userId }),
      }
    case 'api-key':
      return { kind: 'api-key', id: principal.agentId ?? principal.tenant }
    case 'token':
      return { kind: 'token', id: principal.tokenId }
    case 'visitor':
      return { kind: 'visitor', id: principal.visitorId }
    case 'provider':
      return { kind: 'system', id: principal.scheme }
    case 'nobody':
      return { kind: 'visitor', id: 'unknown' }
  }
}
