/**
 * `RateLimit-Policy` and `RateLimit`, as draft-ietf-httpapi-ratelimit-headers-10 has them: what may be used of each limit
 * in a window (`q`, `w`), how much of it is left (`r`), and in how many seconds all of it is again (`t`). A limit refills
 * evenly, so some of it is left again before that.
 */
import type { RateLimit, RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { FastifyReply } from 'fastify'

export const POLICY_HEADER = 'ratelimit-policy'
export const LIMIT_HEADER = 'ratelimit'

/** `name`: whose calls are counted together, such as `conversation`. `unit`: what is counted, if not requests. */
export type NamedLimit = RateLimit & { name: string; unit?: 'content-bytes' }

/** Tells the caller of limits of which the call has just taken, besides those that it was told of before. */
export function tellLimits(answer: FastifyReply, limits: RateLimits, named: readonly NamedLimit[]): void {
  const policies = named.map(({ name, limit, windowSeconds, unit }) => {
    const counted = unit === undefined ? '' : `;qu="${unit}"`
    return `"${name}";q=${whole(limit)}${counted};w=${windowSeconds}`
  })
  const left = limits.left(named)
  const present = named.map(
    ({ name }, nth) => `"${name}";r=${whole(left[nth]?.uses ?? 0)};t=${left[nth]?.fullInSeconds ?? 0}`,
  )
  add(answer, POLICY_HEADER, policies)
  add(answer, LIMIT_HEADER, present)
}

function add(answer: FastifyReply, header: string, items: readonly string[]): void {
  const former = answer.getHeader(header)
  answer.header(header, [...(former === undefined ? [] : [former]), ...items].join(', '))
}

/** Integers of structured fields have at most 15 digits. */
function whole(count: number): number {
  return Math.min(Math.floor(count), 999_999_999_999_999)
}
