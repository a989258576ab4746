import { createHash } from 'node:crypto'
import { textFrom } from './random-text.ts'

/**
 * The id of what a command creates: letters and digits that follow from the parts. With the tenant and the command's
 * idempotency key among them, a repeated command finds what it created instead of creating another.
 */
export function derivedId(length: number, ...parts: string[]): string {
  let round = 0
  return textFrom(length, () =>
    createHash('sha256')
      .update(JSON.stringify([...parts, round++]))
      .digest(),
  )
}
