import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('a line of cells, quoted where it must be', () => {
  expect(csvLine(['a', 1, undefined, true, 'b,c', 'say "x"', 'two\nlines'])).toBe(
    'a,1,,true,"b,c","say ""x""","two\nlines"\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '|calc', '%0A', '\uFEFF=1'])(
  'what a spreadsheet would calculate stays text: %j',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '')[0]).toBe("'")
  },
)

test('numbers stay numbers', () => {
  expect(csvLine([-1.5])).toBe('-1.5\r\n')
})
