/** Splits a message that is longer than a channel takes into parts, which are sent one after the other. Pure. */
import type { Block } from '@parley/contracts/conversation/blocks.ts'

/** A longer message is not sent at all: dozens of messages in a row are no reply. */
export const MOST_PARTS = 20

/** Where a text is cut, best first: after a paragraph, a line, a sentence, a word. */
const ENDS = [/\n{2,}/g, /\n/g, /[.!?…؟।]["'”’»)\]]{0,3}\s|[。！？]/g, /\s/g]
/** A cut at a better place leaves a part at least so full. */
const LEAST_FULL = 0.3
/** What is never cut: links of Markdown, addresses and code within a line; nor is a block of code (`codeBlocksIn`). */
const WHOLE =
  /`[^`\n]{1,300}`|!?\[[^[\]\n]{0,300}\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}(?:\s"[^"\n]{0,200}")?\)|https?:\/\/\S{1,1000}/g

/** How far after a cut may be what must not be cut: the longest block of code, and more than the longest link. */
const AHEAD = 4_100

/**
 * Returns the blocks of each part, whose texts together have at most `textLength` characters; one part if all fit, and
 * undefined if there would be more than `MOST_PARTS`. What is no text goes with the text before it.
 */
export function partsOf(blocks: readonly Block[], textLength: number): Block[][] | undefined {
  const parts: Block[][] = [[]]
  let room = textLength
  const add = (block: Block, length: number, begins = false) => {
    if ((begins || length > room) && parts.at(-1)!.length > 0) {
      parts.push([])
      room = textLength
    }
    parts.at(-1)!.push(block)
    room -= length
  }
  for (const block of blocks) {
    if (block.type !== 'text') {
      add(block, 0)
      continue
    }
    if (block.text.length <= room) {
      add(block, block.text.length)
      continue
    }
    let isFirst = true
    for (const text of pieces(withShortCode(block.text, textLength), textLength)) {
      add({ ...block, text }, text.length, !isFirst)
      isFirst = false
      if (parts.length > MOST_PARTS) return undefined
    }
  }
  return parts
}

function* pieces(text: string, length: number): Generator<string> {
  let rest = text
  while (rest.length > length) {
    const end = endOfPiece(rest, length)
    const taken = rest.slice(0, end)
    const piece = taken.trimEnd()
    if (piece !== '') yield piece
    rest = rest.slice(end)
    // Within a line spaces at the cut go; a line keeps its indentation.
    rest = /\n[ \t]*$/.test(taken) ? rest.replace(/^(?:[ \t]*\n)+/, '') : rest.trimStart()
  }
  if (rest !== '') yield rest
}

/** Returns the position after the best place to cut within the first `length` characters. */
function endOfPiece(text: string, length: number): number {
  const near = text.slice(0, length + 1)
  const seen = text.slice(0, length + AHEAD)
  const links = [...seen.matchAll(WHOLE)].map(({ index, 0: { length: long } }) => ({
    from: index,
    to: index + long,
  }))
  const whole = [...links, ...codeBlocksIn(seen)]
  const isInside = (at: number) => whole.some(({ from, to }) => from < at && at < to)
  for (const end of ENDS) {
    let best = 0
    for (const { index, 0: found } of near.matchAll(end)) {
      // White space at the very end is not part of the piece.
      const at = Math.min(index + found.length, length)
      if (index + found.trimEnd().length <= length && !isInside(at)) best = at
    }
    if (best >= length * LEAST_FULL) return best
  }
  return endOfCharacters(text, length, isInside)
}

/** Between two characters as people see them, before an address rather than within it, if anything is before it. */
function endOfCharacters(text: string, length: number, isInside: (at: number) => boolean): number {
  let last = 0
  let lastOutside = 0
  // A character that begins at the end has two code units where it is one of a pair.
  for (const { index } of new Intl.Segmenter().segment(text.slice(0, length + 2))) {
    if (index > length) break
    last = index
    if (!isInside(index)) lastOutside = index
  }
  // One that is longer than a part, such as a letter with hundreds of accents.
  const isPair = text.codePointAt(length - 1)! > 0xffff
  return lastOutside || last || (isPair && length > 1 ? length - 1 : length)
}

/** The blocks of code that are fenced by lines of three backticks. */
function codeBlocksIn(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  let from: number | undefined
  let at = 0
  for (const line of text.split('\n')) {
    if (isFence(line)) {
      if (from === undefined) from = at
      else {
        found.push({ from, to: at + line.length })
        from = undefined
      }
    }
    at += line.length + 1
  }
  return found
}

/** Of a line that opens a block of code, in characters; a longer one is not repeated in its parts. */
const MOST_OF_OPENING = 100

const isFence = (line: string) => line.startsWith('```')

/** Makes several blocks of code of one that would not fit into a part, each with its fences. */
function withShortCode(text: string, textLength: number): string {
  const most = Math.min(Math.floor(textLength * 0.8), AHEAD - 100)
  let opening: string | undefined
  let room = 0
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (isFence(line)) {
      const repeated = line.length > MOST_OF_OPENING ? '```' : line
      opening = opening === undefined ? repeated : undefined
      room = most - line.length
      lines.push(line)
      continue
    }
    if (opening !== undefined && line.length + 1 > room && !isFence(lines.at(-1) ?? '')) {
      lines.push('```', opening)
      room = most - opening.length
    }
    room -= line.length + 1
    lines.push(line)
  }
  return lines.join('\n')
}
