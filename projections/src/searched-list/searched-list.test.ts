import { expect, test } from 'vitest'
import { timesWithin } from './searched-list.ts'

test('a range until the last day there is contains every moment', () => {
  const range = timesWithin({ from: '0000-01-01', to: '9999-12-31' }, undefined)
  const moment = '2026-11-28T00:00:00.000Z'
  expect((range?.gte ?? '') <= moment && moment < (range?.lt ?? '')).toBe(true)
})
