/** Reads a table in CSV, as spreadsheets export it: each row is a section of its own, so that it is found and quoted by itself. */

import { pairColumns } from '@parley/contracts/knowledge/pairs-in-csv.ts'
import { readCsv } from '@parley/contracts/read-csv.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Values that are longer are paragraphs of their own. */
const LONGEST_IN_LINE = 120
const LONGEST_TITLE = 200

/** The first row names the columns. Throws an `UnreadableFile` if a quotation mark is not closed. */
export function extractCsv(csv: string): string {
  const read = readCsv(csv)
  if (!read.ok) throw new UnreadableFile(`Line ${read.line}: ${read.message}`)
  const [head, ...rows] = read.rows.map(({ values }) => values.map(oneLine))
  const names = head ?? []
  const pairs = pairColumns(names)
  if (rows.length === 0) return names.filter((name) => name !== '').join('\n\n')
  return rows
    .map((values) =>
      pairs ? sectionOfPair(values[pairs.question], values[pairs.answer]) : sectionOf(names, values),
    )
    .filter((section) => section !== '')
    .join('\n\n')
}

function sectionOfPair(question = '', answer = ''): string {
  return question === '' || answer === '' ? '' : `## ${question.slice(0, LONGEST_TITLE)}\n\n${answer}`
}

/** Under its first value that is a name, such as that of a product; a number or code alone says nothing to readers. */
function sectionOf(names: readonly string[], values: readonly string[]): string {
  const titleAt = values.findIndex(isName)
  const title = values[titleAt]
  const fields = values
    .map((value, at) => ({ name: names[at] ?? '', value, at }))
    .filter(({ value, at }) => value !== '' && at !== titleAt)
    .map(({ name, value }) => ({ text: name === '' ? value : `${name}: ${value}`, length: value.length }))
  const short = fields.filter(({ length }) => length <= LONGEST_IN_LINE).map(({ text }) => text)
  const long = fields.filter(({ length }) => length > LONGEST_IN_LINE).map(({ text }) => text)
  const line = short.join(', ')
  return [
    ...(title === undefined ? [] : [`## ${title.slice(0, LONGEST_TITLE)}`]),
    ...(line === '' ? [] : [line]),
    ...long,
  ].join('\n\n')
}

/** Two words, or one in small letters: neither `E61-4`, `12.50` nor `EUR`. */
function isName(value: string): boolean {
  return value.length <= LONGEST_TITLE && /\p{L}{2,}\s+\S|\p{Ll}{3,}|\p{Lo}{2,}/u.test(value)
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim()
}
