import { expect, test } from 'vitest'
import { matchingPart } from './matching-part.ts'

const filler = (topic: string) => `${topic} is told about here in a sentence of a few words. `.repeat(4)
const text = `${filler('Check-in')}\nYou may bring a cat for 10 euros a night. ${filler('Breakfast')}`

test('begins at the sentence with the first of the words', () => {
  expect(matchingPart(text, ['cat', 'bring'])).toMatch(
    /^… You may bring a cat for 10 euros a night\. Breakfast/,
  )
})

test('begins where most of the words are near each other', () => {
  const first = `The night begins at ten. ${text}`
  expect(matchingPart(first, ['night', 'cat', 'bring'])).toMatch(/^… You may bring a cat/)
})

test('is the whole text where the words are at its beginning, or nowhere', () => {
  expect(matchingPart(text, ['check-in'])).toBe(text)
  expect(matchingPart(text, ['sauna'])).toBe(text)
  expect(matchingPart(text, [])).toBe(text)
  expect(matchingPart('A cat.', ['cat'])).toBe('A cat.')
})

test('finds whole words, in any case and script, and no parts of other words', () => {
  const text = `${filler('A category')}The Cat sleeps.`
  expect(matchingPart(text, ['cat'])).toBe('… The Cat sleeps.')
  expect(matchingPart(`${filler('Frühstück')}Öffnungszeiten ab 9.`, ['öffnungszeiten'])).toBe(
    '… Öffnungszeiten ab 9.',
  )
  const japanese = `${'朝食は七時からです。'.repeat(30)}猫は連れて来られます。`
  expect(matchingPart(japanese, ['猫'])).toBe('… 猫は連れて来られます。')
})

test('begins shortly before the word in a sentence without an end', () => {
  const part = matchingPart(`${'word '.repeat(200)}cat ${'word '.repeat(20)}`, ['cat'])
  expect(part).toMatch(/^… word .*cat/)
  expect(part.indexOf('cat')).toBeLessThan(130)
})
