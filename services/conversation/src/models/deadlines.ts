/** How long a model may be silent, and how long a reply may take as a whole. */
import { ModelError } from './model-error.ts'

export type Deadlines = {
  /** Aborts the request when a deadline passes. */
  signal: AbortSignal
  /** A piece has come: the silence begins anew. */
  heard(): void
  /** Rejects with a `time-out` when a deadline passes first, whether or not the work minds the signal. */
  within<T>(work: PromiseLike<T>): Promise<T>
  /** Lets go of the connection unless the stream came to its end. */
  end(complete: boolean): void
}

/** Times in ms. `leaving` ends it like a deadline that passes, with the reason it was aborted for. */
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
