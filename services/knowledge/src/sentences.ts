/** Splits texts of any language into sentences, in linear time. */

const SENTENCE_END = /[.!?…؟।॥۔]+["'”’»)\]]*|[。！？｡]+[”’」』）]*/gu
const ENDS_WITHOUT_SPACE = /[。！？｡]/u
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|dr|mr|mrs|ms|prof|st|no|nr|vs|etc|e\.g|i\.e|z\.b|d\.h|bzw|ca|approx|inc|ltd|co|tel|abs|art|p\.ej|sra?|ud|uds|av|p\.ex|env|dott|sig|num|núm|fig|incl|max|min|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/iu
const LIST_ITEM = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/u

/** The sentences of a text in order; separate lines (list items, table rows, headings) count as sentences. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    splitLine(line, sentences)
  }
  return sentences
}

function splitLine(line: string, into: string[]): void {
  let start = 0
  for (const match of line.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length
    if (!endsSentence(line, start, match.index, end)) continue
    push(line.slice(start, end), into)
    start = end
  }
  push(line.slice(start), into)
}

function endsSentence(line: string, start: number, at: number, end: number): boolean {
  if (!ENDS_WITHOUT_SPACE.test(line[at] ?? '') && !/\s/u.test(line[end] ?? ' ')) return false
  if (line[at] !== '.') return true
  const following = line.slice(end, end + 8).trimStart()
  if (/^\p{Ll}/u.test(following)) return false
  const before = line.slice(Math.max(start, at - 12), at + 1)
  if (ABBREVIATION.test(before)) return false
  return !LIST_ITEM.test(`${line.slice(start, end)} `) || line.slice(start, end).trim().length > 5
}

function push(sentence: string, into: string[]): void {
  const trimmed = sentence.trim()
  if (trimmed !== '') into.push(trimmed)
}

/** Whether a sentence is an item of a list or a row of a table. */
export function isItem(sentence: string | undefined): boolean {
  return sentence !== undefined && (/^(?:[-*•+]|\d{1,3}[.)])\s/.test(sentence) || sentence.includes(' | '))
}
