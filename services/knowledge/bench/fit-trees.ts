/** Logistic regression, and gradient boosting of small decision trees (Friedman, 2001), for `fit-confidence.ts`. */
import type { Features, Tree } from '../src/retrieval/confidence.ts'

export type Row = { features: Features; right: boolean; weight: number }

const STEPS = 800
const RIDGE = 0.003
const TREES = 90
const DEPTH = 3
const LEARNING_RATE = 0.07
/** The share of rows that each tree sees. */
const SEEN = 0.7
/** A leaf holds at least so much weight. */
const LEAST_WEIGHT = 8
/** Thresholds that are tried for a feature. */
const THRESHOLDS = 24

/** Coefficients by gradient descent with momentum on standardised values; without an intercept, as ranks need none. */
export function fitRegression(rows: readonly Row[]): Record<string, number> {
  const names = Object.keys(rows[0]?.features ?? {})
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const columns = names.map((name) => rows.map(({ features }) => features[name] ?? 0))
  const means = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / rows.length)
  const spreads = columns.map(
    (column, n) =>
      Math.sqrt(column.reduce((sum, value) => sum + (value - means[n]!) ** 2, 0) / rows.length) || 1,
  )
  const scaled = rows.map((_, row) =>
    Float64Array.from([1, ...names.map((_, n) => (columns[n]![row]! - means[n]!) / spreads[n]!)]),
  )
  const weights = new Float64Array(names.length + 1)
  const speed = new Float64Array(names.length + 1)
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight, n) => (n === 0 ? 0 : RIDGE * weight))
    scaled.forEach((values, row) => {
      const sum = values.reduce((all, value, n) => all + value * weights[n]!, 0)
      const { right, weight } = rows[row]!
      const error = (sigmoid(sum) - (right ? 1 : 0)) * (weight / total)
      for (let n = 0; n < values.length; n++) slope[n]! += error * values[n]!
    })
    for (let n = 0; n < weights.length; n++) {
      speed[n] = 0.9 * speed[n]! - 0.3 * slope[n]!
      weights[n]! += speed[n]!
    }
  }
  return Object.fromEntries(names.map((name, n) => [name, round(weights[n + 1]! / spreads[n]!)]))
}

export function fitTrees(rows: readonly Row[]): Tree[] {
  const random = seeded(11)
  const names = Object.keys(rows[0]?.features ?? {})
  const columns = new Map(names.map((name) => [name, rows.map(({ features }) => features[name] ?? 0)]))
  const thresholds = new Map(names.map((name) => [name, quantiles(columns.get(name)!)]))
  const share = rows.reduce((sum, { right, weight }) => sum + (right ? weight : 0), 0)
  const rest = rows.reduce((sum, { right, weight }) => sum + (right ? 0 : weight), 0)
  const start = round(Math.log(share / rest))
  const sums = rows.map(() => start)
  const trees: Tree[] = [start]
  for (let n = 0; n < TREES; n++) {
    const errors = rows.map(({ right }, row) => (right ? 1 : 0) - sigmoid(sums[row]!))
    const curves = sums.map((sum) => sigmoid(sum) * (1 - sigmoid(sum)))
    const seen = [...rows.keys()].filter(() => random() < SEEN)
    const { tree, leafOf } = grow(seen, DEPTH, errors, curves)
    trees.push(tree)
    rows.forEach((_, row) => {
      sums[row]! += leafOf(row)
    })
  }
  return trees

  function grow(
    own: readonly number[],
    depth: number,
    errors: readonly number[],
    curves: readonly number[],
  ): { tree: Tree; leafOf(row: number): number } {
    const [error, curve, weight] = totals(own)
    const split = depth === 0 ? undefined : bestSplit()
    if (!split) {
      const value = round((LEARNING_RATE * error) / (curve + 1))
      return { tree: value, leafOf: () => value }
    }
    const { feature, below } = split
    const column = columns.get(feature)!
    const yes = grow(
      own.filter((row) => column[row]! < below),
      depth - 1,
      errors,
      curves,
    )
    const no = grow(
      own.filter((row) => column[row]! >= below),
      depth - 1,
      errors,
      curves,
    )
    return {
      tree: { feature, below, yes: yes.tree, no: no.tree },
      leafOf: (row) => (column[row]! < below ? yes : no).leafOf(row),
    }

    function bestSplit(): { feature: string; below: number } | undefined {
      let most = error ** 2 / (curve + 1) + 1e-6
      let best: { feature: string; below: number } | undefined
      for (const feature of names) {
        const values = columns.get(feature)!
        for (const below of thresholds.get(feature)!) {
          const [lowError, lowCurve, lowWeight] = totals(own.filter((row) => values[row]! < below))
          if (lowWeight < LEAST_WEIGHT || weight - lowWeight < LEAST_WEIGHT) continue
          const gain = lowError ** 2 / (lowCurve + 1) + (error - lowError) ** 2 / (curve - lowCurve + 1)
          if (gain > most) [most, best] = [gain, { feature, below }]
        }
      }
      return best
    }

    function totals(of: readonly number[]): [error: number, curve: number, weight: number] {
      let [e, c, w] = [0, 0, 0]
      for (const row of of) {
        const own = rows[row]!.weight
        e += own * errors[row]!
        c += own * curves[row]!
        w += own
      }
      return [e, c, w]
    }
  }
}

function quantiles(column: readonly number[]): number[] {
  const sorted = [...new Set(column.map(round))].sort((a, b) => a - b)
  if (sorted.length <= THRESHOLDS) return sorted.slice(1)
  const all = column.toSorted((a, b) => a - b)
  const cuts = Array.from(
    { length: THRESHOLDS },
    (_, n) => all[Math.floor(((n + 1) * all.length) / (THRESHOLDS + 1))]!,
  )
  return [...new Set(cuts.map(round))]
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
