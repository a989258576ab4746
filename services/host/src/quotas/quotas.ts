/** The quotas of a workspace, and the refusals and metrics when one is reached. */
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import type { Metrics } from '../metrics.ts'
import { type PlanName, type PlanQuotas, plans, type Quota } from './plans.ts'

export type Quotas = {
  of(tenant: string): PlanQuotas
  /** Counts a quota that was reached without a refusal, for example where older data is dropped to make room. */
  reached(quota: Quota): void
  /** Counts a refusal whose code says that a quota is reached; ignores others. */
  countRefusal(rejection: Rejection): void
}

/** Refusal codes by quota. The codes are defined by the contexts; here they are only counted. */
const codes: Record<string, Quota> = {
  'agent-limit-reached': 'agents',
  'source-limit-reached': 'sources',
  'channel-limit-reached': 'channels',
  'storage-limit-reached': 'storage',
  'write-limit-reached': 'writes',
  'draft-too-large': 'drafts',
  'stream-limit-reached': 'streams',
  'visitor-stream-limit-reached': 'visitorStreams',
}

export function createQuotas(options: {
  metrics: Pick<Metrics, 'quotasReached'>
  /** The plan of a workspace; defaults to `standard`. */
  planOf?(tenant: string): PlanName
  /** Overrides of a plan's quotas, for tests. */
  figures?: Partial<PlanQuotas>
}): Quotas {
  const { metrics, planOf = () => 'standard', figures = {} } = options
  const reached = (quota: Quota) => metrics.quotasReached.inc({ quota })
  return {
    of: (tenant) => ({ ...plans[planOf(tenant)], ...figures }),
    reached,
    countRefusal({ code }) {
      const quota = codes[code]
      if (quota !== undefined) reached(quota)
    },
  }
}

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
