/** How sure it is that one of two texts does better. */

export type Tried = { recipients: number; answers: number }

/**
 * Returns the probability, from 0.5 to 1, that the text with the higher share of answers is the better one (a test of two
 * proportions, one-sided); undefined while there is too little to say anything.
 */
export function confidenceOf(a: Tried, b: Tried): number | undefined {
  if (a.recipients === 0 || b.recipients === 0) return undefined
  const all = a.recipients + b.recipients
  const pooled = (a.answers + b.answers) / all
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / a.recipients + 1 / b.recipients))
  if (spread === 0) return undefined
  const difference = Math.abs(a.answers / a.recipients - b.answers / b.recipients)
  return normalBelow(difference / spread)
}

/** The share of a normal distribution below `z` (Abramowitz and Stegun 7.1.26), within 1e-7. */
function normalBelow(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  const error = 1 - polynomial * Math.exp(-x * x)
  return z >= 0 ? (1 + error) / 2 : (1 - error) / 2
}
