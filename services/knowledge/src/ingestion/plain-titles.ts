/**
 * Marks the titles and questions of a text without markup, such as one pasted from a word processor, as headings, so
 * that a section is found and quoted by itself. A title is a short line at the beginning of a paragraph, or a paragraph
 * of its own, with text below it. Texts that have headings or code are returned as they are.
 */

const LONGEST_TITLE = 80
const MOST_WORDS = 12
/** Text below a title is longer, or ends as a sentence does, or has figures in it. */
const LEAST_BODY = 60
/** A single line that looks like a title may be anything. */
const LEAST_TITLES = 2

const MARKUP = /^(?:#{1,6} +\S|\s*(?:```|~~~))/m
const BEGINNING = /^[\p{Lu}\p{Lo}\p{N}¿¡]/u
/** Lists, `label: value`, columns, addresses of pages and mail. */
const NO_TITLE = /^(?:[-*+•>]|\d{1,3}[.)])\s|:\s\S|[|@\t]|https?:/
const SENTENCE_ENDS = /[.!;,。！；、…]$/u
const BODY = /[.!?。！？…]["”»)\]]?$|\d/u

export function withMarkedTitles(text: string): string {
  if (MARKUP.test(text)) return text
  const paragraphs = text.split(/\n{2,}/)
  let titles = 0
  const marked = paragraphs.map((paragraph, at) => {
    const end = paragraph.indexOf('\n')
    const first = end === -1 ? paragraph : paragraph.slice(0, end)
    const body = end === -1 ? (paragraphs[at + 1] ?? '') : paragraph.slice(end + 1)
    if (!isTitle(first.trim()) || !isBody(body.trim(), end !== -1)) return paragraph
    titles++
    const title = first.trim().replace(/[:：]$/, '')
    const heading = `## ${title.trimEnd()}`
    return end === -1 ? heading : `${heading}\n\n${body}`
  })
  return titles < LEAST_TITLES ? text : marked.join('\n\n')
}

function isTitle(line: string): boolean {
  return (
    line.length >= 2 &&
    line.length <= LONGEST_TITLE &&
    BEGINNING.test(line) &&
    !SENTENCE_ENDS.test(line) &&
    !NO_TITLE.test(line) &&
    line.split(' ').length <= MOST_WORDS
  )
}

/** Opening hours right below their title may look like a title themselves. */
function isBody(text: string, isRightBelow: boolean): boolean {
  return text.length >= LEAST_BODY || (BODY.test(text) && (isRightBelow || !isTitle(text)))
}
