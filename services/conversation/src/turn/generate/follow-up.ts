/**
 * Decides whether a question can be understood without what was said before it. A rule decides, not a model, since it
 * is asked of every message. Where it errs, a question is rewritten that did not need it, or searched for as it stands.
 */
import type { Language } from '../../phrases.ts'
import { isWithoutSpaces, wordsIn } from '../../understanding/matching.ts'
import { type FollowUpWords, followUpWords } from './follow-up-words.ts'

/** From so many words with a meaning of their own on, a question is understood though it points back or continues. */
const ENOUGH = { vague: 3, pointing: 5, opening: 5 }
/** A question of so many words is understood by one word with a meaning of its own: "When are you open?" */
const SENTENCE = 4

/** Characters read of a question in a script without spaces. */
const MOST_READ = 200

const segmenters = new Map<Language, Intl.Segmenter>()

/** `language`: of the conversation, for a question of words that several languages have. */
export function needsHistory(question: string, language: Language): boolean {
  const lists = followUpWords.map((one) => ({ ...one, said: wordsOf(question, one.language) }))
  const known = lists.map((one) => ({
    ...one,
    known: one.said.filter((word) => isKnown(word, one.words)).length,
  }))
  const own = known.find((one) => one.language === language)
  const most = Math.max(...known.map((one) => one.known))
  const { said, words } = own?.known === most ? own : (known.find((one) => one.known === most) ?? known[0]!)
  const meaning = said.filter((word) => !isKnown(word, words)).length
  if (meaning === 0) return true
  if (opensWith(said, words.opening)) return meaning < ENOUGH.opening
  if (said.some((word) => words.pointing.has(word))) return meaning < ENOUGH.pointing
  if (said.some((word) => words.vague.has(word))) return meaning < ENOUGH.vague
  return meaning === 1 && said.length < SENTENCE
}

function isKnown(word: string, { pointing, vague, little, opening }: FollowUpWords): boolean {
  return pointing.has(word) || vague.has(word) || little.has(word) || opening.has(word)
}

function opensWith(said: readonly string[], opening: ReadonlySet<string>): boolean {
  return opening.has(said[0] ?? '') || opening.has(said.slice(0, 2).join(' '))
}

/** The words of a text; of a script without spaces, as a dictionary of the language divides them. */
function wordsOf(question: string, language: Language): string[] {
  const divides = (language === 'ja' || language === 'zh') && isWithoutSpaces(question)
  return divides ? wordsIn(divided(question.slice(0, MOST_READ), language)) : wordsIn(question)
}

function divided(text: string, language: Language): string {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, segmenter)
  return [...segmenter.segment(text)].map(({ segment }) => segment).join(' ')
}
