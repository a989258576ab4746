/**
 * Carries out deadlines that are due. One process at a time runs each kind: the one that holds its lease. A deadline
 * whose work fails stays due and is retried with backoff, while others of its kind continue. Tenants share the slots, so
 * tenants whose work waits for slow servers delay no other. If a process is killed during the work, the deadline
 * stays due, so the work must be idempotent.
 */

import { callsOfServers, createFairQueue } from '../limits/fair-queue.ts'
import { pause } from '../pause.ts'
import type { Leases } from '../running/leases.ts'
import type { Loop, Supervision } from '../running/supervised.ts'
import type { Deadline, Deadlines } from './deadlines.ts'

export type DeadlineWork = {
  kind: string
  /** `signal` aborts when the work should end early. */
  carryOut(deadline: Deadline, signal: AbortSignal): Promise<void>
}

export type DeadlineRunnerOptions = {
  deadlines: Deadlines
  leases: Leases
  supervision: Supervision
  work: readonly DeadlineWork[]
  now?: () => number
  /** Longest delay, in ms, until a deadline set by another process is noticed. */
  lookEveryMs?: number
}

export type DeadlineRunner = { stop(): Promise<void> }

/** Deadlines read at once, and how many wait at most, so that those of others are found behind those of one tenant. */
const SOME = 200
const MOST_WAITING = 5_000

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
    /** Deadlines whose work failed in this process, and when each is retried. */
    const failed = new Map<string, { failures: number; again: number }>()
    const slots = createFairQueue(callsOfServers)
    /** Those that are carried out or wait for a slot, by key. */
    const taken = new Map<string, Promise<void>>()
    /** Those that ended while it was read which are due. */
    const over = new Set<string>()
    let idle = new AbortController()
    try {
      while (!signal.aborted) {
        idle = new AbortController()
        over.clear()
        const limit = SOME + failed.size + taken.size
        const due = await deadlines.due(work.kind, now(), limit)
        const fresh = due.filter(
          ({ key }) => !taken.has(key) && !over.has(key) && (failed.get(key)?.again ?? 0) <= now(),
        )
        for (const one of fresh) {
          const done = slots
            .run(one, () => carryOut(work, one, loop, failed, signal))
            .finally(() => {
              taken.delete(one.key)
              over.add(one.key)
              if (taken.size === 0) idle.abort()
            })
          taken.set(one.key, done)
        }
        if (fresh.length === 0 && taken.size === 0 && failed.size === 0) loop.well()
        const mayBeMore = due.length === limit && slots.free() > 0 && taken.size < MOST_WAITING
        if (mayBeMore) continue
        if (taken.size > 0) await pause(lookEveryMs, AbortSignal.any([signal, idle.signal]))
        else if (fresh.length === 0) await pause(await untilNext(work.kind), signal)
      }
    } finally {
      await Promise.all(taken.values())
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
    if (signal.aborted) return
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

  /** Returns the ms until the next look. A deadline that is already due has failed here and waits for its retry. */
  async function untilNext(kind: string): Promise<number> {
    const next = await deadlines.next(kind)
    const ms = next === undefined ? lookEveryMs : next - now()
    return ms > 0 ? Math.min(ms, lookEveryMs) : Math.min(lookEveryMs, 50)
  }
}

/**
 * Declares recurring work: due at once when it was never done, then each time at the moment that `next` returns, in ms
 * since 1970. If several processes begin it, it is still carried out once.
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
