/**
 * How often, in ms, a log is checked for appends of other processes while a reader waits. One timer serves all logs,
 * since waking up costs more than the check.
 */
const ASK_EVERY = 12

/**
 * Readers are woken at once after a pause, and under load once in this many milliseconds: a batch per append would cost
 * all readers more than the append itself.
 */
const REST = 12

export type Watch = {
  /** Resolves when there may be events after `after`, when `signal` aborts, or when the watch is closed. */
  beyond(after: number, signal: AbortSignal): Promise<void>
  /** Reports an append of this process that is on disk. */
  appended(position: number): void
  close(): void
}

const asked = new Set<() => void>()
let asking: NodeJS.Timeout | undefined

/**
 * Wakes readers that wait at the head of a log: within `REST` after appends of this process, within `ASK_EVERY` after
 * those of other processes. Does nothing while no reader waits. `head` must be cheap.
 */
export function watchHead(head: () => number): Watch {
  const waiting = new Map<() => void, number>()
  let newest = -1
  let wokenAt = 0
  let resting: NodeJS.Timeout | undefined
  const wake = (position: number): void => {
    for (const [resume, after] of waiting) if (after < position) resume()
  }
  const ask = (): void => {
    // The readers are about to be woken anyway.
    if (resting) return
    try {
      wake(head())
    } catch {
      // The readers then read the log and get the error there.
      wake(Number.POSITIVE_INFINITY)
    }
  }
  return {
    beyond: (after, signal) =>
      new Promise((resolve) => {
        const resume = (): void => {
          signal.removeEventListener('abort', resume)
          waiting.delete(resume)
          if (waiting.size === 0) rest(ask)
          resolve()
        }
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', resume)
        waiting.set(resume, after)
        keepAsking(ask)
      }),
    appended(position) {
      newest = Math.max(newest, position)
      resting ??= setTimeout(
        () => {
          resting = undefined
          wokenAt = performance.now()
          wake(newest)
        },
        Math.max(0, wokenAt + REST - performance.now()),
      )
    },
    close() {
      clearTimeout(resting)
      wake(Number.POSITIVE_INFINITY)
    },
  }
}

function keepAsking(ask: () => void): void {
  asked.add(ask)
  asking ??= setInterval(() => {
    for (const each of asked) each()
  }, ASK_EVERY)
}

function rest(ask: () => void): void {
  asked.delete(ask)
  if (asked.size > 0) return
  clearInterval(asking)
  asking = undefined
}
