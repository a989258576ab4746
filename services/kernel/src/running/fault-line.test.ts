import { expect, test } from 'vitest'
import { faultLine } from './fault-line.ts'

test.each([
  ['550 <ada@example.com>: no such mailbox', 'Error: 550 <…@…>: no such mailbox'],
  ['connect ECONNREFUSED mongodb://parley:s3cret@db:27017', 'Error: connect ECONNREFUSED mongodb://db:27017'],
  ['GET https://api.example.com/v1?key=abc#x failed', 'Error: GET https://api.example.com/v1?… failed'],
  ['Incorrect API key provided: sk-proj-4f9d8a7b6c5d4e3f2a1b0c', 'Error: Incorrect API key … …'],
  ['401 for Bearer abcdef', 'Error: 401 for Bearer …'],
  ['Expected number, received "My name is Ada"', 'Error: Expected number, received "…"'],
  ["can't read 'Ada Lovelace' of it", `Error: can't read "…" of it`],
  ['first\nsecond with details', 'Error: first'],
])('%s', (message, line) => {
  expect(faultLine(new Error(message))).toBe(line)
})

test('keeps the code of a parse error and none of the text that could not be parsed', () => {
  expect(faultLine(Object.assign(new Error('away'), { code: 'ECONNRESET' }))).toBe('Error (ECONNRESET): away')
  const parsed = () => JSON.parse('Hello world')
  try {
    parsed()
  } catch (error) {
    expect(faultLine(error)).toBe('SyntaxError: a text could not be parsed')
  }
  expect(faultLine('plain')).toBe('plain')
  expect(faultLine(new Error('x '.repeat(500)))).toHaveLength(300)
})
