import { describe, expect, test } from 'vitest'
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

test.each([
  ['how much is that?', true],
  ['and on Sundays?', true],
  ['Wie hoch ist sie?', true],
  ['¿y cuánto cuesta?', true],
  ['それはいくらですか', true],
  ['How much is parking?', false],
  ['Wo ist der Laden?', false],
  ['Is there a gym?', false],
  ['Gibt es einen Friseur?', false],
  ['Verkaufen Sie Blumen?', false],
  ['¿Cuál es la capital de Francia?', false],
  ['a double room for tonight', false],
  ['a co z psem?', true],
])('%s refers to what was asked before: %s', (question, refers) => {
  expect(refersBack(question)).toBe(refers)
})
