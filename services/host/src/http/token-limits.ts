/** Limits the calls of each access token, which has a budget of its own: one server that repeats calls stops no other. */
import { randomBytes } from 'node:crypto'
import { type Rejection, refuseFor } from '@parley/kernel/commands/decider.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { NamedLimit } from './limit-headers.ts'

/** Ten a second over time. */
const CALLS = 600
const WINDOW_SECONDS = 60

/** Marks what this process asks itself in the course of a call that was counted; its value is known to this process alone. */
export const COUNTED_HEADER = 'x-counted-here'
export const countedHere = randomBytes(32).toString('base64url')

/** Counts a call; refuses one above the limit. `factor` multiplies the limit. `tell` is given it. */
export async function limitToken(
  limits: RateLimits,
  principal: Principal,
  factor: number,
  tell: (own: readonly NamedLimit[]) => void,
): Promise<{ ok: false; rejection: Rejection } | undefined> {
  if (principal.kind !== 'token') return undefined
  const key = `calls/token/${principal.tokenId}`
  const limit = { name: 'token', key, limit: CALLS * factor, windowSeconds: WINDOW_SECONDS }
  const taken = await limits.take([limit])
  tell([limit])
  if (taken.allowed) return undefined
  const message = `This access token may be used ${Math.floor(limit.limit)} times a minute. Please slow down.`
  return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
}
