/**
 * How often a log is asked whether another process has appended, while somebody waits for it, in milliseconds. One
 * timer asks for all logs: what costs is waking up, not asking.
 */
const ASK_EVERY = 12

/**
 * Those who wait are woken at once after a rest, and under load once in this many milliseconds: a batch for each
 * append would cost all readers more than the append itself.
 */
const REST = 12

export type Watch = {
  /** Resolves when there may be events after `after`, when `signal` aborts and when the watch is closed. */
  beyond(after: number, signal: AbortSignal): Promise<void>
  /** An append of this process is on disk. */
  appended(position: number): void
  close(): void
}

const asked = new Set<() => void>()
let asking: NodeJS.Timeout | undefined

/**
 * Wakes those who wait at the head of a log: within `REST` on appends of this process, within `ASK_EVERY` on those
 * of others. Asks nothing while nobody waits. `head` must be cheap.
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
    // They are woken in a moment anyway.
    if (resting) return
    try {
      wake(head())
    } catch {
      // Those who wait read next, and meet the reason there.
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
