/**
 * Returns a round upper end of the axis (a multiple of a step of 1, 2 or 5 times a power of ten) and its ticks. Ticks
 * are whole numbers unless `whole` is false.
 */
export function axisOf(most: number, options: { whole?: boolean } = {}): { top: number; ticks: number[] } {
  const { whole = true } = options
  const step = niceStep(Math.max(whole ? 1 : 1e-9, most) / 4, whole)
  const top = Math.max(1, Math.ceil(most / step - 1e-9)) * step
  return { top, ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step) }
}

function niceStep(least: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power
  return whole ? Math.max(1, step) : step
}
