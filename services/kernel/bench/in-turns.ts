export type Work = () => unknown

/** Operations per second (the median), and the share of the first work's rate, as the median of the rounds. */
export type Rate = { rate: number; share: number }

/**
 * Measures several works alternately, so that other load on the machine and its disk affects all of them. Shares are
 * taken round by round for the same reason.
 */
export async function inTurns<Works extends [Work, ...Work[]]>(
  works: Works,
  { rounds, count }: { rounds: number; count: number },
): Promise<{ [At in keyof Works]: Rate }>
export async function inTurns(
  works: Work[],
  { rounds, count }: { rounds: number; count: number },
): Promise<Rate[]> {
  const rates = works.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [at, work] of works.entries()) {
      const start = performance.now()
      for (let done = 0; done < count; done += 1) await work()
      rates[at]?.push((count / (performance.now() - start)) * 1000)
    }
  return rates.map((own) => ({
    rate: median(own),
    share: median(own.map((rate, round) => rate / (rates[0]?.[round] ?? Number.NaN))),
  }))
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
