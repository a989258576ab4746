import { expect, it } from 'vitest'
import { unchangedWords } from './change-words.ts'

it('a figure that could not be measured in the period before says so instead of "No change"', () => {
  expect(unchangedWords({ value: 0.5, before: null })).toBe('Nothing to compare with')
  expect(unchangedWords({ value: null, before: null })).toBe('Nothing to measure')
  expect(unchangedWords({ value: 0, before: 0 })).toBe('No change')
})
