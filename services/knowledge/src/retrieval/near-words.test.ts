import { describe, expect, test } from 'vitest'
import { type Language, loadLanguage } from './languages.ts'
import { nearWords } from './near-words.ts'

const english = await loadLanguage('english')
const german = await loadLanguage('german')
const none = { of: () => [], wordsLike: () => [] }
const near = (word: string, ...known: string[]) => nearIn(english, word, known)
const nearIn = (language: Language, word: string, known: string[]) =>
  nearWords(
    word,
    {
      frequency: () => 0,
      wordsLike: (first, length) => known.filter((one) => one[0] === first && one.length === length),
      wordsEndingIn: () => [],
    },
    none,
    [language],
  )

describe('nearWords', () => {
  test.each([
    ['adress', 'address'],
    ['delivrey', 'delivery'],
    ['authentification', 'authentication'],
    ['mony', 'money'],
    ['tiem', 'time'],
  ])('%s may stand for %s', (word, known) => {
    expect(near(word, known)).toMatchObject([{ text: known }])
  })
  test.each([
    ['bread', 'broad'],
    ['bake', 'based'],
    ['bake', 'base'],
    ['wheat', 'sheet'],
    ['pool', 'pole'],
  ])('%s is a word of its own and no %s', (word, known) => {
    expect(near(word, known)).toEqual([])
  })
  test.each([
    ['liefert', 'liefern'],
    ['lieferung', 'liefert'],
    ['öffnet', 'öffnen'],
  ])('%s is another form of %s', (word, known) => {
    expect(nearIn(german, word, [known])).toEqual([{ text: known, strength: 0.9 }])
  })
  test('a German word that only begins alike is none', () => {
    expect(nearIn(german, 'lieben', ['liefern'])).toEqual([])
  })
  test('recognises misspelled stop words', () => {
    expect(near('waht')).toBe('stop word')
    expect(near('wheat')).toEqual([])
  })
})
