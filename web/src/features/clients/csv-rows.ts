/** Reads the rows of a CSV file of clients (RFC 4180; comma, semicolon or tab), and says which cannot be imported. */
import { emailAddress } from '@parley/contracts/identity/email-address.ts'

export type ClientRow = { line: number; name: string; email: string; problem?: string }

export const MOST_ROWS = 1_000

/** Returns the cells of each line. Linear in the text. */
export function cellsIn(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '')
  const firstLine = source.slice(0, Math.max(0, source.search(/\r|\n|$/)))
  const separator = [';', '\t'].find((one) => firstLine.includes(one) && !firstLine.includes(',')) ?? ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    row.push(cell)
    if (row.some((each) => each.trim() !== '')) rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (quoted) {
      if (character !== '"') cell += character
      else if (source[at + 1] === '"') cell += source[++at]
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  endRow()
  return rows
}

/** Finds name and address by the header, else takes the first two columns. `seatsLeft`: for how many there is room. */
export function clientRowsIn(text: string, seatsLeft: number): ClientRow[] {
  const rows = cellsIn(text)
  const header = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const named = header.findIndex((cell) => /^(full |client )?name$/.test(cell))
  const addressed = header.findIndex((cell) => /^(e-?mail)( address)?$/.test(cell))
  const hasHeader = addressed !== -1
  const [nameAt, emailAt] = hasHeader ? [named, addressed] : [0, 1]
  const seen = new Set<string>()
  let free = seatsLeft
  return rows.slice(hasHeader ? 1 : 0).map((cells, nth) => {
    const name = unarmed((cells[nameAt] ?? '').trim())
    const email = unarmed((cells[emailAt] ?? '').trim()).toLowerCase()
    const problem = problemOf(name, email, seen, nth, free)
    seen.add(email)
    if (problem === undefined) free--
    const line = nth + (hasHeader ? 2 : 1)
    return problem === undefined ? { line, name, email } : { line, name, email, problem }
  })
}

/** Without the apostrophe that our own export puts before what a spreadsheet would calculate. */
const unarmed = (text: string) => text.replace(/^'(?=[=+\-@|%])/, '')

function problemOf(name: string, email: string, seen: ReadonlySet<string>, nth: number, free: number) {
  if (name === '' || email === '') return 'Please fill out all fields.'
  if (name.length > 100) return 'The name is longer than 100 characters.'
  if (email.length > 254 || !emailAddress.test(email)) return 'Please enter a valid email'
  if (seen.has(email)) return 'This email is in the file twice.'
  if (nth >= MOST_ROWS) return `At most ${MOST_ROWS} rows are imported at once.`
  if (free <= 0) return 'You have reached the maximum number of seats'
  return undefined
}
