/** What a region's workers do again and again, by deadlines that outlast the process: whichever is due, one does it. */
import { type DeadlineRunner, recurring, startDeadlines } from '@parley/kernel/deadline-runner.ts'
import { createDeadlines } from '@parley/kernel/deadlines.ts'
import type { Leases } from '@parley/kernel/leases.ts'
import type { ReadStore } from '@parley/kernel/read-store.ts'
import type { Supervision } from '@parley/kernel/supervised.ts'

/** Done when it was never done before, then so many ms after each time, or at the moment that `next` gives. */
export type Job = { work(): Promise<unknown> } & ({ everyMs: number } | { next(now: number): number })

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export async function startRegularWork(options: {
  state: ReadStore
  leases: Leases
  supervision: Supervision
  jobs: Record<string, Job>
}): Promise<DeadlineRunner> {
  const { state, leases, supervision } = options
  const deadlines = createDeadlines(state)
  const jobs = Object.entries(options.jobs).map(([kind, job]) => {
    const next = 'next' in job ? job.next : (now: number) => now + job.everyMs
    return recurring(deadlines, { kind, next, work: job.work })
  })
  for (const job of jobs) await job.begin()
  return startDeadlines({ deadlines, leases, supervision, work: jobs.map(({ work }) => work) })
}

/** A minute into the next day (UTC), when no process writes with the time of the day before any more. */
export function afterMidnight(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS + MINUTE_MS
}
