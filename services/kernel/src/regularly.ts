/** What a process does by itself again and again. */
export type Regular = {
  /** One more round, after the one under way; throws what the round throws. */
  look(): Promise<void>
  stop(): void
}

/** Rounds of work: one at once, then one every `everyMs` milliseconds, never two at a time, until `stop`. */
export function regularly(
  work: () => Promise<unknown>,
  options: { everyMs: number; onFault(error: unknown): void },
): Regular {
  let last: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (!busy) patiently()
  }, options.everyMs).unref()
  patiently()
  return { look, stop: () => clearInterval(timer) }

  async function look(): Promise<void> {
    const mine = last.then(round, round)
    last = mine
    await mine
  }

  async function round(): Promise<void> {
    busy = true
    await work().finally(() => {
      busy = false
    })
  }

  function patiently(): void {
    look().catch(options.onFault)
  }
}
