import { expect, it } from 'vitest'
import { noteSeen, seenSince } from './seen.ts'

it('keeps the position of the first response of each region', () => {
  expect(seenSince('na')).toBeUndefined()
  noteSeen('na=12')
  noteSeen('na=14,eu=-1')
  expect([seenSince('na'), seenSince('eu')]).toEqual([12, -1])
})
