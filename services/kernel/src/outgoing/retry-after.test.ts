import { expect, test } from 'vitest'
import { pauseAsked } from './retry-after.ts'

const now = () => Date.parse('2026-11-30T08:00:00Z')

test.each([
  ['120', 120_000],
  [' 1.5', 1_500],
  ['3, 3', 3_000],
  ['Mon, 30 Nov 2026 08:01:00 GMT', 60_000],
  ['Mon, 30 Nov 2026 07:59:00 GMT', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('of %j asks for a pause of %j ms', (header, ms) => {
  expect(pauseAsked(header, now)).toBe(ms)
})
