/** Timeouts of a model call: the longest silence, and the longest time of a whole reply. */
import { ModelError } from './model-error.ts'

export type Deadlines = {
  /** Aborts the request when a timeout passes. */
  signal: AbortSignal
  /** Restarts the silence timeout when a piece arrives. */
  heard(): void
  /** Rejects with `time-out` when a timeout passes first, whether or not the work observes the signal. */
  within<T>(work: PromiseLike<T>): Promise<T>
  /** Clears the timeouts, and closes the connection unless the stream is complete. */
  end(complete: boolean): void
}

/** Times in ms. An abort of `leaving` has the effect of a timeout, with its own reason. */
export function createDeadlines(
  times: { silenceMs: number; wholeMs: number },
  leaving?: AbortSignal,
): Deadlines {
  const controller = new AbortController()
  const passed = Promise.withResolvers<never>()
  passed.promise.catch(() => undefined)
  const pass = (what: string) => {
    passed.reject(new ModelError('time-out', what))
    controller.abort()
  }
  const leave = () => {
    passed.reject(leaving?.reason)
    controller.abort()
  }
  if (leaving?.aborted) leave()
  leaving?.addEventListener('abort', leave)
  const silence = setTimeout(() => pass(`silent for ${times.silenceMs} ms`), times.silenceMs)
  const whole = setTimeout(() => pass(`not done after ${times.wholeMs} ms`), times.wholeMs)
  return {
    signal: controller.signal,
    heard: () => void silence.refresh(),
    within: (work) => Promise.race([work, passed.promise]),
    end(complete) {
      clearTimeout(silence)
      clearTimeout(whole)
      leaving?.removeEventListener('abort', leave)
      if (!complete) controller.abort()
    },
  }
}
