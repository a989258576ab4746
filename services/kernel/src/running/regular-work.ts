/**
 * Recurring work of a region's workers, by stored deadlines that survive restarts: when work is due, one process does
 * it.
 */
import {
  type DeadlineRunner,
  type DeadlineWork,
  recurring,
  startDeadlines,
} from '../process-managers/deadline-runner.ts'
import { createDeadlines } from '../process-managers/deadlines.ts'
import type { ReadStore } from '../read-models/read-store.ts'
import type { Leases } from './leases.ts'
import type { Supervision } from './supervised.ts'

/**
 * Due if it was never done, then so many ms after each run, or at the time that `next` returns. Work that ends early
 * because `signal` aborts throws, so that it stays due.
 */
export type Job = { work(signal: AbortSignal): Promise<unknown> } & (
  | { everyMs: number }
  | { next(now: number): number }
)

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export async function startRegularWork(options: {
  state: ReadStore
  leases: Leases
  supervision: Supervision
  jobs: Record<string, Job>
  /** What is due at moments of its own. */
  work: readonly DeadlineWork[]
}): Promise<DeadlineRunner> {
  const { state, leases, supervision } = options
  const deadlines = createDeadlines(state)
  const jobs = Object.entries(options.jobs).map(([kind, job]) => {
    const next = 'next' in job ? job.next : (now: number) => now + job.everyMs
    return recurring(deadlines, { kind, next, work: job.work })
  })
  for (const job of jobs) await job.begin()
  return startDeadlines({
    deadlines,
    leases,
    supervision,
    work: [...jobs.map(({ work }) => work), ...options.work],
  })
}

/** One minute into the next day (UTC), when no process writes with the previous day's time any more. */
export function afterMidnight(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS + MINUTE_MS
}
