import { expect, it } from 'vitest'
import { mayHaveTour, startsByItself, type TourSituation, tourCutoff } from './tour-rules.ts'

const newcomer: TourSituation = {
  joinedAt: tourCutoff,
  scheme: 'dark',
  isAgency: false,
  isSharePage: false,
  skippedForever: false,
  completed: false,
  seen: false,
}

it('starts once for who joined at the cutoff or later', () => {
  expect(startsByItself(newcomer)).toBe(true)
  expect(mayHaveTour({ joinedAt: 1_727_740_799 })).toBe(false)
})

it.each<Partial<TourSituation>>([
  { joinedAt: tourCutoff - 1 },
  { scheme: 'light' },
  { isAgency: true },
  { isSharePage: true },
  { skippedForever: true },
  { completed: true },
  { completed: undefined },
  { seen: true },
])('does not start for %j', (difference) => {
  expect(startsByItself({ ...newcomer, ...difference })).toBe(false)
})
