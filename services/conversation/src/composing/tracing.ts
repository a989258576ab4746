/** Takes down how a reply comes about, for the test panel. Off, it costs nothing. */
import type { TraceStep } from '@parley/contracts/conversation/trace.ts'

/** A step without its times. */
type Told = TraceStep extends infer Step
  ? Step extends TraceStep
    ? Omit<Step, 'at' | 'tookMs'>
    : never
  : never

export type Tracer = {
  on: boolean
  /** Marks a beginning; what it gives takes down the step that began there. */
  begin(): (step: Told) => void
  steps: TraceStep[]
  /** Ms since the turn began. */
  elapsed(): number
}

export function createTracer(on: boolean, now: () => number = () => performance.now()): Tracer {
  const startedAt = now()
  const steps: TraceStep[] = []
  const elapsed = () => Math.round(now() - startedAt)
  return {
    on,
    steps,
    elapsed,
    begin() {
      const at = elapsed()
      return (step) => {
        if (on) steps.push({ ...step, at, tookMs: elapsed() - at })
      }
    },
  }
}
