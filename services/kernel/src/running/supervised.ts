/**
 * The only mechanism that runs long-lived loops: projections, followers, policies, the relay, consumers of the bus and
 * regular jobs. A loop that throws is restarted after a pause. Failures are reported, and operators can list the loops
 * that fail at present.
 */

import { pause } from '../pause.ts'
import { faultLine } from './fault-line.ts'

export type LoopState = {
  name: string
  /** `stopped`: it waits for an operator. */
  state: 'running' | 'failing' | 'stopped'
  /** Failures since it last succeeded. */
  failures: number
  /** Since when it fails (ISO 8601), and its last error in one line without secrets. */
  since?: string
  error?: string
}

export type LoopFault = {
  /** The loop's name, such as `policy/relay`. */
  name: string
  error: unknown
  failures: number
  /** More context, such as the event's id. */
  details: Record<string, string | number>
}

/** Reports of a loop while it runs. */
export type Loop = {
  /** Reports a failure that the loop will retry by itself. Returns the pause before the retry, in ms. */
  failed(error: unknown, details?: LoopFault['details']): number
  /** Reports success: the next pause is short again. */
  well(): void
  /** Reports that the loop waits for an operator. */
  stopped(error: unknown, details?: LoopFault['details']): void
}

export type Supervision = {
  /** Registers a loop. */
  watch(name: string): Loop
  /** Repeats `work` until `signal` aborts, with a pause after each run that grows with repeated failures. */
  keep(name: string, signal: AbortSignal, work: (loop: Loop) => Promise<void>): Promise<void>
  loops(): LoopState[]
  /** Returns the pause, in ms, after this many failures in a row. */
  pauseAfter(failures: number): number
  /** Waits between two tries: for this many ms, until `signal` aborts, or until an engine has recovered. */
  rest(ms: number, signal: AbortSignal): Promise<void>
  /** Ends all pauses: what failed for want of an engine is tried again at once. */
  recovered(): void
}

export type SupervisionOptions = {
  onFault?: (fault: LoopFault) => void
  /** The first pause in ms, doubled each time. */
  backOffMs?: number
  now?: () => number
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const BACK_OFF_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** A loop without another failure for this long counts as running: it may have had nothing to do. */
const WELL_AFTER_MS = 2 * LONGEST_PAUSE_MS

type Watched = { failures: number; failedAt: number; since: number; error: string; waits: boolean }

export function createSupervision(options: SupervisionOptions = {}): Supervision {
  const { backOffMs = BACK_OFF_MS, now = Date.now, wait = pause } = options
  // bounded: an entry for each loop, which modules declare
  const watched = new Map<string, Watched>()
  let recovery = new AbortController()

  return {
    watch,
    pauseAfter,
    rest,
    recovered() {
      recovery.abort()
      recovery = new AbortController()
    },
    loops: () => [...watched].map(([name, own]) => stateOf(name, own, now())),
    async keep(name, signal, work) {
      const loop = watch(name)
      while (!signal.aborted) {
        let pauseMs = backOffMs
        try {
          await work(loop)
        } catch (error) {
          // Errors caused by stopping are ignored.
          if (!signal.aborted) pauseMs = loop.failed(error)
        }
        await rest(pauseMs, signal)
      }
    },
  }

  function rest(ms: number, signal: AbortSignal): Promise<void> {
    return wait(ms, AbortSignal.any([signal, recovery.signal]))
  }

  /** Doubles, with jitter of up to a quarter, so that loops that failed together do not retry together. */
  function pauseAfter(failures: number): number {
    return Math.min(backOffMs * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS) * (1 + Math.random() / 4)
  }

  function watch(name: string): Loop {
    const own = watched.get(name) ?? { failures: 0, failedAt: 0, since: 0, error: '', waits: false }
    watched.set(name, own)
    const note = (error: unknown, details: LoopFault['details'], waits: boolean) => {
      if (own.failures > 0 && now() - own.failedAt > WELL_AFTER_MS) own.failures = 0
      if (own.failures === 0) own.since = now()
      Object.assign(own, { failures: own.failures + 1, failedAt: now(), error: faultLine(error), waits })
      options.onFault?.({ name, error, failures: own.failures, details })
    }
    return {
      failed(error, details = {}) {
        note(error, details, false)
        return pauseAfter(own.failures)
      },
      well() {
        Object.assign(own, { failures: 0, waits: false })
      },
      stopped: (error, details = {}) => note(error, details, true),
    }
  }
}

function stateOf(name: string, own: Watched, at: number): LoopState {
  const { failures, waits } = own
  if (failures === 0 || (!waits && at - own.failedAt > WELL_AFTER_MS))
    return { name, state: 'running', failures: 0 }
  const since = new Date(own.since).toISOString()
  return { name, state: waits ? 'stopped' : 'failing', failures, since, error: own.error }
}
