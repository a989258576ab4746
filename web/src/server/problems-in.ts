import { ApiError } from './client.ts'

/** Maps what a failed call says of its input to the fields; a refusal names at most one. */
export function problemsIn(error: Error | null): Map<string, string> {
  if (!(error instanceof ApiError)) return new Map()
  const { errors = [], field, message = '' } = error.problem ?? {}
  const named = field === undefined ? [] : [[field, message] as const]
  return new Map([...named, ...errors.map((one) => [one.field, one.message] as const).toReversed()])
}
