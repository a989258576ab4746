/**
 * Which of the passages that a model was shown its answer was taken from. A model does not reliably say so itself. An
 * answer has words and numbers of the passage that it was taken from, besides those that the question has already.
 */
import { isWithoutSpaces } from '../../understanding/matching.ts'
import { contentWords } from './built-in-answerer.ts'
import { likelyLanguage } from './follow-up.ts'

/** Characters read of an answer and of a passage. */
const MOST_READ = 20_000
/** Of the best passage's weight: what another one has at least if it was used too. */
const SHARE_OF_BEST = 0.4
/** A word stands in many texts by chance, two or a number do not. */
const LEAST_WEIGHT = 2
/** Returns those passages, in their order. `threshold`: from this score on one counts as an answer. */
export function usedPassages<Passage extends { text: string; score: number }>(
  answer: string,
  question: string,
  passages: readonly Passage[],
  threshold: number,
): Passage[] {
  const asked = termsIn(question)
  const said = [...termsIn(answer)].filter((term) => !asked.has(term))
  const read = passages.map((passage) => ({ passage, terms: termsIn(passage.text) }))
  const weighed = read.map(({ passage, terms }) => ({
    passage,
    weight: said.reduce((sum, term) => sum + (terms.has(term) ? weightOf(term) : 0), 0),
  }))
  const best = Math.max(0, ...weighed.map(({ weight }) => weight))
  const used = weighed.filter(({ weight }) => weight >= LEAST_WEIGHT && weight >= best * SHARE_OF_BEST)
  if (used.length > 0) return used.map(({ passage }) => passage)
  const likeliest = passages.toSorted((one, other) => other.score - one.score)[0]
  if (!likeliest || likeliest.score < threshold) return []
  // "Yes", or an answer in another language than the passage: nothing tells, so it is what the search is surest of.
  return said.length <= 1 || isOfOtherLanguage(answer, likeliest) ? [likeliest] : []
}

/** Words without endings, numbers, and in scripts without spaces pairs of characters. */
function termsIn(text: string): Set<string> {
  const read = text.slice(0, MOST_READ)
  const terms = contentWords(read)
  for (const [number] of read.matchAll(/\p{N}+/gu)) terms.add(number)
  for (const [run] of read.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu))
    for (let at = 0; at + 1 < run.length; at++) terms.add(run.slice(at, at + 2))
  return terms
}

function weightOf(term: string): number {
  return /\p{N}/u.test(term) ? LEAST_WEIGHT : 1
}

function isOfOtherLanguage(answer: string, { text }: { text: string }): boolean {
  if (isWithoutSpaces(answer) !== isWithoutSpaces(text)) return true
  const [own, other] = [likelyLanguage(answer), likelyLanguage(text)]
  return own !== undefined && other !== undefined && own !== other
}
