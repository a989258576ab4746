/** Credits are counted in thousandths inside, so that sums are exact; outside they have at most three decimals. */
const SCALE = 1_000

export function toMills(credits: number): number {
  return Math.round(credits * SCALE)
}

export function toCredits(mills: number): number {
  return mills / SCALE
}
