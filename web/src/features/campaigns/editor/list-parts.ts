/** Splits a list in CSV into parts of whole rows, each with the row of names, so that a long one is sent in several requests. */

export type ListPart = {
  csv: string
  /** Rows before its first one, the row of names not counted. */
  before: number
  rows: number
}

/** Half of what one request takes, in characters: each may be two bytes. */
const MOST_CHARACTERS = 400_000

export function listParts(text: string, mostRows: number): ListPart[] {
  const [head, ...rows] = rowsIn(text.replace(/^\uFEFF/, ''))
  if (head === undefined) return []
  const parts: ListPart[] = []
  let some: string[] = []
  let characters = 0
  let before = 0
  const end = () => {
    if (some.length > 0) parts.push({ csv: [head, ...some].join('\n'), before, rows: some.length })
    before += some.length
    some = []
    characters = 0
  }
  for (const row of rows) {
    if (some.length === mostRows || characters + row.length > MOST_CHARACTERS) end()
    some.push(row)
    characters += row.length
  }
  end()
  return parts
}

/** Line breaks within quotation marks belong to a value. Rows without any value are left out. */
function rowsIn(text: string): string[] {
  const rows: string[] = []
  let from = 0
  let quoted = false
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    if (at < text.length && (quoted || text[at] !== '\n')) continue
    const row = text.slice(from, at).replace(/\r$/, '')
    if (/[^\s,;"]/.test(row)) rows.push(row)
    from = at + 1
  }
  return rows
}
