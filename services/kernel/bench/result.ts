/**
 * One measured number. `baseline` is the result of a plain comparison in the same run, `ratio` is value to baseline,
 * `target` describes the goal, and `ok` is whether it was reached.
 */
export type BenchResult = {
  name: string
  value: number
  unit: string
  baseline?: number
  ratio?: number
  target?: string
  ok?: boolean
}
