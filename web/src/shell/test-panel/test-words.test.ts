import { expect, test } from 'vitest'
import { credits, expectationWords, plural, seconds } from './test-words.ts'

test('says what a good answer holds', () => {
  expect(
    expectationWords({
      mentions: ['nine'],
      avoids: ['ten'],
      handedOver: false,
      answered: false,
      language: 'de',
    }),
  ).toEqual([
    'Mentions “nine”',
    'Does not mention “ten”',
    'Does not hand over',
    'Says it doesn’t know',
    'Is in German',
  ])
  expect(expectationWords({})).toEqual([])
})

test('says times, credits and numbers', () => {
  expect([seconds(20), seconds(1_250)]).toEqual(['20 ms', '1.3 s'])
  expect([credits(0), credits(1), credits(2.5)]).toEqual(['free', '1 credit', '2.5 credits'])
  expect([plural(1, 'test'), plural(0, 'test')]).toEqual(['1 test', '0 tests'])
})
