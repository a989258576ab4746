/**
 * Whether a channel has been silent for unusually long, by what it was like before: its own nights and weekends count as
 * usual. Pure.
 */

/** Fewer messages say nothing of what is usual. */
const LEAST_MESSAGES = 10
/** A shorter silence is never unusual. */
const LEAST_MS = 24 * 3_600_000
/** So many times the longest pause before is unusual. */
const TIMES = 2

/**
 * `arrivals`: when the last message of each conversation arrived (ISO 8601), the newest first. Returns the longest pause
 * between two of them, in ms, if the silence since the newest is unusual.
 */
export function unusualSilence(arrivals: readonly string[], now: number): { usualMs: number } | undefined {
  const times = arrivals.map((at) => Date.parse(at))
  const [newest] = times
  if (newest === undefined || times.length < LEAST_MESSAGES) return undefined
  const usualMs = Math.max(...times.slice(1).map((time, nth) => times[nth]! - time))
  const silence = now - newest
  return silence > Math.max(LEAST_MS, TIMES * usualMs) ? { usualMs } : undefined
}
