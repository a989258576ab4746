import { expect, it } from 'vitest'
import { usdOf } from './usd.ts'

it.each([
  [0, '$0.00'],
  [0.4, '$0.0004'],
  [2, '$0.002'],
  [97.72, '$0.10'],
  [1_234_567, '$1,234.57'],
])('writes %d credits as %s', (credits, text) => expect(usdOf(credits)).toBe(text))
