/** How many bytes people and keys of a workspace send in commands: visitors have limits of their own. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { Rejection } from '@parley/kernel/decider.ts'
import type { RateLimits } from '@parley/kernel/rate-limits.ts'
import type { FastifyRequest } from 'fastify'
import { writeLimitReached } from '../quotas/quotas.ts'
import type { Admitted } from './caller.ts'

const HOUR_SECONDS = 3_600
/** What a body is taken for that does not say how long it is, where its endpoint names no other bound. */
const DEFAULT_BODY_BYTES = 262_144

/** `writes`: bytes an hour. Undefined where the caller may go on. */
export async function limitWrites(
  limits: RateLimits,
  { principal, tenant }: Admitted,
  endpoint: Endpoint,
  request: FastifyRequest,
  writes: number,
): Promise<{ ok: false; rejection: Rejection } | undefined> {
  if (endpoint.kind !== 'command' || tenant === '' || request.body === undefined) return undefined
  if (principal.kind !== 'user' && principal.kind !== 'api-key') return undefined
  const bytes = Number(request.headers['content-length']) || (endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES)
  // As many bodies of this size as the bytes allow.
  const taken = await limits.take([
    { key: `writes/workspace/${tenant}`, limit: writes / bytes, windowSeconds: HOUR_SECONDS },
  ])
  return taken.allowed ? undefined : writeLimitReached(taken.retryAfterSeconds)
}
