/**
 * Calls back for work that takes long. Time is counted in looks of one timer for all, so that a time in which this process
 * itself got no processor does not count, and work that is over soon costs no timer.
 */

/** Returns what watches work: it calls `late` after `afterMs`, and returns what ends that. */
export function createLateness({
  afterMs,
  lookEveryMs,
}: {
  afterMs: number
  lookEveryMs: number
}): (late: () => void) => () => void {
  /** At which look each is late, the earliest first. */
  const watched = new Map<() => void, number>()
  let looks = 0
  let timer: NodeJS.Timeout | undefined

  return (late) => {
    // The first look may come at once.
    watched.set(late, looks + afterMs / lookEveryMs + 1)
    timer ??= setInterval(look, lookEveryMs)
    return () => watched.delete(late)
  }

  function look(): void {
    looks++
    for (const [late, at] of watched) {
      if (at > looks) break
      watched.delete(late)
      late()
    }
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
