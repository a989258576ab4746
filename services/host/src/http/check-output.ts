/** For tests: holds an answer against its endpoint's output. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'

/** Throws if the answer is not what the endpoint says, or has something that it does not say. */
export function checkOutput({ name, output }: Pick<Endpoint, 'name' | 'output'>, value: unknown): void {
  const said = output.parse(value)
  const more = beyond(JSON.parse(JSON.stringify(value) ?? 'null'), said)
  if (more !== undefined) throw new Error(`The answer of ${name} has ${more}, which its output does not have`)
}

/** The path of the first property that `said` does not have. */
function beyond(sent: unknown, said: unknown, path = ''): string | undefined {
  if (typeof sent !== 'object' || sent === null || typeof said !== 'object' || said === null) return undefined
  for (const [key, value] of Object.entries(sent)) {
    const at = path === '' ? key : `${path}.${key}`
    if (!Object.hasOwn(said, key)) return at
    const more = beyond(value, Reflect.get(said, key), at)
    if (more !== undefined) return more
  }
  return undefined
}
