import { wordsOf } from './words.ts'

export type Piece = { text: string; found: boolean }

/** Of writing that has no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Where in a word what was typed stands: at its beginning, or anywhere in writing without spaces; -1 if it does not. */
function placeIn(word: string, typed: string): number {
  if (word.startsWith(typed)) return 0
  return unspaced.test(typed) ? word.indexOf(typed) : -1
}

/** Whether each of the words that somebody typed begins a word of the text. */
export function hasWords(typed: readonly string[], text: string): boolean {
  const words = wordsOf(text)
  return typed.every((each) => words.some((word) => placeIn(word, each) >= 0))
}

/** The text in pieces: beginnings of words that were typed are `found`. */
export function piecesOf(text: string, typed: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const add = (until: number, found: boolean) => {
    if (until > end) pieces.push({ text: text.slice(end, until), found })
    end = Math.max(end, until)
  }
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const lower = word.toLocaleLowerCase('en')
    const [longest] = typed
      .map((each) => ({ place: placeIn(lower, each), length: each.length }))
      .filter(({ place }) => place >= 0)
      .toSorted((one, other) => other.length - one.length)
    if (!longest) continue
    add(index + longest.place, false)
    add(index + longest.place + longest.length, true)
  }
  add(text.length, false)
  return pieces
}
