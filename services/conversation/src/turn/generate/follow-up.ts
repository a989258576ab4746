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

// bounded: an entry for each language
const segmenters = new Map<Language, Intl.Segmenter>()

/** `language`: of the conversation, for a question of words that several languages have. */
export function needsHistory(question: string, language: Language): boolean {
  const { said, words } = readAs(question, language)
  const meaning = said.filter((word) => !isKnown(word, words)).length
  if (meaning === 0) return true
  if (opensWith(said, words.opening)) return meaning < ENOUGH.opening
  if (said.some((word) => words.pointing.has(word))) return meaning < ENOUGH.pointing
  if (said.some((word) => words.vague.has(word))) return meaning < ENOUGH.vague
  return meaning === 1 && said.length < SENTENCE
}

/** The language of a text by its most common words; undefined if it has too few of them. */
export function likelyLanguage(text: string): Language | undefined {
  const { language, known } = readAs(text, undefined)
  return known >= 2 ? language : undefined
}

/** A text as the language of which it has most words; `preferred` among several. */
function readAs(text: string, preferred: Language | undefined) {
  const spaced = wordsIn(text)
  const read = followUpWords.map(({ language, words }) => {
    const said = wordsOf(text, language) ?? spaced
    return { language, words, said, known: said.filter((word) => isKnown(word, words)).length }
  })
  const best = read.reduce((one, other) => (other.known > one.known ? other : one))
  return read.find(({ language, known }) => language === preferred && known === best.known) ?? best
}

function isKnown(word: string, { pointing, vague, little, opening }: FollowUpWords): boolean {
  return pointing.has(word) || vague.has(word) || little.has(word) || opening.has(word)
}

function opensWith(said: readonly string[], opening: ReadonlySet<string>): boolean {
  return opening.has(said[0] ?? '') || opening.has(said.slice(0, 2).join(' '))
}

/** The words of a text in a script without spaces, as a dictionary of the language divides them; else undefined. */
function wordsOf(question: string, language: Language): string[] | undefined {
  const divides = (language === 'ja' || language === 'zh') && isWithoutSpaces(question)
  return divides ? wordsIn(divided(question.slice(0, MOST_READ), language)) : undefined
}

function divided(text: string, language: Language): string {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, segmenter)
  return [...segmenter.segment(text)].map(({ segment }) => segment).join(' ')
}
