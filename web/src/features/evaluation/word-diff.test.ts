import { expect, test } from 'vitest'
import { wordDiff } from './word-diff.ts'

test('marks the words that differ', () => {
  expect(wordDiff('We open at nine.', 'We open at ten.')).toEqual([
    { text: 'We open at ', changed: false },
    { text: 'ten.', changed: true },
  ])
  expect(wordDiff('Same', 'Same')).toEqual([{ text: 'Same', changed: false }])
})

test('marks a text that is quite different as a whole', () => {
  const words = (letter: string) => Array.from({ length: 700 }, (_, nth) => `${letter}${nth}`).join(' ')
  expect(wordDiff(words('a'), words('b'))).toEqual([{ text: words('b'), changed: true }])
})
