/**
 * Extracts an answer from the knowledge, for when no model writes one: the answer of the best pair, or the passage of
 * the best chunk that matches most of the question.
 */
import { splitSentences } from '../sentences.ts'
import { type Language, loadedLanguageOf } from './languages.ts'
import { type Part, partsOf, termsOf } from './lexical-index.ts'
import { analyseQuestion } from './question.ts'
import { loadedOtherLanguagesOf } from './question-language.ts'
import type { RetrievedChunk } from './retriever.ts'
import { strengthIn, type WeighedWord, weigh } from './score.ts'

export type ExtractedAnswer = { text: string; sources: { sourceId: string; name: string; url?: string }[] }

/** A section or answer of at most this many characters is returned whole. */
const WHOLE = 300
const MOST_SENTENCES = 3
/** Chunks with at least this share of the best score are searched for the best passage too. */
const NEARLY_AS_GOOD = 0.9

type Passage = {
  chunk: RetrievedChunk
  heading: string
  sentences: string[]
  body: string
  terms: Set<string>[]
}

/**
 * Returns readable Markdown and its sources; an empty text if there are no chunks. Whether the agent knows the answer
 * is decided by the chunks' scores, not here.
 */
export function extractAnswer(question: string, chunks: readonly RetrievedChunk[]): ExtractedAnswer {
  const [best] = chunks
  if (!best) return { text: '', sources: [] }
  const close = chunks.filter((chunk) => chunk.score >= best.score * NEARLY_AS_GOOD).slice(0, 3)
  const language = loadedLanguageOf(close.map((chunk) => chunk.text).join('\n'))
  const passages = close.flatMap((chunk) => passagesOf(chunk, language))
  const found = bestPassage(question, passages, language)
  if (!found) return { text: best.text.trim(), sources: [sourceOf(best)] }
  return { text: wordingOf(found.passage, found.scores), sources: [sourceOf(found.passage.chunk)] }
}

function passagesOf(chunk: RetrievedChunk, language: Language): Passage[] {
  const { outer, parts } = partsOf(chunk)
  return parts
    .filter((part) => part.body !== '')
    .map((part) => {
      const sentences = splitSentences(part.body)
      return {
        chunk,
        heading: headingOf(part, outer, chunk),
        sentences,
        body: part.body.trim(),
        terms: sentences.map((sentence) => termsOf(sentence, language)),
      }
    })
}

/** The nearest heading; empty for a pair, whose answer needs none. */
function headingOf(part: Part, outer: string, chunk: RetrievedChunk): string {
  if (isPair(chunk)) return ''
  return part.heading || (outer.split('\n').slice(1).at(-1) ?? '')
}

function bestPassage(
  question: string,
  passages: readonly Passage[],
  language: Language,
): { passage: Passage; scores: number[] } | undefined {
  const sentences = passages.flatMap((passage) => [termsOf(passage.heading, language), ...passage.terms])
  const frequency = (term: string) => sentences.filter((terms) => terms.has(term)).length
  const words = weigh(
    analyseQuestion(
      question,
      { texts: [language], others: loadedOtherLanguagesOf(question, [language.name]) },
      {
        frequency,
        wordsLike: wordsLikeIn(passages),
        wordsEndingIn: () => [],
      },
    ),
    sentences.length,
    frequency,
  )
  const scored = passages.map((passage, place) => {
    const heading = termsOf(`${questionOf(passage.chunk)}\n${passage.heading}`, language)
    const named = strengthsIn(words, heading)
    const scores = passage.terms.map((terms) => sum(strengthsIn(words, terms)))
    const together = passage.terms.map((terms) => strengthsIn(words, terms))
    const covered = words.map((_, n) => Math.max(named[n]!, ...together.map((strengths) => strengths[n]!)))
    return { passage, scores, worth: sum(covered) * passage.chunk.score, place }
  })
  return scored.sort((a, b) => b.worth - a.worth || a.place - b.place)[0]
}

function strengthsIn(words: readonly WeighedWord[], terms: ReadonlySet<string>): number[] {
  return words.map((word) => word.weight * strengthIn(word, terms))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The whole passage if it is short, otherwise the best sentences around the best one, in their order. */
function wordingOf({ heading, sentences, body, chunk }: Passage, scores: readonly number[]): string {
  const title = heading === '' ? '' : `**${heading.replaceAll('*', '')}**\n\n`
  if (body.length <= WHOLE || (isPair(chunk) && body.length <= 4 * WHOLE)) return title + body
  const best = scores.indexOf(Math.max(...scores))
  const picked = isListItem(sentences[best] ?? '')
    ? wholeList(sentences, best)
    : around(best, sentences, scores)
  const list = picked.some((at) => isListItem(sentences[at]!))
  return title + picked.map((at) => sentences[at]).join(list ? '\n' : ' ')
}

/** The best sentence, and up to two neighbours that match the question too or complete it. */
function around(best: number, sentences: readonly string[], scores: readonly number[]): number[] {
  let first = best
  let last = best
  if (/[:：]$/.test(sentences[best] ?? '')) return [best, ...wholeList(sentences, best + 1)]
  while (last - first + 1 < MOST_SENTENCES) {
    const before = first > 0 ? scores[first - 1]! : -1
    const after = last + 1 < sentences.length ? scores[last + 1]! : -1
    if (before < 0 && after < 0) break
    if (after >= before) last++
    else if (before > 0) first--
    else break
  }
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}

function wholeList(sentences: readonly string[], at: number): number[] {
  let first = at
  let last = at - 1
  while (first > 0 && isListItem(sentences[first - 1]!)) first--
  if (first > 0 && /[:：]$/.test(sentences[first - 1]!)) first--
  for (let next = at; next < sentences.length && isListItem(sentences[next]!); next++) last = next
  return Array.from({ length: Math.min(10, last - first + 1) }, (_, n) => first + n)
}

function isListItem(sentence: string): boolean {
  return /^(?:[-*•]|\d{1,3}[.)])\s/.test(sentence) || sentence.includes(' | ')
}

function isPair(chunk: RetrievedChunk): boolean {
  return chunk.text.startsWith('Q: ')
}

function questionOf(chunk: RetrievedChunk): string {
  return /^Q: (.*)$/m.exec(chunk.text)?.[1] ?? ''
}

function sourceOf({ sourceId, sourceName, url }: RetrievedChunk): ExtractedAnswer['sources'][number] {
  return { sourceId, name: sourceName, ...(url === undefined ? {} : { url }) }
}

/** Words of the passages by first letter and length, collected on first use. */
function wordsLikeIn(passages: readonly Passage[]): (first: string, length: number) => string[] {
  let words: string[] | undefined
  return (first, length) => {
    words ??= [
      ...new Set(passages.flatMap(({ body }) => body.toLowerCase().match(/[\p{L}\p{M}]{4,}/gu) ?? [])),
    ]
    return words.filter((word) => word.length === length && word.startsWith(first))
  }
}
