/** Understands a question about one knowledge base and finds what it asks for: also in two parts, or as a follow-up. */
import type { Language, LanguageName } from './languages.ts'
import type { IndexedChunk, LexicalIndex } from './lexical-index.ts'
import type { ByMeaning } from './nearest.ts'
import { analyseQuestion } from './question.ts'
import { otherLanguagesOf } from './question-language.ts'
import { refersBack, twoPartsOf } from './question-parts.ts'
import { type ReadChunk, type WeighedWord, weigh } from './score.ts'
import { type FoundChunk, searchChunks } from './search-chunks.ts'

/** What is searched in. */
export type Searched = {
  index: LexicalIndex
  /** Of the texts. */
  languages: readonly Language[]
  readOf(chunk: IndexedChunk): ReadChunk
  among?: ((chunk: IndexedChunk) => boolean) | undefined
  /** If chunks have vectors. */
  byMeaning?: ByMeaning | undefined
}

/** A question, or a part of one, with what was found for it, best first. */
export type Found = { words: WeighedWord[]; found: FoundChunk[] }

/** The weight of the previous question's words. */
const CONTEXT = 0.6
/** Words that weigh less say little of what is asked. */
const TELLING = 0.5
/** Chunks whose passages are looked at because of their words. */
const LIKELY = 4

export async function findChunks(
  searched: Searched,
  question: string,
  before: string | undefined,
): Promise<Found> {
  const { words, languages } = await understand(searched, question)
  const alone = searchFor(searched, words, question)
  if (before === undefined || words.length === 0) return alone
  if (makesSenseAlone(question, words, languages)) return alone
  const context = (await understand(searched, before)).words
    .filter(({ text }) => words.every((word) => word.text !== text))
    .map((word) => ({ ...word, weight: word.weight * CONTEXT }))
  const together = aboutWordsOf(
    words,
    searchFor(searched, [...words, ...context], inContext(before, question)),
  )
  return scoreOf(together) > scoreOf(alone) ? together : alone
}

/**
 * Whether the previous question must not help: this one has several words of its own and refers to nothing, or what it
 * asks about is in no chunk. "Do you do braces?" is then not answered with what was said before.
 */
function makesSenseAlone(
  question: string,
  words: readonly WeighedWord[],
  languages: readonly LanguageName[],
): boolean {
  const telling = words.filter(({ base }) => base > TELLING)
  if (telling.length > 0 && telling.every(({ known }) => !known)) return true
  return !refersBack(question, languages) && (telling.length > 1 || words.some(({ known }) => !known))
}

/** What the previous question says only adds to this one: it doesn't answer "And its glass?" with the previous answer. */
function aboutWordsOf(words: readonly WeighedWord[], { words: all, found }: Found): Found {
  const own = words.filter(({ base, known }) => known && base > TELLING).map(({ text }) => text)
  if (own.length === 0) return { words: all, found }
  return { words: all, found: found.filter(({ match }) => match.matched.some((text) => own.includes(text))) }
}

/** The parts of a question that is two, each with its own answer; empty if it is one. */
export async function findParts(
  searched: Searched,
  question: string,
  before: string | undefined,
): Promise<Found[]> {
  const parts = twoPartsOf(question)
  if (!parts) return []
  const [first, second] = parts
  return [await findChunks(searched, first, before), await findChunks(searched, second, first)]
}

/** Of the best; 0 if there is nothing. */
export function scoreOf({ found }: Found): number {
  return found[0]?.score ?? 0
}

/** The words of a question, and the languages that it may be in. */
async function understand({ index, languages }: Searched, question: string) {
  const ofTexts = languages.map(({ name }) => name)
  const others = await otherLanguagesOf(question, ofTexts)
  const read = analyseQuestion(question, { texts: languages, others }, index)
  return {
    words: weigh(read, index.size(), index.frequency),
    languages: others.length > 0 ? others.map(({ name }) => name) : ofTexts,
  }
}

/** The ids of the chunks that have most of a question's words. */
export async function likelyChunks(searched: Searched, question: string): Promise<number[]> {
  const { words } = await understand(searched, question)
  return searched.index.search(words, LIKELY, searched.among).map(([id]) => id)
}

/** What the question, and its parts, may be searched by if chunks have vectors. */
export function textsToEmbed(question: string, before: string | undefined): string[] {
  const parts = twoPartsOf(question)
  const texts = before === undefined ? [question] : [question, inContext(before, question)]
  if (!parts) return texts
  const [first, second] = parts
  return [...texts, first, second, inContext(first, second), ...(before ? [inContext(before, first)] : [])]
}

function inContext(before: string, question: string): string {
  return `${before} ${question}`
}

function searchFor({ index, readOf, among, byMeaning }: Searched, words: WeighedWord[], text: string): Found {
  const byWords = searchChunks(index, words, readOf, among)
  const meanings = byMeaning?.(text)
  const best = byWords[0]
  // A chunk whose vector is still to come can't be compared with others by its meaning.
  if (!meanings || (best && !meanings.chunks.has(best.id))) return { words, found: byWords }
  return { words, found: searchChunks(index, words, readOf, among, meanings) }
}
