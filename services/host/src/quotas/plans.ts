/**
 * The quotas of a workspace, by plan. Every quota is defined here; rate limits of visitors are in
 * `http/visitor-limits.ts`, the prices of replies in `contracts/src/credits/prices.ts`.
 */
import { defaultPlanLimits, limitsByDefault, type PlanLimits } from '@parley/contracts/billing/plan-limits.ts'
import type { PlanName } from '@parley/contracts/billing/plans.ts'

export type PlanQuotas = PlanLimits & {
  /** The operator sets it (`MAX_AGENTS`) until plans are bought, and so those of `PlanLimits`. */
  agents: number
  /** Blueprints of agents. */
  blueprints: number
  /** Prompts of the library. */
  prompts: number
  /** Knowledge sources of all agents. */
  sources: number
  /** Connected channels of all agents. */
  channels: number
  /** Bytes of files that visitors and the team uploaded, pictures of agents included. */
  storage: number
  /** Bytes that people and keys of the workspace may send in commands per hour. */
  writes: number
  /** Bytes of memory for the drafts of test panels, in all processes of a region. */
  drafts: number
  /** Live streams of the team and its keys open at the same time, in all processes of a region. */
  streams: number
  /** Live streams of visitors open at the same time, in all processes of a region. */
  visitorStreams: number
  /** Mails to visitors who have left that are sent a day. */
  replyMails: number
  /** People of a workspace, the owner included; the operator sets it (`WORKSPACE_SEATS`) until seats are bought. */
  seats: number
  /** Clients of an agency; the operator sets it (`CLIENT_SEATS`) until client seats are bought. */
  clients: number
}
export type Quota = Exclude<keyof PlanQuotas, 'channelKinds' | `allow${string}`>

const MB = 1_000_000
const GB = 1_000 * MB

/** What a quota is derived from; `plans.test.ts` proves the arithmetic below. */
export const sizes = {
  /** The machine that the bars are for: 2 cores and 4 GB. The disk is an assumption. */
  machine: { memory: 4 * GB, disk: 200 * GB },
  /** The most of a machine's memory or disk that one workspace may take with one quota: ten such fill it. */
  shareOfWorkspace: 0.1,
  /** Memory of an open stream: 15.7 KB of heap and buffers, measured over 350 visitors, the client's socket included. */
  stream: 16_000,
  /** Memory of notices that wait for a slow reader of a stream of the team: 500 (`live.ts`) of about 300 bytes. */
  waitingNotices: 150_000,
  /** Disk of an agent from a template, log, read models and bus: 66 KB, measured over 100 agents. */
  agent: 70_000,
  /** Disk of a blueprint: 30 versions (`keptVersions`) of 20 KB, an assumption. */
  blueprint: 600_000,
  /** Disk of a prompt: 50 versions (`keptPromptVersions`) of 6 KB, an assumption. */
  prompt: 300_000,
  /** Disk of a source of 20,000 characters with its chunks and index: 154 KB, measured over 50 sources. */
  source: 160_000,
  /** Memory for the drafts of all workspaces in a process (`drafts.ts`). */
  drafts: 128 * MB,
}

/** Where a plan has `unlimited` agents. Disk: 1,000 × 70 KB = 70 MB. More than the largest agency has clients. */
export const MOST_AGENTS = 1_000

/** There is one plan until billing decides which plan a workspace has (`billing.module.ts`). */
export const plans = {
  standard: {
    ...defaultPlanLimits,
    ...limitsByDefault,
    // Disk: 300 × 600 KB = 180 MB. One for each kind of business that an agency serves, and its languages.
    blueprints: 300,
    // Disk: 300 × 300 KB = 90 MB. A list that a person still finds their way in.
    prompts: 300,
    // Disk: 5,000 × 160 KB = 0.8 GB.
    sources: 5_000,
    // One for each of the most agents.
    channels: 1_000,
    // Disk: 0.1 × 200 GB.
    storage: 20 * GB,
    // 100 of the largest documents, 10 MB each; 20 hours of it are as much as the storage.
    writes: 1 * GB,
    // The largest draft, 8 MB of JSON at 2 bytes a character = 16 MB, and half as much again; 5 × 24 MB fit into 128 MB.
    drafts: 24 * MB,
    // Memory: 500 × (16 KB + 150 KB) = 83 MB if every reader is slow. 100 people with five tabs each.
    streams: 500,
    // Memory: 10,000 × 16 KB = 160 MB, 4 % of 4 GB.
    visitorStreams: 10_000,
    // Twenty people of a team who each write to 50 visitors a day; one spammer is stopped before a mail server is blocked.
    replyMails: 1_000,
  },
} satisfies Record<PlanName, PlanQuotas>
