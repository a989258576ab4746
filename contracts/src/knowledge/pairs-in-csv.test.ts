import { expect, it } from 'vitest'
import { pairsInCsv } from './pairs-in-csv.ts'

it('reads questions and answers by the names of their columns, whatever stands beside them', () => {
  const csv =
    'id;Frage;Tags;Antwort\r\n1;"Wann ist offen?";zeiten;"Von 9 bis 17 Uhr;\nsonntags nie"\r\n2;;x;\r\n3;Und Montag?;;\r\n'
  expect(pairsInCsv(csv)).toEqual({
    ok: true,
    pairs: [
      { question: 'Wann ist offen?', answer: 'Von 9 bis 17 Uhr;\nsonntags nie' },
      { question: 'Und Montag?', answer: '' },
    ],
  })
})

it('says what is wrong with a file', () => {
  expect(pairsInCsv('name,price\nGasket,4')).toEqual({ ok: false, reason: 'columns' })
  expect(pairsInCsv('')).toEqual({ ok: false, reason: 'columns' })
  expect(pairsInCsv('question,answer\na,"b')).toEqual({ ok: false, reason: 'quotation-mark', line: 2 })
})
