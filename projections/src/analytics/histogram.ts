/**
 * Counts times in bins that grow by the square root of two, from 100 ms to a week. Medians are accurate within a few
 * per cent, and a document has a few dozen numbers that can be added up.
 */

/** Upper bounds of the bins in milliseconds; one more bin is for longer times. */
const edges = Array.from({ length: 46 }, (_, nth) => Math.round(100 * 2 ** (nth / 2)))

/** Count by bin. */
export type Histogram = { [bin: string]: number }

export const binCount = edges.length + 1

export function binOf(ms: number): number {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ms < edges[middle]!) high = middle
    else low = middle + 1
  }
  return low
}

export function withTime(histogram: Histogram | undefined, ms: number): Histogram {
  const bin = binOf(ms)
  return { ...histogram, [bin]: (histogram?.[bin] ?? 0) + 1 }
}

/** Returns the time in ms below which `share` of all are, interpolated within a bin; undefined if there are none. */
export function percentile(histogram: Histogram, share: number): number | undefined {
  const bins = Object.entries(histogram)
    .map(([bin, count]) => [Number(bin), count] as const)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => a - b)
  const total = bins.reduce((sum, [, count]) => sum + count, 0)
  let left = share * total
  for (const [bin, count] of bins) {
    if (left <= count) {
      const from = edges[bin - 1] ?? 0
      const to = edges[bin] ?? from
      return Math.round(from + (to - from) * (left / count))
    }
    left -= count
  }
  return undefined
}
