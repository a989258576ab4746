/** The quotas of a workspace, and the refusals and metrics when one is reached. */
import type { PlanName } from '@parley/contracts/billing/plans.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { Metrics } from '../metrics.ts'
import { countLimits, type LimitReached } from './limits-reached.ts'
import { type PlanQuotas, plans, type Quota } from './plans.ts'

export type Quotas = {
  /** The quotas of a workspace's plan; those of `standard` where a request concerns no workspace. */
  of(region: Region | undefined, tenant: string): Promise<PlanQuotas>
  /** Must be called when a workspace has another plan, in every process; its quotas apply at once. */
  planChanged(region: Region, tenant: string): void
  /** Counts a quota that was reached without a refusal, for example where older data is dropped to make room. */
  reached(quota: Quota): void
  /** Counts a refusal of a call to a workspace whose code says that a quota is reached; ignores others. */
  countRefusal(rejection: Rejection, place?: { region: string | undefined; tenant: string }): void
  /** The workspaces of a region that were refused most often since the process started. */
  mostRefused(region: string, limit: number): LimitReached[]
}

/** Refusal codes by quota. The codes are defined by the contexts; here they are only counted. */
const codes: Record<string, Quota> = {
  'agent-limit-reached': 'agents',
  'blueprint-limit-reached': 'blueprints',
  'prompt-limit-reached': 'prompts',
  'source-limit-reached': 'sources',
  'knowledge-limit-reached': 'maxKbDocsCharCount',
  'channel-limit-reached': 'channels',
  'channel-not-in-plan': 'channels',
  'no-seats': 'seats',
  'no-client-seats': 'clients',
  'storage-limit-reached': 'storage',
  'write-limit-reached': 'writes',
  'draft-too-large': 'drafts',
  'stream-limit-reached': 'streams',
  'visitor-stream-limit-reached': 'visitorStreams',
}

const REMEMBERED_BYTES = 2_000_000
/** About what an entry takes beside its key: a promise, and its places in the cache. */
const ENTRY_BYTES = 400

export function createQuotas(options: {
  metrics: Pick<Metrics, 'quotasReached'>
  /** Returns the plan of a workspace (`billing.module.ts`); `standard` by default. */
  planOf?(region: Region, tenant: string): Promise<PlanName>
  /** Overrides of a plan's quotas, for tests. */
  figures?: Partial<PlanQuotas>
}): Quotas {
  const { metrics, planOf = async () => 'standard', figures = {} } = options
  /** Answers, also those on their way, so that an answer from before a change is never kept. */
  const remembered = createByteCache<Promise<PlanName>>({
    maxBytes: REMEMBERED_BYTES,
    sizeOf: (_, key) => 2 * key.length + ENTRY_BYTES,
  })
  // bounded: an entry for each region
  const limits = new Map<string, ReturnType<typeof countLimits>>()
  const limitsOf = (region: string) => {
    const known = limits.get(region) ?? countLimits()
    limits.set(region, known)
    return known
  }
  const reached = (quota: Quota) => metrics.quotasReached.inc({ quota })

  return {
    async of(region, tenant) {
      const plan = region === undefined || tenant === '' ? 'standard' : await planIn(region, tenant)
      return { ...plans[plan], ...figures }
    },
    planChanged: (region, tenant) => remembered.delete(keyOf(region, tenant)),
    reached,
    countRefusal({ code }, place) {
      const quota = codes[code]
      if (quota === undefined) return
      reached(quota)
      if (place?.region !== undefined && place.tenant !== '') limitsOf(place.region).add(place.tenant, quota)
    },
    mostRefused: (region, limit) => limitsOf(region).most(limit),
  }

  function planIn(region: Region, tenant: string): Promise<PlanName> {
    const key = keyOf(region, tenant)
    const known = remembered.get(key)
    if (known) return known
    const asked = planOf(region, tenant)
    remembered.set(key, asked, tenant)
    asked.catch(() => {
      if (remembered.get(key) === asked) remembered.delete(key)
    })
    return asked
  }
}

const keyOf = (region: Region, tenant: string) => `${region}/${tenant}`

export function writeLimitReached(retryAfterSeconds: number): { ok: false; rejection: Rejection } {
  const { rejection } = refuse(
    'write-limit-reached',
    `Your workspace has sent more within an hour than its plan allows. Please try again in ${minutes(retryAfterSeconds)}, or upgrade your plan.`,
  )
  return { ok: false, rejection: { ...rejection, retryAfterSeconds } }
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}
