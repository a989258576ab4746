import { runInTitle } from '../run-in-title.ts'

export type Part = { heading: string; body: string }

/**
 * Splits a chunk into its sections, each with its heading (for a pair the question) and text. `outer` names the chunk
 * as a whole: its source's name and the headings above its first section. Where headings are missing, paragraphs are
 * sections, with the titles that their first words may be.
 */
export function partsOf(chunk: { sourceName: string; text: string }): { outer: string; parts: Part[] } {
  const outer = [chunk.sourceName]
  const parts: Part[] = []
  let heading: string | undefined
  let lines: string[] = []
  for (const line of chunk.text.split('\n')) {
    const title = /^(?:#{1,6} |Q: )(.*)$/.exec(line)?.[1]
    if (title === undefined) {
      lines.push(line.replace(/^A: /, ''))
      continue
    }
    if (hasText(lines)) close()
    else if (heading !== undefined && parts.length === 0) outer.push(heading)
    heading = title
  }
  close()
  return { outer: outer.join('\n'), parts }

  function close(): void {
    if (heading !== undefined || hasText(lines)) parts.push(...sectionsOf(heading ?? '', lines))
    lines = []
  }
}

/** The text below a heading is a section, unless it is so long that its paragraphs are about different things. */
const LONGEST_SECTION = 700
/** Shorter paragraphs are read with the next. */
const LEAST_PARAGRAPH = 60

function sectionsOf(heading: string, lines: readonly string[]): Part[] {
  const body = lines.filter((line) => line.trim() !== '').join('\n')
  if (heading !== '' && body.length <= LONGEST_SECTION) return [{ heading, body }]
  const paragraphs = paragraphsIn(lines)
  const titled = paragraphs.map(runInTitle)
  // A single one may be a sentence.
  const hasTitles = titled.filter((found) => found !== undefined).length > 1
  return paragraphs.map((paragraph, nth) => {
    const found = hasTitles ? titled[nth] : undefined
    return found ? { heading: found.title, body: found.body } : { heading, body: paragraph }
  })
}

/** Paragraphs, with the lists that they announce. */
function paragraphsIn(lines: readonly string[]): string[] {
  const paragraphs: string[] = []
  let own: string[] = []
  let isOver = false
  for (const line of lines) {
    if (line.trim() === '') {
      isOver = own.join('').length >= LEAST_PARAGRAPH
      continue
    }
    if (isOver && BEGINS_PARAGRAPH.test(line) && !/[:：]$/u.test(own.at(-1)?.trimEnd() ?? '')) {
      paragraphs.push(own.join('\n'))
      own = []
    }
    own.push(line)
    isOver = false
  }
  return [...paragraphs, own.join('\n')]
}

/** Not an item of a list, a row of a table, code, or what is indented below an item. */
const BEGINS_PARAGRAPH = /^(?![-*•+|>]\s|\d{1,3}[.)]\s|\s|```|~~~|\|)/u
const hasText = (lines: readonly string[]) => lines.some((line) => line.trim() !== '')
