import { expect, test } from 'vitest'
import { cellsIn, clientRowsIn } from './csv-rows.ts'

test('reads quotes, separators and line ends', () => {
  expect(cellsIn('\uFEFFa,"b ""c"", d"\r\n\r\n"e\nf",g')).toEqual([
    ['a', 'b "c", d'],
    ['e\nf', 'g'],
  ])
  expect(cellsIn('name;email\nAda;ada@example.com')).toEqual([
    ['name', 'email'],
    ['Ada', 'ada@example.com'],
  ])
  expect(cellsIn('')).toEqual([])
  expect(cellsIn('"open')).toEqual([['open']])
})

test('finds name and address by the header, or takes the first two columns', () => {
  const rows = [{ line: 2, name: 'Ada', email: 'ada@example.com' }]
  expect(clientRowsIn('E-Mail,phone,Full name\nADA@example.com,1,Ada', 5)).toEqual(rows)
  expect(clientRowsIn('Ada,ada@example.com', 5)).toEqual([{ ...rows[0], line: 1 }])
})

test('says which rows cannot be imported, and why', () => {
  const text =
    'name,email\nAda,\n,b@example.com\nCleo,cleo\nDora,d@example.com\nDora,D@example.com\nEve,e@example.com'
  expect(clientRowsIn(text, 1).map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'Please fill out all fields.'],
    [3, 'Please fill out all fields.'],
    [4, 'Please enter a valid email'],
    [5, undefined],
    [6, 'This email is in the file twice.'],
    [7, 'You have reached the maximum number of seats'],
  ])
})

test('reads what the export writes', () => {
  // A name that a spreadsheet would calculate is exported with an apostrophe.
  const exported = `name,email\r\n"'=Ada, ""Lovelace""",ada@example.com\r\n`
  const [row] = clientRowsIn(exported, 1)
  expect(row).toMatchObject({ name: '=Ada, "Lovelace"', email: 'ada@example.com' })
})
