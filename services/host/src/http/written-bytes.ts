/** Limits the bytes that people, clients and keys of a workspace send in commands; visitors have limits of their own. */
import { DEFAULT_BODY_BYTES, type Endpoint } from '@parley/contracts/endpoint.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import type { RateLimits } from '@parley/kernel/rate-limits.ts'
import type { FastifyRequest } from 'fastify'
import { writeLimitReached } from '../quotas/quotas.ts'
import type { Admitted } from './caller.ts'

const HOUR_SECONDS = 3_600
/** Assumed size of a body without a Content-Length, where its endpoint has no other limit. */

/** Counts the bytes of a command. Returns a refusal, or undefined if within the limit. `writes`: bytes per hour. */
export async function limitWrites(
  limits: RateLimits,
  { principal, tenant }: Admitted,
  endpoint: Endpoint,
  request: FastifyRequest,
  writes: number,
): Promise<{ ok: false; rejection: Rejection } | undefined> {
  if (endpoint.kind !== 'command' || tenant === '' || request.body === undefined) return undefined
  if (!['user', 'client', 'api-key'].includes(principal.kind)) return undefined
  const bytes = Number(request.headers['content-length']) || (endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES)
  // The limit is given as a number of bodies of this size.
  const taken = await limits.take([
    { key: `writes/workspace/${tenant}`, limit: writes / bytes, windowSeconds: HOUR_SECONDS },
  ])
  return taken.allowed ? undefined : writeLimitReached(taken.retryAfterSeconds)
}
