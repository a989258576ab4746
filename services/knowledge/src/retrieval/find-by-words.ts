/** Understands a question about one knowledge base and finds what its words ask for: also in two parts, or as a follow-up. */
import type { Language } from './languages.ts'
import type { IndexedChunk, LexicalIndex } from './lexical-index.ts'
import { analyseQuestion } from './question.ts'
import { otherLanguagesOf } from './question-language.ts'
import { refersBack, twoPartsOf } from './question-parts.ts'
import { type ReadChunk, type WeighedWord, weigh } from './score.ts'
import { type FoundChunk, searchByWords } from './search-by-words.ts'

/** What is searched in. */
export type Searched = {
  index: LexicalIndex
  /** Of the texts. */
  languages: readonly Language[]
  readOf(chunk: IndexedChunk): ReadChunk
  among?: ((chunk: IndexedChunk) => boolean) | undefined
}

/** A question, or a part of one, with what was found for it, best first. */
export type FoundByWords = { words: WeighedWord[]; found: FoundChunk[] }

/** The weight of the previous question's words. */
const CONTEXT = 0.6
/** Words that weigh less say little of what is asked. */
const TELLING = 0.5

export async function findByWords(
  searched: Searched,
  question: string,
  before: string | undefined,
): Promise<FoundByWords> {
  const words = await wordsOf(searched, question)
  const alone = searchFor(searched, words)
  if (before === undefined || words.length === 0) return alone
  if (makesSenseAlone(question, words)) return alone
  const context = (await wordsOf(searched, before))
    .filter(({ text }) => words.every((word) => word.text !== text))
    .map((word) => ({ ...word, weight: word.weight * CONTEXT }))
  const inContext = aboutWordsOf(words, searchFor(searched, [...words, ...context]))
  return scoreOf(inContext) > scoreOf(alone) ? inContext : alone
}

/**
 * Whether the previous question must not help: this one has several words of its own and refers to nothing, or what it
 * asks about is in no chunk. "Do you do braces?" is then not answered with what was said before.
 */
function makesSenseAlone(question: string, words: readonly WeighedWord[]): boolean {
  const telling = words.filter(({ base }) => base > TELLING)
  if (telling.length > 0 && telling.every(({ known }) => !known)) return true
  return !refersBack(question) && (telling.length > 1 || words.some(({ known }) => !known))
}

/** What the previous question says only adds to this one: it doesn't answer "And its glass?" with the previous answer. */
function aboutWordsOf(words: readonly WeighedWord[], { words: all, found }: FoundByWords): FoundByWords {
  const own = words.filter(({ base, known }) => known && base > TELLING).map(({ text }) => text)
  if (own.length === 0) return { words: all, found }
  return { words: all, found: found.filter(({ match }) => match.matched.some((text) => own.includes(text))) }
}

/** The parts of a question that is two, each with its own answer; empty if it is one. */
export async function findParts(
  searched: Searched,
  question: string,
  before: string | undefined,
): Promise<FoundByWords[]> {
  const parts = twoPartsOf(question)
  if (!parts) return []
  const [first, second] = parts
  return [await findByWords(searched, first, before), await findByWords(searched, second, first)]
}

/** Of the best; 0 if there is nothing. */
export function scoreOf({ found }: FoundByWords): number {
  return found[0]?.score ?? 0
}

async function wordsOf({ index, languages }: Searched, question: string): Promise<WeighedWord[]> {
  const others = await otherLanguagesOf(
    question,
    languages.map(({ name }) => name),
  )
  return weigh(analyseQuestion(question, { texts: languages, others }, index), index.size(), index.frequency)
}

function searchFor({ index, readOf, among }: Searched, words: WeighedWord[]): FoundByWords {
  return { words, found: searchByWords(index, words, readOf, among) }
}
