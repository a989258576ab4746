/**
 * Deliveries whose signature is wrong: limited by channel and address of the sender, so that nobody can guess, or have us look up
 * secrets, without end, while right deliveries from elsewhere get through; and counted by channel for operators.
 */
import { type Rejection, refuseFor } from '@parley/kernel/commands/decider.ts'
import type { RateLimit, RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { FastifyRequest } from 'fastify'
import { countLimits } from '../quotas/limits-reached.ts'
import { textIn } from './request-parts.ts'
import type { SignedPlace } from './signed.ts'

/** A minute, of one address to one channel, and to all. */
const TO_A_CHANNEL = 30
const OF_AN_ADDRESS = 120
const WINDOW_SECONDS = 60

export type WrongSignatures = {
  /** `place`: the endpoint, with the channel or agent in its path. */
  add(region: string, tenant: string, place: string): void
  /** Those of a region with the most since the process started. */
  most(region: string, limit: number): { tenant: string; place: string; count: number; at: string }[]
}

export function countWrongSignatures(now: () => number = Date.now): WrongSignatures {
  // bounded: an entry for each region
  const regions = new Map<string, ReturnType<typeof countLimits>>()
  const of = (region: string) => {
    const known = regions.get(region) ?? countLimits(now)
    regions.set(region, known)
    return known
  }
  return {
    add: (region, tenant, place) => of(region).add(tenant, place),
    most: (region, limit) =>
      of(region)
        .most(limit)
        .map(({ quota: place, ...rest }) => ({ ...rest, place })),
  }
}

/** Where a delivery is sent, without the values that anybody may choose freely, such as those of a query. */
export function placeOfDelivery(endpoint: string, { tenant, named }: SignedPlace): string {
  const of = textIn(named, 'channelId') ?? textIn(named, 'agentId') ?? tenant
  return `${endpoint} ${of}`.trim().slice(0, 150)
}

export function limitsOfWrong(place: string, { ip }: FastifyRequest, factor: number): RateLimit[] {
  const window = { windowSeconds: WINDOW_SECONDS }
  return [
    { key: `bad-signature/${ip}/${place}`, limit: TO_A_CHANNEL * factor, ...window },
    { key: `bad-signature/${ip}`, limit: OF_AN_ADDRESS * factor, ...window },
  ]
}

/** Refuses whoever has used up the limits, before anything is looked up. */
export function refusedSender(
  limits: RateLimits,
  wrong: readonly RateLimit[],
): { ok: false; rejection: Rejection } | undefined {
  const spent = limits.left(wrong).some(({ uses }) => uses < 1)
  return spent ? tooMany : undefined
}

const tooMany = refuseFor(
  WINDOW_SECONDS / TO_A_CHANNEL,
  'too-many-requests',
  'Too many deliveries with a wrong signature came from this address. Check the secret.',
)
