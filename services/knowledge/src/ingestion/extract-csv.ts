/** Reads a table in CSV, as spreadsheets export it: each row is a section of its own, so that it is found and quoted by itself. */

import { pairColumns } from '@parley/contracts/knowledge/pairs-in-csv.ts'
import { type CsvRow, readCsv } from '@parley/contracts/read-csv.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A table with more columns is not made for readers. */
export const MOST_COLUMNS = 200
/** Values that are longer are paragraphs of their own. */
const LONGEST_IN_LINE = 120
const LONGEST_TITLE = 200

/** The first row names the columns. Throws an `UnreadableFile` if a quotation mark is not closed, or for too many columns. */
export function extractCsv(csv: string): string {
  const read = readCsv(csv)
  if (!read.ok) throw new UnreadableFile(`Line ${read.line}: ${read.message}`)
  if (read.rows.some(({ values }) => values.length > MOST_COLUMNS))
    throw new UnreadableFile(`The table has more than ${MOST_COLUMNS} columns.`)
  const rows = cellsOf(read.rows)
  const [names = [], ...others] = rows
  if (others.length === 0) return names.filter((name) => name !== '').join('\n\n')
  const pairs = pairColumns(names)
  const sections = pairs
    ? others.map((values) => sectionOfPair(values[pairs.question], values[pairs.answer]))
    : rowsOf(rows).map(sectionOf)
  return sections.filter((section) => section !== '').join('\n\n')
}

function sectionOfPair(question = '', answer = ''): string {
  return question === '' || answer === '' ? '' : `## ${question.slice(0, LONGEST_TITLE)}\n\n${answer}`
}

/** A row in words. `title`: its value in the first column of names, such as those of products; '' without such a column. */
type Row = { title: string; line: string; long: string[] }

/** The values of a table, each in one line. */
export function cellsOf(rows: readonly CsvRow[]): string[][] {
  return rows.map(({ values }) => values.map((value) => value.replace(/\s+/g, ' ').trim()))
}

/** The first row names the columns; the values are those of `cellsOf`. */
export function rowsOf([names = [], ...rows]: readonly (readonly string[])[]): Row[] {
  const titleAt = names.findIndex(
    (_, at) => rows.filter((values) => isName(values[at] ?? '')).length > rows.length / 2,
  )
  return rows.map((values) => {
    const fields = values
      .map((value, at) => ({ name: names[at] ?? '', value, at }))
      .filter(({ value, at }) => value !== '' && at !== titleAt)
      .map(({ name, value }) => ({ text: name === '' ? value : `${name}: ${value}`, length: value.length }))
    const [short, long] = [fields.filter(isShort), fields.filter((field) => !isShort(field))]
    const line = short.map(({ text }) => text).join(', ')
    return { title: values[titleAt] ?? '', line, long: long.map(({ text }) => text) }
  })
}

const isShort = ({ length }: { length: number }) => length <= LONGEST_IN_LINE

/** A number or a code alone says nothing to readers. */
function sectionOf({ title, line, long }: Row): string {
  const heading = title === '' ? '' : `## ${title.slice(0, LONGEST_TITLE)}`
  return [heading, line, ...long].filter((part) => part !== '').join('\n\n')
}

/** Two words, or one in small letters: neither `E61-4`, `12.50` nor `EUR`. */
function isName(value: string): boolean {
  return value.length <= LONGEST_TITLE && /\p{L}{2,}\s+\S|\p{Ll}{3,}|\p{Lo}{2,}/u.test(value)
}
