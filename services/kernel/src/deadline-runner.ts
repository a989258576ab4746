/**
 * Does what is due: each kind of deadline in one process at a time, the one that holds its lease. What fails stays due
 * and is tried again with back-off; others of its kind go on. A process that is killed while it does something leaves
 * it due, so whoever does it must take a repetition of the same deadline for one.
 */
import type { Deadline, Deadlines } from './deadlines.ts'
import type { Leases } from './leases.ts'
import { pause } from './pause.ts'
import type { Loop, Supervision } from './supervised.ts'

export type DeadlineWork = {
  kind: string
  /** `signal` aborts when it should end early. */
  carryOut(deadline: Deadline, signal: AbortSignal): Promise<void>
}

export type DeadlineRunnerOptions = {
  deadlines: Deadlines
  leases: Leases
  supervision: Supervision
  work: readonly DeadlineWork[]
  now?: () => number
  /** The longest it takes until a deadline is noticed that another process set, in ms. */
  lookEveryMs?: number
}

export type DeadlineRunner = { stop(): Promise<void> }

const SIDE_BY_SIDE = 8
const SOME = 200

export function startDeadlines(options: DeadlineRunnerOptions): DeadlineRunner {
  const { deadlines, leases, supervision, now = Date.now, lookEveryMs = 1_000 } = options
  const stopping = new AbortController()
  const loops = options.work.map((work) =>
    supervision.keep(`deadlines/${work.kind}`, stopping.signal, (loop) => runLeased(work, loop)),
  )

  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }

  async function runLeased(work: DeadlineWork, loop: Loop): Promise<void> {
    const lease = await leases.wait(`deadlines/${work.kind}`, stopping.signal)
    if (!lease) return
    const signal = AbortSignal.any([stopping.signal, lease.lost])
    /** What failed here, and when it is to be tried again. */
    const failed = new Map<string, { failures: number; again: number }>()
    try {
      while (!signal.aborted) {
        const due = (await deadlines.due(work.kind, now(), SOME + failed.size)).filter(
          ({ key }) => (failed.get(key)?.again ?? 0) <= now(),
        )
        const queue = [...due]
        const worker = async () => {
          for (let one = queue.shift(); one && !signal.aborted; one = queue.shift())
            await carryOut(work, one, loop, failed, signal)
        }
        await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, queue.length) }, worker))
        if (due.length > 0 && failed.size === 0) loop.well()
        if (due.length < SOME) await pause(await untilNext(work.kind), signal)
      }
    } finally {
      await lease.release()
    }
  }

  async function carryOut(
    work: DeadlineWork,
    deadline: Deadline,
    loop: Loop,
    failed: Map<string, { failures: number; again: number }>,
    signal: AbortSignal,
  ): Promise<void> {
    const { key, due } = deadline
    try {
      await work.carryOut(deadline, signal)
      if (signal.aborted) return
      await deadlines.done(deadline)
      failed.delete(key)
    } catch (error) {
      if (signal.aborted) return
      const failures = (failed.get(key)?.failures ?? 0) + 1
      failed.set(key, { failures, again: now() + supervision.pauseAfter(failures) })
      loop.failed(error, { deadline: key, due: new Date(due).toISOString() })
    }
  }

  /** What is due already failed here and waits, or comes soon. */
  async function untilNext(kind: string): Promise<number> {
    const next = await deadlines.next(kind)
    const ms = next === undefined ? lookEveryMs : next - now()
    return ms > 0 ? Math.min(ms, lookEveryMs) : Math.min(lookEveryMs, 50)
  }
}

/**
 * Work that is due again and again: first when it was never done, then at the moment that `next` gives, in ms, after
 * each time. However many processes begin it, it is one.
 */
export function recurring(
  deadlines: Deadlines,
  job: {
    kind: string
    next(now: number): number
    work(signal: AbortSignal): Promise<unknown>
    now?: () => number
  },
): { begin(): Promise<void>; work: DeadlineWork } {
  const { kind, next, now = Date.now } = job
  const own = { kind, key: 'next', tenant: '', note: '' }
  return {
    begin: () => deadlines.set([{ ...own, due: 0, order: 0 }]),
    work: {
      kind,
      async carryOut(_, signal) {
        await job.work(signal)
        const due = next(now())
        await deadlines.set([{ ...own, due, order: due }])
      },
    },
  }
}
