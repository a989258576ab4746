/** Counts tries in windows of time, within this process. */
export type Throttle = {
  /** Takes one try; false when `limit` of them were taken in the last `windowSeconds`. */
  take(key: string, limit: number, windowSeconds: number): boolean
}

const MOST_KEYS = 50_000

export function createThrottle(now: () => number = Date.now): Throttle {
  const windows = new Map<string, { from: number; taken: number; before: number }>()
  return {
    take(key, limit, windowSeconds) {
      const length = windowSeconds * 1000
      const from = Math.floor(now() / length) * length
      const known = windows.get(key)
      const before = known?.from === from ? known.before : known?.from === from - length ? known.taken : 0
      const taken = known?.from === from ? known.taken : 0
      // A sliding window: what is left of the last one still counts in proportion.
      const share = 1 - (now() - from) / length
      if (taken + before * share >= limit) return false
      windows.delete(key)
      windows.set(key, { from, taken: taken + 1, before })
      if (windows.size > MOST_KEYS) windows.delete(windows.keys().next().value!)
      return true
    },
  }
}
