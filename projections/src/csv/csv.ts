/** Comma-separated values (RFC 4180), for spreadsheets. */

/** Returns one line. A cell that a spreadsheet would read as a formula is prefixed with an apostrophe. */
export function csvLine(cells: readonly (string | number | boolean | undefined)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** A byte order mark, by which spreadsheets recognize UTF-8. */
export const CSV_START = '\uFEFF'

function cellOf(value: string | number | boolean | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = isFormula(value) ? `'${value}` : value
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What it is dialled by is not a formula: other programs would take an apostrophe for a part of it. */
const PHONE = /^\+\d[\d ]{6,20}$/

/**
 * Whether a spreadsheet could read a cell as a formula. Skips characters without width (control and format characters,
 * spaces, marks), since some programs remove them; full-width and small forms of the first character count as the
 * character itself.
 */
function isFormula(value: string): boolean {
  if (PHONE.test(value)) return false
  const [first = ''] = value.replace(/^[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]+/u, '')
  return /^[\t\r\n]/.test(value) || /^[=+\-−@|%]/u.test(first.normalize('NFKC'))
}
