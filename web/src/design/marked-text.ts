import { wordsOf } from './words.ts'

export type Piece = { text: string; found: boolean }

/** Whether each of the words that somebody typed begins a word of the text. */
export function hasWords(typed: readonly string[], text: string): boolean {
  const words = wordsOf(text)
  return typed.every((each) => words.some((word) => word.startsWith(each)))
}

/** The text in pieces: beginnings of words that were typed are `found`. */
export function piecesOf(text: string, typed: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const lower = word.toLocaleLowerCase('en')
    const longest = Math.max(0, ...typed.filter((each) => lower.startsWith(each)).map(({ length }) => length))
    if (longest === 0) continue
    if (index > end) pieces.push({ text: text.slice(end, index), found: false })
    pieces.push({ text: word.slice(0, longest), found: true })
    end = index + longest
  }
  if (end < text.length) pieces.push({ text: text.slice(end), found: false })
  return pieces
}
