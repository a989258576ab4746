import { expect, test } from 'vitest'
import { importCases } from './import-cases.ts'

test('reads a CSV file with several values, quoted texts and dialogues', () => {
  const csv = [
    '\uFEFFquestion,must mention,answered,dialogue,handed over',
    '"When are you ""really"" open?",9:00; 17:30,yes,,',
    '',
    'Hello,,,Return,',
    '"I want',
    'a person",,,Return,yes',
  ].join('\r\n')
  expect(importCases('csv', csv)).toEqual({
    cases: [
      {
        lines: [
          { says: 'When are you "really" open?', expects: { mentions: ['9:00', '17:30'], answered: true } },
        ],
      },
      {
        name: 'Return',
        lines: [
          { says: 'Hello', expects: {} },
          { says: 'I want\na person', expects: { handedOver: true } },
        ],
      },
    ],
    problems: [],
  })
})

test('reads values separated by semicolons', () => {
  expect(importCases('csv', 'question;source\nOpen?;Hours').cases).toEqual([
    { lines: [{ says: 'Open?', expects: { source: 'Hours' } }] },
  ])
})

test('names the line of each problem', () => {
  const csv = 'question,answered,language\nOpen?,maybe,\n,yes,\nClosed?,no,german\nFine?,,de'
  const { problems } = importCases('csv', csv)
  expect(problems).toEqual([
    { line: 2, message: 'Please write yes or no in the column "answered".' },
    { line: 3, message: 'Please enter what the visitor says.' },
    { line: 4, message: 'Please give a language as two letters, such as "de".' },
  ])
  expect(importCases('csv', 'text\nOpen?').problems).toEqual([
    { line: 1, message: 'There is no column "question".' },
  ])
  expect(importCases('csv', 'question,colour\nOpen?,red').problems[0]?.message).toMatch(
    /^There is no such column: colour/,
  )
  expect(importCases('csv', 'question\nOpen?\n"never closed').problems).toEqual([
    { line: 3, message: 'A quotation mark is not closed.' },
  ])
  expect(importCases('csv', 'question').problems).toEqual([
    { line: 1, message: 'There are no test cases in the file.' },
  ])
})

test('reads a JSON file, with questions or whole cases', () => {
  const items = [
    { question: 'Open?', expects: { mentions: ['9:00'] } },
    { lines: [{ says: 'Hello', expects: {} }] },
    { question: '' },
    7,
  ]
  const { cases, problems } = importCases('json', JSON.stringify(items))
  expect(cases).toEqual([
    { lines: [{ says: 'Open?', expects: { mentions: ['9:00'] } }] },
    { lines: [{ says: 'Hello', expects: {} }] },
  ])
  expect(problems.map(({ line }) => line)).toEqual([3, 4])
  expect(importCases('json', '{').problems).toEqual([{ line: 1, message: 'This is not JSON.' }])
})

test('refuses a file with more cases than an agent can have, without reading all of it', () => {
  const csv = `question\n${'a\n'.repeat(400_000)}`
  const json = JSON.stringify(Array.from({ length: 201 }, () => ({ question: 'a' })))
  for (const { cases, problems } of [importCases('csv', csv), importCases('json', json)]) {
    expect(cases).toEqual([])
    expect(problems).toMatchObject([{ message: expect.stringContaining('200 test cases') }])
  }
  const dialogue = `question,dialogue\n${'a,one\n'.repeat(100_000)}`
  expect(importCases('csv', dialogue).problems.length).toBeLessThanOrEqual(50)
})
