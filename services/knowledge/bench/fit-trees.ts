/** A ranking by softmax, and gradient boosting of small decision trees (Friedman, 2001), for `fit-confidence.ts`. */
import type { Features, Tree } from '../src/retrieval/confidence.ts'

export type Ranked = { features: Features; right: boolean }
export type Row = Ranked & { weight: number }

const STEPS = 800
const RIDGE = 0.003
const TREES = 90
const DEPTH = 3
const LEARNING_RATE = 0.07
/** The share of rows that each tree sees. */
const SEEN = 0.7
/** A leaf holds at least so much weight. */
const LEAST_WEIGHT = 8
/**
 * What makes an answer more probable (1) or less (-1), whatever the tuning bases say of a few cases: more of the question
 * covered, and less of it lacking.
 */
const directions: Record<string, number> = {
  unknown: -1,
  unknownRarity: -1,
  together: 1,
  'together squared': 1,
  alone: 1,
  'named and said': 1,
  exact: 1,
  anywhere: 1,
  lacking: -1,
  lackingRarity: -1,
  form: 1,
  weight: 1,
  relevance: 1,
  headed: 1,
  adjacent: 1,
  rank: 1,
  lead: 1,
  meaning: 1,
  'meaning lead': 1,
  said: 1,
  'said lead': 1,
}
/** Thresholds that are tried for a feature. */
const THRESHOLDS = 24

/**
 * Coefficients by which the right ones of each question come before its others: the share of the right ones in a softmax
 * over all of them is made as large as can be, by gradient descent with momentum on standardised values.
 */
export function fitRanking(questions: readonly (readonly Ranked[])[]): Record<string, number> {
  const rows = questions.flat()
  const names = Object.keys(rows[0]?.features ?? {})
  const spreads = names.map((name) => {
    const mean = rows.reduce((sum, { features }) => sum + (features[name] ?? 0), 0) / rows.length
    const squares = rows.reduce((sum, { features }) => sum + ((features[name] ?? 0) - mean) ** 2, 0)
    return Math.sqrt(squares / rows.length) || 1
  })
  const scaled = questions.map((own) =>
    own.map(({ features, right }) => ({
      right,
      values: Float64Array.from(names, (name, n) => (features[name] ?? 0) / spreads[n]!),
    })),
  )
  const weights = new Float64Array(names.length)
  const speed = new Float64Array(names.length)
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight) => RIDGE * weight)
    for (const own of scaled) {
      const sums = own.map(({ values }) => values.reduce((all, value, n) => all + value * weights[n]!, 0))
      const most = Math.max(...sums)
      const odds = sums.map((sum) => Math.exp(sum - most))
      const all = odds.reduce((sum, value) => sum + value, 0)
      const right = own.reduce((sum, row, n) => sum + (row.right ? odds[n]! : 0), 0)
      own.forEach(({ values, right: isRight }, row) => {
        const error = (odds[row]! / all - (isRight ? odds[row]! / right : 0)) / scaled.length
        for (let n = 0; n < values.length; n++) slope[n]! += error * values[n]!
      })
    }
    for (let n = 0; n < weights.length; n++) {
      speed[n] = 0.9 * speed[n]! - 0.3 * slope[n]!
      weights[n]! += speed[n]!
    }
  }
  return Object.fromEntries(names.map((name, n) => [name, round(weights[n]! / spreads[n]!)]))
}

export function fitTrees(rows: readonly Row[]): Tree[] {
  const random = seeded(11)
  const names = Object.keys(rows[0]?.features ?? {})
  const columns = new Map(names.map((name) => [name, rows.map(({ features }) => features[name] ?? 0)]))
  const thresholds = new Map(names.map((name) => [name, quantiles(columns.get(name)!)]))
  // How many thresholds each value reaches.
  const reached = new Map(
    names.map((name) => {
      const cuts = thresholds.get(name)!
      return [name, columns.get(name)!.map((value) => cuts.filter((cut) => value >= cut).length)]
    }),
  )
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
        const places = reached.get(feature)!
        const cuts = thresholds.get(feature)!
        const sums = new Float64Array(3 * (cuts.length + 1))
        for (const row of own) {
          const at = 3 * places[row]!
          const ownWeight = rows[row]!.weight
          sums[at]! += ownWeight * errors[row]!
          sums[at + 1]! += ownWeight * curves[row]!
          sums[at + 2]! += ownWeight
        }
        let [lowError, lowCurve, lowWeight] = [0, 0, 0]
        for (const [n, below] of cuts.entries()) {
          lowError += sums[3 * n]!
          lowCurve += sums[3 * n + 1]!
          lowWeight += sums[3 * n + 2]!
          if (lowWeight < LEAST_WEIGHT || weight - lowWeight < LEAST_WEIGHT) continue
          const gain = lowError ** 2 / (lowCurve + 1) + (error - lowError) ** 2 / (curve - lowCurve + 1)
          const rise = (error - lowError) / (curve - lowCurve + 1) - lowError / (lowCurve + 1)
          if (rise * (directions[feature] ?? 0) < 0) continue
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
