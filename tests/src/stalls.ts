/**
 * Measures how long the event loop is blocked by its own work: by the processor time that this thread uses between two
 * turns of a timer. Unlike elapsed time it does not grow when other processes keep the machine busy.
 */
const EVERY_MS = 20

export function measureStalls(): { longestMs(): number; stop(): void } {
  let before = usedMs()
  let longest = 0
  const look = () => {
    const now = usedMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(look, EVERY_MS)
  timer.unref()
  return {
    longestMs() {
      look()
      return longest
    },
    stop: () => clearInterval(timer),
  }
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
