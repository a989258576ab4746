/**
 * Typing errors in what a question is asked with (`tiem`, `mony back`): these words are often in no text of a knowledge
 * base, so they are corrected by the common words of the language.
 */
import { fold, type Language } from './languages.ts'
import { replaceTokens } from './words.ts'

const LETTERS = /\p{L}{3,20}/gu
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** The question with common words for words that `isKnown` refuses, and by which word each of them was replaced. */
export function respell(
  question: string,
  languages: readonly Language[],
  isKnown: (word: string) => boolean,
): { question: string; original: ReadonlyMap<string, string> } {
  const original = new Map<string, string>()
  const respelled = replaceTokens(question, (token, code) => (code ? token : token.replace(LETTERS, correct)))
  return { question: respelled, original }

  function correct(written: string): string {
    const word = written.toLowerCase()
    if (isKnown(word)) return written
    const corrected = likeliest(fold(word), languages)
    if (corrected === undefined) return written
    original.set(corrected, word)
    return corrected
  }
}

/** The most common word at one edit; in short words only an omission or two exchanged letters are likely. */
function likeliest(word: string, languages: readonly Language[]): string | undefined {
  let best: string | undefined
  let bestRank = Number.POSITIVE_INFINITY
  for (const candidate of atOneEdit(word)) {
    for (const language of languages) {
      const rank = language.rank(candidate)
      if (rank === undefined || rank >= bestRank) continue
      best = candidate
      bestRank = rank
    }
  }
  return best
}

function* atOneEdit(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at++) {
    const start = word.slice(0, at)
    const end = word.slice(at)
    for (const letter of ALPHABET) yield start + letter + end
    if (at + 1 < word.length) yield start + end.charAt(1) + end.charAt(0) + end.slice(2)
    if (word.length < 5) continue
    yield start + end.slice(1)
    for (const letter of ALPHABET) if (end !== '') yield start + letter + end.slice(1)
  }
}
