/** How a canary version compares with the published one. Plain constants and functions, which pages import too. */

/** Percent of new conversations. */
export const canaryShare = { min: 1, max: 99, suggested: 10 } as const

/** Below this many conversations with a visitor's message, a rate says too little to compare. */
export const leastCompared = 20

export const canaryRates = ['resolution', 'failure', 'handoff', 'feedback'] as const
export type CanaryRate = (typeof canaryRates)[number]

/** Of `of` conversations, `count`. */
export type Counted = { count: number; of: number }
/** Shares from 0 to 1. */
export type Interval = { low: number; high: number }

/** For a confidence of 95 % and of 99 %. */
const Z_SHOWN = 1.959964
const Z_DECIDED = 2.575829

/** The Wilson score interval of a share at 95 % confidence; undefined without any conversation. */
export function intervalOf({ count, of }: Counted, z = Z_SHOWN): Interval | undefined {
  if (of === 0) return undefined
  const share = count / of
  const scale = 1 + z ** 2 / of
  const centre = (share + z ** 2 / (2 * of)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/**
 * The interval of the difference of two shares, canary less control, by Newcombe from their Wilson intervals; undefined
 * while either is of fewer than `leastCompared` conversations.
 */
export function differenceOf(canary: Counted, control: Counted, z = Z_SHOWN): Interval | undefined {
  if (canary.of < leastCompared || control.of < leastCompared) return undefined
  const [one, other] = [intervalOf(canary, z), intervalOf(control, z)]
  if (!one || !other) return undefined
  const [mine, theirs] = [canary.count / canary.of, control.count / control.of]
  const difference = mine - theirs
  return {
    low: difference - Math.sqrt((mine - one.low) ** 2 + (other.high - theirs) ** 2),
    high: difference + Math.sqrt((one.high - mine) ** 2 + (theirs - other.low) ** 2),
  }
}

/**
 * Whether a rate of which less is better is clearly worse in the canary: by more than chance at 99 % confidence, higher
 * than when figures are shown, since it is looked at again and again.
 */
export function isClearlyWorse(canary: Counted, control: Counted): boolean {
  return (differenceOf(canary, control, Z_DECIDED)?.low ?? 0) > 0
}
