/**
 * The quotas of a workspace, by plan. Every quota is defined here; rate limits of visitors are in
 * `http/visitor-limits.ts`, the prices of replies in `credits/pricing.ts`.
 */
import type { PlanName } from '@parley/contracts/billing/plans.ts'

export type PlanQuotas = {
  agents: number
  /** Knowledge sources of all agents. */
  sources: number
  /** Connected channels of all agents. */
  channels: number
  /** Bytes of files that visitors and the team uploaded, pictures of agents included. */
  storage: number
  /** Bytes that people and keys of the workspace may send in commands per hour. */
  writes: number
  /** Total bytes of the drafts in test panels. */
  drafts: number
  /** Live streams of the team and its keys open at the same time; each process counts its own. */
  streams: number
  /** Live streams of visitors open at the same time; each process counts its own. */
  visitorStreams: number
}
export type Quota = keyof PlanQuotas

const MB = 1_000_000
const GB = 1_000 * MB

/** There is one plan until billing decides which plan a workspace has (`billing.module.ts`). */
export const plans = {
  standard: {
    agents: 1_000,
    sources: 5_000,
    channels: 1_000,
    storage: 20 * GB,
    writes: 1 * GB,
    drafts: 24 * MB,
    streams: 500,
    visitorStreams: 10_000,
  },
} satisfies Record<PlanName, PlanQuotas>
