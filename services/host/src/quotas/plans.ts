/**
 * What an account may use, by plan. Every quota of a workspace is named here and nowhere else: how often visitors may
 * do what stands in `http/visitor-limits.ts`, what a reply costs in `credits/pricing.ts`.
 */

export type PlanQuotas = {
  agents: number
  /** Knowledge sources, of all agents. */
  sources: number
  /** Bytes of files that visitors and the team uploaded, pictures of agents included. */
  storage: number
  /** Bytes that people and keys of the workspace may send in commands within an hour. */
  writes: number
  /** Bytes of the drafts that test panels try out at a time. */
  drafts: number
  /** Live streams open at a time, of the team and its keys. */
  streams: number
  /** Live streams open at a time, of visitors; each process counts its own. */
  visitorStreams: number
}
export type Quota = keyof PlanQuotas

const MB = 1_000_000
const GB = 1_000 * MB

/** There is one plan until billing tells which plan a workspace has (`planOf` in `quotas.ts`). */
export const plans = {
  standard: {
    agents: 1_000,
    sources: 5_000,
    storage: 20 * GB,
    writes: 1 * GB,
    drafts: 24 * MB,
    streams: 500,
    visitorStreams: 10_000,
  },
} satisfies Record<string, PlanQuotas>

export type PlanName = keyof typeof plans
