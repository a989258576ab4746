import { describe, expect, test } from 'vitest'
import { loadLanguage } from './languages.ts'
import { nearWords } from './near-words.ts'

const english = await loadLanguage('english')
const none = { of: () => [], wordsLike: () => [] }
const near = (word: string, ...known: string[]) =>
  nearWords(
    word,
    {
      frequency: () => 0,
      wordsLike: (first, length) => known.filter((one) => one[0] === first && one.length === length),
      wordsEndingIn: () => [],
    },
    none,
    [english],
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
  test('recognises misspelled stop words', () => {
    expect(near('waht')).toBe('stop word')
    expect(near('wheat')).toEqual([])
  })
})
