import type { Measured } from '@parley/contracts/analytics/endpoints.ts'

/** Why a figure shows no change to the period before. */
export const unchanged = {
  unmeasured: 'Nothing to measure',
  alone: 'Nothing to compare with',
  same: 'No change',
} as const

export function unchangedWords({ value, before }: Pick<Measured, 'value' | 'before'>) {
  if (value === null) return unchanged.unmeasured
  return before === null ? unchanged.alone : unchanged.same
}
