/** The part of a passage that answers a question, for where its beginning alone would be shown. */

/** So much is seen of a text that is cut after three lines. */
const SEEN = 200
/** How far a sentence begins before the word at most. */
const BEFORE = 120

/** Returns the text from the sentence on that has most of the words; the whole text if its beginning has as many. */
export function matchingPart(text: string, words: readonly string[]): string {
  const places = placesOf(text, words)
  const nearby = (at: number) =>
    new Set(places.filter((place) => place.at >= at && place.at < at + SEEN).map(({ word }) => word)).size
  let best = { from: 0, words: nearby(0) }
  for (const { at } of places) {
    const from = beginningOfSentence(text, at)
    if (nearby(from) > best.words) best = { from, words: nearby(from) }
  }
  return best.from === 0 ? text : `… ${text.slice(best.from)}`
}

function placesOf(text: string, words: readonly string[]): { word: string; at: number }[] {
  const lower = text.toLowerCase()
  // Some characters are longer in lower case, so that their places would be others.
  const searched = lower.length === text.length ? lower : text
  const places = [...new Set(words)].filter(Boolean).flatMap((word) => {
    const found: { word: string; at: number }[] = []
    const sought = word.toLowerCase()
    for (let at = searched.indexOf(sought); at !== -1; at = searched.indexOf(sought, at + sought.length))
      if (isWhole(searched, at, sought)) found.push({ word, at })
    return found
  })
  return places.sort((one, other) => one.at - other.at)
}

/** Words of scripts without spaces stand beside others. */
function isWhole(text: string, at: number, word: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)) return true
  const letter = /[\p{L}\p{M}\p{N}]/u
  return !letter.test(text[at - 1] ?? '') && !letter.test(text[at + word.length] ?? '')
}

function beginningOfSentence(text: string, at: number): number {
  const start = Math.max(0, at - BEFORE)
  const before = text.slice(start, at)
  const end = [...before.matchAll(/[.!?]\s+|[。！？]|\n/gu)].at(-1)
  if (end) return start + end.index + end[0].length
  if (start === 0) return 0
  const space = before.indexOf(' ')
  return space === -1 ? start : start + space + 1
}
