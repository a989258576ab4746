/** What pages of other origins may call, and what their browsers are told of it. */
import {
  AFTER_HEADER,
  CSRF_HEADER,
  IDEMPOTENCY_HEADER,
  POSITION_HEADER,
  WORKSPACE_HEADER,
} from '@parley/contracts/client.ts'
import { EMBED_HEADER } from '@parley/contracts/conversation/embed.ts'
import { type Endpoint, regionSchema } from '@parley/contracts/endpoint.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Mount } from './mount.ts'
import { checkOrigin } from './origins.ts'
import { headerOf, textIn } from './request-parts.ts'

/** What visitors' pages call from other origins: no cookies are involved, tokens travel in headers. */
export function isOpenToOtherOrigins(endpoint: Endpoint): boolean {
  return endpoint.path.includes('/public/')
}

/** Whether an origin is that of this server, under its configured address or the one it was called by. */
export function isOwnOrigin(publicUrl: string, request: FastifyRequest, origin: string): boolean {
  return origin === new URL(publicUrl).origin || hostOf(origin) === request.headers.host
}

const exposed = { 'access-control-expose-headers': `${POSITION_HEADER}, retry-after` }

/** What lets pages of whichever origin read an answer. */
export const toAnyOrigin = { 'access-control-allow-origin': '*', ...exposed }

/** Sets what a page of another origin needs to read the answer, unless the agent may not be used there. */
export async function admitOrigin(
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
  answer.headers({ 'access-control-allow-origin': admitted.allow, ...exposed })
  if (admitted.allow !== '*') answer.header('vary', 'origin')
  return undefined
}

/** Browsers ask before they send our headers to another origin. Pages that may not go on learn nothing. */
export function answerPreflight(mount: Mount, server: FastifyInstance, endpoint: Endpoint): void {
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

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
