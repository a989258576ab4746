import { expect, test } from 'vitest'
import { nextCard, radioKeys } from './radio-keys.ts'

test('the arrow keys go from card to card, around the ends and along the direction of reading', () => {
  const by = (key: string, at: number, isRightToLeft = false) => nextCard(key, { at, many: 3, isRightToLeft })
  expect([by('ArrowDown', 0), by('ArrowDown', 2), by('ArrowUp', 1), by('ArrowUp', 0)]).toEqual([1, 0, 0, 2])
  expect([by('ArrowRight', 2), by('ArrowLeft', 0)]).toEqual([0, 2])
  expect([by('ArrowRight', 1, true), by('ArrowLeft', 1, true)]).toEqual([0, 2])
  expect([by('Home', 2), by('End', 0), by('Enter', 1)]).toEqual([0, 2, undefined])
})

test('the chosen card is the stop of the Tab key, else the first', () => {
  const stops = (selected: string | undefined) =>
    ['a', 'b'].filter((value) => radioKeys(['a', 'b'], selected)(value).tabIndex === 0)
  expect([stops('b'), stops(undefined), stops('elsewhere')]).toEqual([['b'], ['a'], ['a']])
})
