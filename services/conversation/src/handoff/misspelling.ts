import { distance } from '../understanding/matching.ts'

/** The fewest letters of a word that can be misspelled. */
export const SHORTEST_MISSPELLED = 4

/**
 * Whether a word is another one misspelled: one letter too many, missing, wrong, or two exchanged; two such mistakes in
 * words of nine letters and more. In words of four letters only exchanged ones count, since too many are similar. The
 * first letter is right, or exchanged with the second.
 */
export function isMisspelled(word: string, meant: string): boolean {
  if (word === meant || Math.min(word.length, meant.length) < SHORTEST_MISSPELLED) return false
  const most = meant.length >= 9 ? 2 : 1
  if (Math.abs(word.length - meant.length) > most) return false
  if (word[0] !== meant[0] && (word[0] !== meant[1] || word[1] !== meant[0])) return false
  if (meant.length === 4) return areExchanged(word, meant)
  return distance(word, meant) <= most
}

function areExchanged(word: string, meant: string): boolean {
  if (word.length !== meant.length) return false
  const at = [...meant].findIndex((letter, nth) => letter !== word[nth])
  const exchanged = `${meant.slice(0, at)}${meant[at + 1]}${meant[at]}${meant.slice(at + 2)}`
  return word === exchanged
}
