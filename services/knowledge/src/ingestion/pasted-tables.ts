/** Finds tables that were pasted into a text from a spreadsheet or a CSV file. */
import { readCsv, type Separator } from '@parley/contracts/read-csv.ts'
import { cellsOf, MOST_COLUMNS, rowsOf } from './extract-csv.ts'

const LEAST_ROWS = 3
/** Of a table that commas separate: two in each line are common in prose, too. */
const LEAST_COLUMNS = 3
const LEAST_COLUMNS_OF_TABS = 2
const LONGEST_NAME = 40

/** Makes a paragraph of each row of such a table, with the names of its columns, so that it can be quoted by itself. */
export function withRowsAsParagraphs(text: string): string {
  return text
    .split(/(\r?\n[^\S\t]*\r?\n)/)
    .map((block) => tableIn(block) ?? block)
    .join('')
}

function tableIn(block: string): string | undefined {
  const lines = block.split('\n').filter((line) => line.trim() !== '')
  const [head = ''] = lines
  if (lines.length < LEAST_ROWS) return undefined
  const isOfTabs = lines.every((line) => line.includes('\t'))
  // A sentence has a space after a comma.
  if (!isOfTabs && (head.split(/[,;]/, LEAST_COLUMNS).length < LEAST_COLUMNS || /[,;]\s/.test(head.trim())))
    return undefined
  const separator: Separator | undefined = isOfTabs ? '\t' : undefined
  const read = readCsv(block.trim(), separator)
  if (!read.ok) return undefined
  const rows = cellsOf(read.rows)
  const [names = []] = rows
  const least = isOfTabs ? LEAST_COLUMNS_OF_TABS : LEAST_COLUMNS
  if (names.length > MOST_COLUMNS) return undefined
  if (rows.length < LEAST_ROWS || names.length < least || !names.every(isColumnName)) return undefined
  if (rows.some(({ length }) => length !== names.length)) return undefined
  return rowsOf(rows)
    .flatMap(({ title, line, long }) =>
      [[title, line].filter((part) => part !== '').join(': '), ...long].filter((part) => part !== ''),
    )
    .join('\n\n')
}

function isColumnName(name: string): boolean {
  return name !== '' && name.length <= LONGEST_NAME && /\p{L}/u.test(name) && !/[.!?:]$/.test(name)
}
