/** Reads CSV (RFC 4180): quoted values may contain separators, quotes and line breaks. */

export type Separator = ',' | ';' | '\t'

export type CsvRow = { line: number; values: string[] }

/** Rows without any value are left out. Without a `separator` values are separated by `,` or `;`. */
export function readCsv(
  text: string,
  separator: Separator = separatorOf(text),
): { ok: true; rows: CsvRow[] } | { ok: false; line: number; message: string } {
  const whole = text.replace(/^\uFEFF/, '')
  const rows: CsvRow[] = []
  let values: string[] = []
  let value = ''
  let quoted = false
  let wasQuoted = false
  let line = 1
  let startedAt = 1

  const endValue = () => {
    values.push(value)
    value = ''
    wasQuoted = false
  }
  const endRow = () => {
    endValue()
    if (values.some((one) => one.trim() !== '')) rows.push({ line: startedAt, values })
    values = []
  }

  for (let at = 0; at < whole.length; at++) {
    const character = whole[at]
    if (character === '\n') line++
    if (quoted) {
      if (character === '\r' && whole[at + 1] === '\n') continue
      if (character !== '"') value += character
      else if (whole[at + 1] === '"') {
        value += '"'
        at++
      } else quoted = false
    } else if (character === '"' && value.trim() === '' && !wasQuoted) {
      quoted = true
      wasQuoted = true
      value = ''
    } else if (character === separator) endValue()
    else if (character === '\n') {
      endRow()
      startedAt = line
    } else if (character !== '\r') value += character
  }
  if (quoted) return { ok: false, line: startedAt, message: 'A quotation mark is not closed.' }
  endRow()
  return { ok: true, rows }
}

/** Programs in countries with a decimal comma separate by semicolons. */
function separatorOf(text: string): ',' | ';' {
  const [head = ''] = text.split('\n', 1)
  return head.split(';').length > head.split(',').length ? ';' : ','
}
