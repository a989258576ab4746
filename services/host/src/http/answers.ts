/** Refusals as problems (RFC 9457), and prepared answers. */
import { commonRefusals, type Endpoint, type Problem } from '@parley/contracts/endpoint.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function refuseWith(
  endpoint: Endpoint,
  rejection: Rejection & { errors?: Problem['errors'] },
  request: FastifyRequest,
  answer: FastifyReply,
): FastifyReply {
  const common: Record<string, number> = commonRefusals
  if (rejection.retryAfterSeconds !== undefined) answer.header('retry-after', rejection.retryAfterSeconds)
  const status = endpoint.refusals?.[rejection.code] ?? common[rejection.code] ?? 422
  return sendProblem(answer, {
    ...problem(status, rejection.code, rejection.message, request.id),
    ...(rejection.field ? { field: rejection.field } : {}),
    ...(rejection.errors ? { errors: rejection.errors } : {}),
  })
}

/** Without a `requestId` where what came was no request. */
export function problem(status: number, code: string, message: string, requestId?: string): Problem {
  return {
    ...{ type: `urn:problem:${code}`, title: message, status, code, message },
    ...(requestId === undefined ? {} : { requestId }),
  }
}

/** A refusal for lack of credentials names the scheme of those that are taken, if no other was named (RFC 9110). */
export function sendProblem(answer: FastifyReply, problem: Problem): FastifyReply {
  if (problem.status === 401 && !answer.hasHeader('www-authenticate'))
    answer.header('www-authenticate', 'Bearer')
  return answer
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem))
}

export function sendBytes(
  outcome: { bytes: Buffer; etag: string; contentType: string },
  request: FastifyRequest,
  answer: FastifyReply,
): FastifyReply {
  answer.header('etag', outcome.etag)
  if (request.headers['if-none-match'] === outcome.etag) return answer.code(304).send()
  return answer.header('content-type', outcome.contentType).send(outcome.bytes)
}
