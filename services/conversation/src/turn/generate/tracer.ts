/** Records how a reply comes about, for the test panel. Does nothing when off. */
import type { TraceStep } from '@parley/contracts/conversation/trace.ts'

/** A step without its times. */
type UntimedStep = TraceStep extends infer Step
  ? Step extends TraceStep
    ? Omit<Step, 'at' | 'tookMs'>
    : never
  : never

export type Tracer = {
  on: boolean
  /** Starts a step; the returned function records it. */
  begin(): (step: UntimedStep) => void
  steps: TraceStep[]
  /** Milliseconds since the turn began. */
  elapsed(): number
}

export function createTracer(on: boolean, now: () => number = () => performance.now()): Tracer {
  const startedAt = now()
  // bounded: of one turn
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
