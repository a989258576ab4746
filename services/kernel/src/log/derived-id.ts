import { hash } from 'node:crypto'
import { textFrom } from '../random-text.ts'

/**
 * Returns an id of letters and digits derived from the parts, for what a command creates. If the parts include the
 * tenant and the command's idempotency key, a repeated command finds what it created instead of creating another.
 */
export function derivedId(length: number, ...parts: string[]): string {
  let round = 0
  return textFrom(length, () => hash('sha256', JSON.stringify([...parts, round++]), 'buffer'))
}
