/**
 * One measured number. `baseline` is what the same run measured for the plain thing beside it, `ratio` is value
 * to baseline; `target` says in words what it should reach, `ok` whether it did.
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
