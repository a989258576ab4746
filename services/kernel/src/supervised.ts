/**
 * The one mechanism that keeps loops of long life going: projections, followers, policies, the relay, consumers of the
 * bus and regular jobs. A loop that throws begins again after a pause; what failed is reported, and operators can ask
 * which loops fail at present.
 */
import { faultLine } from './fault-line.ts'
import { pause } from './pause.ts'

export type LoopState = {
  name: string
  /** `stopped`: it waits for an operator. */
  state: 'running' | 'failing' | 'stopped'
  /** How often it failed since it last got ahead. */
  failures: number
  /** Since when it fails (ISO 8601), and what it failed with last, in one line without secrets. */
  since?: string
  error?: string
}

export type LoopFault = {
  /** The loop's name, such as `policy/relay`. */
  name: string
  error: unknown
  failures: number
  /** More that helps to find it, such as the event's id. */
  details: Record<string, string | number>
}

/** What a loop says of itself while it runs. */
export type Loop = {
  /** It failed with something and will try again by itself; gives after how many milliseconds. */
  failed(error: unknown, details?: LoopFault['details']): number
  /** It got ahead: the next pause is a short one again. */
  well(): void
  /** It goes on only when an operator says so. */
  stopped(error: unknown, details?: LoopFault['details']): void
}

export type Supervision = {
  /** Gives a loop its place among those that are watched. */
  watch(name: string): Loop
  /** Does `work` again and again until `signal` aborts: after it threw, with a longer pause each time. */
  keep(name: string, signal: AbortSignal, work: (loop: Loop) => Promise<void>): Promise<void>
  loops(): LoopState[]
  /** How long to wait after so many failures in a row, in ms. */
  pauseAfter(failures: number): number
}

export type SupervisionOptions = {
  onFault?: (fault: LoopFault) => void
  /** The first pause in ms, doubling. */
  backOffMs?: number
  now?: () => number
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const BACK_OFF_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** A loop that has not failed again for so long has nothing to do, rather than no success. */
const WELL_AFTER_MS = 2 * LONGEST_PAUSE_MS

type Watched = { failures: number; failedAt: number; since: number; error: string; waits: boolean }

export function createSupervision(options: SupervisionOptions = {}): Supervision {
  const { backOffMs = BACK_OFF_MS, now = Date.now, wait = pause } = options
  const watched = new Map<string, Watched>()

  return {
    watch,
    pauseAfter,
    loops: () => [...watched].map(([name, own]) => stateOf(name, own, now())),
    async keep(name, signal, work) {
      const loop = watch(name)
      while (!signal.aborted) {
        let pauseMs = backOffMs
        try {
          await work(loop)
        } catch (error) {
          // What is cut off by stopping fails in many ways.
          if (!signal.aborted) pauseMs = loop.failed(error)
        }
        await wait(pauseMs, signal)
      }
    },
  }

  /** Doubling, with up to a quarter more, so that loops that failed together do not try again together. */
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
