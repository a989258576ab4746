/**
 * Rate limits of visitors: per conversation, per network address (an IPv6 /64 counts as one), per agent and per
 * workspace. Each refills evenly over its window. They leave room for a school class behind one address, not for a
 * script.
 */
import type { Endpoint, Limited } from '@parley/contracts/endpoint.ts'
import { type Rejection, refuseFor } from '@parley/kernel/commands/decider.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { addressGroup, type RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { NamedLimit } from './limit-headers.ts'

type Budget = {
  windowSeconds: number
  conversation?: number
  address: number
  agent: number
  workspace: number
}

const MINUTE = 60
const TEN_MINUTES = 600
const HOUR = 3_600

/** Whose calls are counted together. */
const limitNames = ['address', 'conversation', 'agent', 'workspace'] as const
/** Those of which callers are told. */
const ownLimits: readonly string[] = ['address', 'conversation'] satisfies (typeof limitNames)[number][]

export const budgets: Record<Limited, Budget> = {
  start: { windowSeconds: TEN_MINUTES, address: 300, agent: 6_000, workspace: 12_000 },
  message: { windowSeconds: MINUTE, conversation: 20, address: 600, agent: 12_000, workspace: 24_000 },
  upload: { windowSeconds: TEN_MINUTES, conversation: 30, address: 300, agent: 3_000, workspace: 6_000 },
  // Each delivery is signed by a server of the customer and may hold many messages.
  delivery: { windowSeconds: MINUTE, address: 30_000, agent: 30_000, workspace: 60_000 },
  handoff: { windowSeconds: TEN_MINUTES, conversation: 5, address: 60, agent: 600, workspace: 1_200 },
  // Low, because mails can be sent to any address.
  mail: { windowSeconds: HOUR, conversation: 3, address: 30, agent: 300, workspace: 600 },
  // Each may be kept in the log for ever; a visitor allows notifications now and then.
  push: { windowSeconds: TEN_MINUTES, conversation: 10, address: 300, agent: 3_000, workspace: 6_000 },
  signal: { windowSeconds: MINUTE, conversation: 120, address: 3_000, agent: 60_000, workspace: 120_000 },
  read: { windowSeconds: MINUTE, conversation: 240, address: 6_000, agent: 120_000, workspace: 240_000 },
}

/** The limit of an endpoint: the one it declares, else by its kind if visitors call it. */
export function limitedAs(endpoint: Endpoint): Limited | undefined {
  if (endpoint.limited !== undefined) return endpoint.limited
  // The prepared bytes of an agent cost less than counting the request.
  if (!endpoint.path.includes('/public/') || endpoint.delivery === 'bytes') return undefined
  return endpoint.kind === 'command' ? 'signal' : 'read'
}

export type Caller = {
  principal: Principal
  address: string
  agentId: string | undefined
  tenant: string
}

/**
 * Counts a visitor's call. Returns a refusal, or undefined if the call is within the limits. `factor` multiplies every
 * limit. `tell` is given the limits that concern the caller alone: what all visitors of an agent or a workspace use
 * together is no matter of theirs.
 */
export async function limitVisitors(
  limits: RateLimits,
  kind: Limited,
  caller: Caller,
  factor = 1,
  tell?: (own: readonly NamedLimit[]) => void,
): Promise<{ ok: false; rejection: Rejection } | undefined> {
  const counted = limitsOf(kind, caller, factor)
  const taken = await limits.take(counted)
  tell?.(counted.filter(({ name }) => ownLimits.includes(name)))
  if (taken.allowed) return undefined
  const message = `That was a lot at once. Please try again in ${seconds(taken.retryAfterSeconds)}.`
  return refuseFor(taken.retryAfterSeconds, 'too-many-requests', message)
}

function limitsOf(
  kind: Limited,
  { principal, address, agentId, tenant }: Caller,
  factor: number,
): NamedLimit[] {
  const budget = budgets[kind]
  const of = {
    address: addressGroup(address),
    conversation: principal.kind === 'visitor' ? principal.conversationId : undefined,
    agent: agentId,
    workspace: tenant || undefined,
  }
  return limitNames.flatMap((name) => {
    const [limit, whose] = [budget[name], of[name]]
    if (limit === undefined || whose === undefined) return []
    const { windowSeconds } = budget
    return { name, key: `${kind}/${name}/${whose}`, limit: limit * factor, windowSeconds }
  })
}

function seconds(count: number): string {
  return count === 1 ? 'a second' : `${count} seconds`
}
