/** Comma-separated values (RFC 4180), for spreadsheets. */

/** One line. What a spreadsheet would take for a formula gets an apostrophe before it and stays text. */
export function csvLine(cells: readonly (string | number | boolean | undefined)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** Tells spreadsheets that the text is UTF-8. */
export const CSV_START = '\uFEFF'

function cellOf(value: string | number | boolean | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = isFormula(value) ? `'${value}` : value
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Whether a spreadsheet could read a cell as a formula. Signs that have no width (control and format characters,
 * spaces, marks) are skipped, since some programs drop them; full-width and small forms of the first sign count as
 * the sign itself.
 */
function isFormula(value: string): boolean {
  const [first = ''] = value.replace(/^[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]+/u, '')
  return /^[\t\r\n]/.test(value) || /^[=+\-−@|%]/u.test(first.normalize('NFKC'))
}
