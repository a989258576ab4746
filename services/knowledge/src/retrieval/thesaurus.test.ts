import { concepts } from '@parley/kernel/thesaurus.ts'
import { expect, test } from 'vitest'
import { languageNames } from './languages.ts'
import { marks } from './words.ts'

test('every idea of the thesaurus has a name of its own, and words in languages that we know', () => {
  const names = concepts().map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  for (const { name, words, marks: looks = [] } of concepts()) {
    expect(
      Object.keys(words).filter((language) => !languageNames.some((known) => known === language)),
      name,
    ).toEqual([])
    expect(Object.keys(words), name).not.toEqual([])
    for (const list of Object.values(words)) expect(list, name).toMatch(/^\S+(?: \S+)*$/)
    expect(marks, name).toEqual(expect.arrayContaining(looks))
  }
})

test('an idea is asked for by its phrases in any case', () => {
  const askedBy = (question: string) =>
    concepts()
      .filter(({ asked }) => asked?.test(question))
      .map(({ name }) => name)
  expect(askedBy('HOW MUCH is it?')).toEqual(['price'])
  expect(askedBy('Cuánto cuesta?')).toEqual(['price'])
  expect(askedBy('Is it red?')).toEqual([])
})
