import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('joins cells into a line and quotes those that need it', () => {
  expect(csvLine(['a', 1, undefined, true, 'b,c', 'say "x"', 'two\nlines'])).toBe(
    'a,1,,true,"b,c","say ""x""","two\nlines"\r\n',
  )
})

test.each([
  ...[
    '=1+1',
    '+1',
    '+44 117+1',
    '+44 117 000=1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\r=1',
    '|calc',
    '%0A',
    '\uFEFF=1',
  ],
  ...[
    '\0=1',
    '\x1b=1',
    '\0 \0=1',
    '\u200b=1',
    '\u200d\u2060=1',
    '\u00ad=1',
    '\u202e=1',
    '\ufe0f=1',
    '\u{e0001}=1',
  ],
  ...['\u034f=1', '\u0301=1', '\u3164=1', '\ud800=1'],
  ...[
    '＝1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '｜calc',
    '％0A',
    '﹦1',
    '﹢1',
    '﹣1',
    '﹫1',
    '⁼1',
    '−1',
    '\0\u200b＝1',
  ],
])('keeps what a spreadsheet would calculate as text: %j', (text) => {
  expect(csvLine([text]).replace(/^"/, '')[0]).toBe("'")
})

test.each([
  '+44 117 000 123',
  '+4930901820',
  'Grüße',
  '世界',
  '👩‍👩‍👧 family',
  '\0text',
  '\u200bword',
  '’tis',
  '',
])('leaves other text unchanged: %j', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`)
})

test('numbers stay numbers', () => {
  expect(csvLine([-1.5])).toBe('-1.5\r\n')
})
