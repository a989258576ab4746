import { describe, expect, test } from 'vitest'
import type { LanguageName } from './languages.ts'
import { refersBack, twoPartsOf } from './question-parts.ts'

describe('twoPartsOf', () => {
  test.each([
    ['Can I bring my dog and how much is parking?', 'Can I bring my dog', 'how much is parking?'],
    ['Wo seid ihr? Und wann habt ihr offen?', 'Wo seid ihr', 'Und wann habt ihr offen?'],
    ['¿Tienen piscina y ludoteca?', '¿Tienen piscina', 'ludoteca?'],
    ['Hoe duur is het en waar zijn jullie?', 'Hoe duur is het', 'waar zijn jullie?'],
    ['チェックインとチェックアウトは何時ですか', 'チェックイン', 'チェックアウトは何時ですか'],
  ])('%s', (question, ...parts) => {
    expect(twoPartsOf(question)).toEqual(parts)
  })
  test.each(['Where can i park?', '¿Puedo pagar en efectivo?', 'Is it open?', '', 'and', 'R & D'])(
    'finds one question in %j',
    (question) => {
      expect(twoPartsOf(question)).toBeUndefined()
    },
  )
})

test.each<[string, LanguageName, boolean]>([
  ['how much is that?', 'english', true],
  ['and on Sundays?', 'english', true],
  ['Wie hoch ist sie?', 'german', true],
  ['Was kostet das?', 'german', true],
  ['Ist das kostenlos?', 'german', true],
  ['¿y cuánto cuesta?', 'spanish', true],
  ['Hoe duur is het?', 'dutch', true],
  ['Mag die ook mee?', 'dutch', true],
  ['それはいくらですか', 'english', true],
  ['a co z psem?', 'polish', true],
  ['Ile to kosztuje?', 'polish', true],
  ['How much is parking?', 'english', false],
  ['How do I get to the airport?', 'english', false],
  ['I want to book a room', 'english', false],
  ['Wo ist der Laden?', 'german', false],
  ['Liefert ihr in die Schweiz?', 'german', false],
  ['Was kostet das Frühstück?', 'german', false],
  ['was kostet das frühstück', 'german', false],
  ['Is there a gym?', 'english', false],
  ['Gibt es einen Friseur?', 'german', false],
  ['Verkaufen Sie Blumen?', 'german', false],
  ['Is het ontbijt inbegrepen?', 'dutch', false],
  ['¿Cuál es la capital de Francia?', 'spanish', false],
  ['En quelle ville ?', 'french', false],
  ['a double room for tonight', 'english', false],
])('%s (%s) refers to what was asked before: %s', (question, language, refers) => {
  expect(refersBack(question, [language])).toBe(refers)
})
