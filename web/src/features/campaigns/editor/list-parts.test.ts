import { expect, test } from 'vitest'
import { listParts } from './list-parts.ts'

test('each part has the names and whole rows, and says how many were before', () => {
  const parts = listParts('\uFEFFemail,consent\r\na,yes\r\n"b\nc",yes\r\n\r\n,,\r\nd,yes', 2)
  expect(parts).toEqual([
    { csv: 'email,consent\na,yes\n"b\nc",yes', before: 0, rows: 2 },
    { csv: 'email,consent\nd,yes', before: 2, rows: 1 },
  ])
})

test('a part has no more characters than a request takes', () => {
  const row = `${'x'.repeat(150_000)},yes`
  expect(listParts(['email,consent', row, row, row].join('\n'), 1_000).map(({ rows }) => rows)).toEqual([
    2, 1,
  ])
})

test('an empty file has no parts', () => {
  expect(listParts('', 10)).toEqual([])
  expect(listParts('email,consent\n', 10)).toEqual([])
})
