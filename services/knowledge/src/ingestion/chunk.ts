/**
 * Cuts a text into chunks of at most `maxChunkSize` characters: at headings first, then paragraphs, then sentences,
 * never inside a word. Every chunk begins with the headings above it, so that it can be understood, found and quoted by
 * itself.
 */
import { technicalFields } from '@parley/contracts/agent/fields/technical.ts'
import { splitSentences } from '../sentences.ts'

/** From the specification (part 1 §9). */
export const defaultMaxChunkSize = technicalFields.vgOptions.fields.maxChunkSize.fallback

/** A section begins a new chunk if the previous chunk is at least this full. */
const FULL_ENOUGH = 0.25
/** At most this many characters of a chunk's last sentence are repeated in the next. */
const OVERLAP = 200
/** A longer line is not a heading. */
const LONGEST_HEADING = 300

type Block = { heading: number; text: string }

export function chunkText(text: string, maxChunkSize: number = defaultMaxChunkSize): string[] {
  const chunks: string[] = []
  const path: string[] = []
  let prefix = ''
  let parts: string[] = []
  let length = 0
  let hasBody = false

  for (const block of blocksOf(text)) {
    if (block.heading > 0) {
      if (hasBody && length >= maxChunkSize * FULL_ENOUGH) flush()
      path.length = Math.min(path.length, block.heading - 1)
      path[block.heading - 1] = block.text
      if (hasBody && length + block.text.length + 2 <= maxChunkSize) put(block.text)
      else {
        if (hasBody) flush()
        begin()
      }
      continue
    }
    if (length === 0) begin()
    const room = maxChunkSize - prefix.length - 2
    const pieces = block.text.length <= room ? [block.text] : fit(block.text, room - OVERLAP - 2)
    for (const piece of pieces) {
      const separator = length === 0 ? 0 : 2
      if (hasBody && length + separator + piece.length > maxChunkSize) {
        const overlap = overlapOf(parts.at(-1) ?? '')
        flush()
        begin()
        if (overlap !== '' && length + overlap.length + piece.length + 4 <= maxChunkSize) put(overlap)
      }
      put(piece)
      hasBody = true
    }
  }
  if (hasBody) flush()
  else if (chunks.length === 0 && path.length > 0) chunks.push(prefixOf(path, maxChunkSize))
  return chunks

  function begin(): void {
    prefix = prefixOf(path, maxChunkSize)
    parts = prefix === '' ? [] : [prefix]
    length = prefix.length
    hasBody = false
  }
  function put(part: string): void {
    length += (length === 0 ? 0 : 2) + part.length
    parts.push(part)
  }
  function flush(): void {
    chunks.push(parts.join('\n\n'))
    parts = []
    length = 0
    hasBody = false
  }
}

export type Pair = { question: string; answer: string }

/** Each pair is a chunk of its own; a long answer repeats the question before each of its parts. */
export function chunkPairs(pairs: readonly Pair[], maxChunkSize: number = defaultMaxChunkSize): string[] {
  return pairs.flatMap(({ question, answer }) => {
    const asked = `Q: ${oneLine(shorten(question, Math.floor(maxChunkSize / 2)))}\nA: `
    const room = maxChunkSize - asked.length
    const parts = answer.length <= room ? [answer.trim()] : chunkText(answer, room)
    return parts.map((part) => asked + part)
  })
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const paragraph of text.split(/\n{2,}/)) {
    let lines: string[] = []
    const close = () => {
      if (lines.some((line) => line.trim() !== '')) blocks.push({ heading: 0, text: lines.join('\n') })
      lines = []
    }
    for (const line of paragraph.split('\n')) {
      const heading = line.length > LONGEST_HEADING ? null : /^(#{1,6}) +\S/.exec(line)
      if (!heading) lines.push(line)
      else {
        close()
        blocks.push({ heading: heading[1]!.length, text: line.trim() })
      }
    }
    close()
  }
  return blocks
}

/** The headings above, outermost first, without those that would take more than a third of the chunk. */
function prefixOf(path: string[], maxChunkSize: number): string {
  const headings = path.filter((heading) => heading !== undefined && heading !== '')
  while (headings.length > 1 && headings.join('\n').length > maxChunkSize / 3) headings.shift()
  return shorten(headings.join('\n'), Math.floor(maxChunkSize / 3))
}

/** Pieces of at most `room` characters: the whole text if it fits, otherwise packed lines, sentences or words. */
function fit(text: string, room: number): string[] {
  if (text.length <= room) return [text]
  const lines = text.split('\n')
  if (lines.length > 1)
    return pack(
      lines.flatMap((line) => fit(line, room)),
      '\n',
      room,
    )
  const sentences = splitSentences(text)
  if (sentences.length > 1)
    return pack(
      sentences.flatMap((sentence) => fit(sentence, room)),
      ' ',
      room,
    )
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.length > 1)
    return pack(
      words.flatMap((word) => fit(word, room)),
      ' ',
      room,
    )
  return cut(text, room)
}

function pack(pieces: string[], separator: string, room: number): string[] {
  const packed: string[] = []
  let current: string[] = []
  let length = 0
  for (const piece of pieces) {
    if (current.length > 0 && length + separator.length + piece.length > room) {
      packed.push(current.join(separator))
      current = []
      length = 0
    }
    length += (current.length === 0 ? 0 : separator.length) + piece.length
    current.push(piece)
  }
  if (current.length > 0) packed.push(current.join(separator))
  return packed
}

/** A word longer than a chunk (a language without spaces, an encoded file) is cut between characters. */
function cut(word: string, room: number): string[] {
  const pieces: string[] = []
  for (let start = 0; start < word.length; ) {
    let end = Math.min(word.length, start + room)
    if (end < word.length && isLowSurrogate(word.charCodeAt(end))) end--
    pieces.push(word.slice(start, end))
    start = end
  }
  return pieces
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

function overlapOf(text: string): string {
  const last = splitSentences(text.slice(-4 * OVERLAP)).at(-1) ?? ''
  return last.length <= OVERLAP && last.length < text.length ? last : ''
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = text.slice(0, length)
  const end = kept.lastIndexOf(' ')
  return (end > length / 2 ? kept.slice(0, end) : kept).toWellFormed()
}

function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}
