import { expect, test } from 'vitest'
import { countLimits } from './limits-reached.ts'

test('counts by workspace and quota, tells of the most, and keeps a bounded number', () => {
  let now = Date.parse('2026-11-29T10:00:00Z')
  const limits = countLimits(() => now)
  for (let nth = 0; nth < 3; nth++) limits.add('w1', 'seats')
  limits.add('w1', 'agents')
  now += 60_000
  limits.add('w2', 'seats')
  limits.add('w1', 'seats')
  expect(limits.most(2)).toEqual([
    { tenant: 'w1', quota: 'seats', count: 4, at: '2026-11-29T10:01:00.000Z' },
    { tenant: 'w1', quota: 'agents', count: 1, at: '2026-11-29T10:00:00.000Z' },
  ])
  for (let nth = 0; nth < 500; nth++) limits.add(`other${nth}`, 'seats')
  expect(limits.most(1_000)).toHaveLength(200)
  expect(limits.most(1_000).some(({ tenant }) => tenant === 'w1')).toBe(false)
})
