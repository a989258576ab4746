/** Cross-origin access: which calls pages of other origins may make, and the CORS headers of the answers. */
import {
  AFTER_HEADER,
  CSRF_HEADER,
  IDEMPOTENCY_HEADER,
  POSITION_HEADER,
  WORKSPACE_HEADER,
} from '@parley/contracts/client.ts'
import { EMBED_HEADER } from '@parley/contracts/conversation/embed.ts'
import { type Endpoint, regionSchema } from '@parley/contracts/endpoint.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIMIT_HEADER, POLICY_HEADER } from './limit-headers.ts'
import type { Mount } from './mount.ts'
import { answerWith, namesFor } from './older-headers.ts'
import { checkOrigin } from './origins.ts'
import { bearerIn, headerOf, textIn } from './request-parts.ts'

/** Whether pages of other origins may call an endpoint: no cookies are involved, tokens are sent in headers. */
export function isOpenToOtherOrigins(endpoint: Endpoint): boolean {
  return endpoint.path.includes('/public/')
}

/** Whether an origin is that of this server, by its configured address or the one it was called by. */
export function isOwnOrigin(publicUrl: string, request: FastifyRequest, origin: string): boolean {
  // The product's own pages are strangers at the domain of an agency.
  const isProducts = request.agencyHost === undefined && origin === new URL(publicUrl).origin
  return isProducts || hostOf(origin) === request.headers.host
}

const exposed = {
  'access-control-expose-headers': [POSITION_HEADER, 'retry-after', POLICY_HEADER, LIMIT_HEADER].join(', '),
}

const allowedHeaders = [
  ...['authorization', 'content-type', 'accept', IDEMPOTENCY_HEADER],
  ...[CSRF_HEADER, AFTER_HEADER, WORKSPACE_HEADER],
]

/** Headers that allow pages of any origin to read an answer. */
export const toAnyOrigin = { 'access-control-allow-origin': '*', ...exposed }

/** Sets the headers with which a page of another origin may read the answer, unless the agent may not be used there. */
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
  if (admitted.ticket !== undefined) answerWith(request, answer, EMBED_HEADER, admitted.ticket)
  if (admitted.allow === undefined) return undefined
  answer.headers({ 'access-control-allow-origin': admitted.allow, ...exposed })
  if (admitted.allow !== '*') answer.header('vary', 'origin')
  return undefined
}

/** Answers CORS preflights. Pages that are not allowed get no CORS headers. */
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
        'access-control-allow-headers': namesFor(request, allowedHeaders),
        // Short, because the list of websites may change.
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
  return checkOrigin(mount.origins, {
    region,
    agentId,
    origin: headerOf(request, 'origin'),
    ticket: headerOf(request, EMBED_HEADER),
    bearer: bearerIn(request),
    isOwn: (origin) => isOwnOrigin(mount.publicUrl, request, origin),
  })
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
