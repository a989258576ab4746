/** Documents per quarter of an hour (UTC), short enough to be summed to the days of any time zone. */

export type Times = { starts: string; ends: string }
type Page<Document> = { items: readonly Document[]; next?: string }

/** Returns the quarter in which a moment (ISO 8601) lies: `2026-01-31T12:15`. */
export function quarterAt(at: string): string {
  const minute = Math.floor(Number(at.slice(14, 16)) / 15) * 15
  return `${at.slice(0, 14)}${String(minute).padStart(2, '0')}`
}

/**
 * Hands each document to the span that it lies in, by its place in `spans`, which must not overlap. `find` returns a page
 * of those of a range of quarters, the earliest first.
 */
export async function bySpan<Document extends { quarter: string }>(
  spans: readonly Times[],
  find: (quarters: { gte: string; lt: string }, cursor: string | undefined) => Promise<Page<Document>>,
  take: (span: number, document: Document) => void,
): Promise<void> {
  const order = spans.map((_, nth) => nth).sort((a, b) => (spans[a]!.starts < spans[b]!.starts ? -1 : 1))
  const first = order[0]
  const last = order.at(-1)
  if (first === undefined || last === undefined) return
  const quarters = { gte: minuteOf(spans[first]!.starts), lt: minuteOf(spans[last]!.ends) }
  let nth = 0
  let cursor: string | undefined
  do {
    const page = await find(quarters, cursor)
    for (const document of page.items) {
      while (nth < order.length && document.quarter >= minuteOf(spans[order[nth]!]!.ends)) nth++
      const span = order[nth]
      if (span === undefined) return
      if (document.quarter >= minuteOf(spans[span]!.starts)) take(span, document)
    }
    cursor = page.next
    // Yields to other requests while a year is read.
    if (cursor !== undefined) await new Promise((resolve) => setImmediate(resolve))
  } while (cursor !== undefined)
}

/** The format of a document's `quarter`. */
const minuteOf = (moment: string) => moment.slice(0, 16)
