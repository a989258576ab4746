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
  const text = /^[\s\uFEFF]*[=+\-@|%]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
