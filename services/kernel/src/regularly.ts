import { keepLease, type Leases } from './leases.ts'

/** What a process does by itself again and again. */
export type Regular = {
  /** One more round, after the one under way; throws what the round throws. */
  look(): Promise<void>
  stop(): void
}

/**
 * Rounds of work: one at once, then one every `everyMs` milliseconds, never two at a time, until `stop`. With `alone`,
 * of all processes that hold its leases only one does the work of that name.
 */
export function regularly(
  work: () => Promise<unknown>,
  options: { everyMs: number; onFault(error: unknown): void; alone?: { leases: Leases; name: string } },
): Regular {
  let last: Promise<unknown> = Promise.resolve()
  let busy = false
  const lease = options.alone && keepLease(options.alone.leases, `regular/${options.alone.name}`)
  const timer = setInterval(() => {
    if (!busy) patiently()
  }, options.everyMs).unref()
  patiently()
  return {
    look,
    stop() {
      clearInterval(timer)
      lease?.release().catch(options.onFault)
    },
  }

  async function look(): Promise<void> {
    const mine = last.then(round, round)
    last = mine
    await mine
  }

  async function round(): Promise<void> {
    busy = true
    try {
      if ((await lease?.held()) ?? true) await work()
    } finally {
      busy = false
    }
  }

  function patiently(): void {
    look().catch(options.onFault)
  }
}
