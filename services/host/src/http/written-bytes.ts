/** Limits the bytes that people, clients and keys of a workspace send in commands; visitors have limits of their own. */
import { DEFAULT_BODY_BYTES, type Endpoint } from '@parley/contracts/endpoint.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { FastifyRequest } from 'fastify'
import { writeLimitReached } from '../quotas/quotas.ts'
import type { Admitted } from './caller.ts'
import type { NamedLimit } from './limit-headers.ts'

const HOUR_SECONDS = 3_600

/**
 * Counts the bytes of a command. Returns a refusal, or undefined if within the limit. `writes`: bytes per hour. `tell` is
 * given the limit.
 */
export async function limitWrites(
  limits: RateLimits,
  { principal, tenant }: Admitted,
  endpoint: Endpoint,
  request: FastifyRequest,
  writes: number,
  tell: (own: readonly NamedLimit[]) => void,
): Promise<{ ok: false; rejection: Rejection } | undefined> {
  if (endpoint.kind !== 'command' || tenant === '' || request.body === undefined) return undefined
  if (!['user', 'client', 'api-key', 'token'].includes(principal.kind)) return undefined
  const bytes = Number(request.headers['content-length']) || (endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES)
  // The limit is given as a number of bodies of this size.
  const counted = { key: `writes/workspace/${tenant}`, windowSeconds: HOUR_SECONDS }
  const taken = await limits.take([{ ...counted, limit: writes / bytes }])
  tell([{ ...counted, name: 'writes', unit: 'content-bytes', limit: writes }])
  return taken.allowed ? undefined : writeLimitReached(taken.retryAfterSeconds)
}
