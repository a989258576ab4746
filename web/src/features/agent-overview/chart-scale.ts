/** A round upper end of the axis (1, 2 or 5 times a power of ten) with whole steps below it. */
export function axisOf(most: number): { top: number; ticks: number[] } {
  const step = niceStep(Math.max(1, most) / 4)
  const top = Math.max(1, Math.ceil(most / step)) * step
  return { top, ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step) }
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power
  return Math.max(1, step)
}
