import { createHash } from 'node:crypto'

/** Set by `npm run test:long`: generated lists of tests, and property tests, run whole. */
const isWhole = process.env.WHOLE === 'true'
/** Set by `npm test` on a machine that takes twice as long as usual: of what is sampled, a third is left. */
const sparser = Number(process.env.LEFT_OUT ?? 0) > 0.35 ? 3 : 1

/**
 * The part of a generated list that `npm test` checks, the same in each run: one of `of` parts, the `nth`, or a third of it on
 * a slow machine. All of the list if `WHOLE` is `true`.
 */
export function partOfList<T>(
  all: readonly T[],
  { of, nth = 0, nameOf = String }: { of: number; nth?: number; nameOf?: (each: T) => string },
): T[] {
  return isWhole ? [...all] : all.filter((each) => nthOf(nameOf(each), of * sparser) === nth % (of * sparser))
}

/** The one of all that `npm test` takes for this name, the same in each run; all if `WHOLE` is `true`. */
export function oneFor<T>(name: string, all: readonly T[]): readonly T[] {
  const nth = nthOf(name, all.length)
  return isWhole ? all : all.slice(nth, nth + 1)
}

const nthOf = (name: string, of: number) => createHash('sha256').update(name).digest().readUInt32BE() % of

/** How many random runs a property test makes, or kills a fault test: `RUNS` if that is set, a third of `whole` in `npm test`, else `whole`. */
export const runsOf = (whole: number) => Number(process.env.RUNS ?? (isWhole ? whole : Math.ceil(whole / 3)))
