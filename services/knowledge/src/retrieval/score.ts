/**
 * How well a chunk answers a question: how much of the question it covers, above all within two neighbouring sentences
 * and their headings. Rare words weigh more than frequent ones, and a word that no chunk contains weighs most, so that a
 * question about something else is covered little.
 */
import { isItem, splitSentences } from '../sentences.ts'
import { type IndexedChunk, termsOf } from './lexical-index.ts'
import type { QuestionWord } from './question.ts'
import { partsOf } from './sections.ts'

export type WeighedWord = QuestionWord & {
  weight: number
  /** Whether a chunk contains it or something that it may stand for. */
  known: boolean
}

/** A chunk prepared for scoring. */
export type ReadChunk = {
  /** The terms above the whole chunk. */
  outer: Set<string>
  sections: ReadSection[]
}

type ReadSection = {
  heading: Set<string>
  sentences: Set<string>[]
  /** The share of its sentences that are items of a list. */
  items: number
}

/** The best place of a chunk, and shares from 0 to 1 of the question that are covered there. */
export type Match = {
  section: number
  /** The first of the sentences. */
  sentence: number
  /** By two neighbouring sentences with the headings above them. */
  together: number
  /** By the best of these sentences alone. */
  alone: number
  /** By the headings. */
  named: number
  /** By what stands above the whole chunk. */
  titled: number
  /** By the same words as in the question, not by others of the same meaning or spelling. */
  exact: number
  /** By the whole chunk. */
  anywhere: number
  /** How many of the question's words are in a sentence of few. */
  density: number
  /** The share of the weightiest word that the place lacks. */
  lacking: number
  /** The same of the rarest word in its language that the place lacks: its rarity. */
  lackingRarity: number
  /** Of the forms of answer that are asked for (a price, a time), the share that the place has; 1 if none is. */
  form: number
  /** What the covered words weigh. */
  weight: number
  /** The share of the heading directly above that the question has. */
  headed: number
  /** Of the question's neighbouring words, the share that stand side by side there, too. */
  adjacent: number
  /** The terms of the section. */
  length: number
  /** The share of the section's sentences that are items of a list. */
  items: number
  matched: string[]
}

/** The place of a chunk that was found by its meaning and has none of the question's words: its beginning. */
export const withoutWords: Match = {
  section: 0,
  sentence: 0,
  together: 0,
  alone: 0,
  named: 0,
  titled: 0,
  exact: 0,
  anywhere: 0,
  density: 0,
  lacking: 1,
  lackingRarity: 1,
  form: 0,
  weight: 0,
  headed: 0,
  adjacent: 0,
  length: 0,
  items: 0,
  matched: [],
}

/** A word that no chunk contains weighs less than its rarity suggests: the chunks may use another word for it. */
const UNKNOWN = 0.8
/**
 * The smallest knowledge whose frequencies say something, in chunks: in a single text every word would be common, and a
 * missing one would outweigh all others.
 */
const LEAST_CHUNKS = 15
/** How much of a word's weight does not depend on its rarity in the language. */
const BY_FREQUENCY = 0.4
/** The value of a word by its place; 1 in the heading or question directly above. */
const IN_TEXT = 0.95
const ABOVE_ALL = 0.8
/** The least strength of a word itself, perhaps corrected, and not of another of the same meaning. */
const SAME = 0.85
/** Further sections of a chunk are no better. */
const SECTIONS = 3
/** The first words of a section without a heading that count as its heading. */
const TITLE_WORDS = 4
/** A word that is covered less than this is lacking. */
const LACKING = 0.4

/** `chunks`: their number. */
export function weigh(
  words: readonly QuestionWord[],
  chunks: number,
  frequency: (term: string) => number,
): WeighedWord[] {
  const size = Math.max(chunks, LEAST_CHUNKS)
  return words.map((word) => {
    const most = word.variants.reduce((found, { term }) => Math.max(found, frequency(term)), 0)
    const unknown = most === 0 ? UNKNOWN : 1
    const here = Math.log(1 + (size - most + 0.5) / (most + 0.5))
    const weight = word.base * unknown * (BY_FREQUENCY + (1 - BY_FREQUENCY) * word.rarity) * here
    return { ...word, weight, known: most > 0 }
  })
}

export function readChunk(chunk: IndexedChunk): ReadChunk {
  const { outer, parts } = partsOf(chunk)
  return {
    outer: termsOf(outer, chunk.language),
    sections: parts.map(({ heading, body }) => {
      const sentences = splitSentences(body)
      return {
        heading: termsOf(heading || beginningOf(body), chunk.language),
        sentences: sentences.map((sentence) => termsOf(sentence, chunk.language)),
        items: sentences.filter((sentence) => isItem(sentence)).length / Math.max(1, sentences.length),
      }
    }),
  }
}

/** What a paragraph without a heading is about is mostly said by its first words. */
const beginningOf = (body: string) => body.trimStart().split(/\s+/, TITLE_WORDS).join(' ')

/**
 * The best place of each section that has something of the question, at most `SECTIONS` of them, best first, and of the
 * sections that are `wanted` whatever they have.
 */
export function matchesOf(
  words: readonly WeighedWord[],
  chunk: ReadChunk,
  wanted: readonly number[] = [],
): Match[] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  if (total <= 0) return []
  const above = words.map((word) => ABOVE_ALL * strengthIn(word, chunk.outer))
  const anywhere = [...above]
  const places = chunk.sections.map(({ heading, sentences }, section) => {
    const named = words.map((word, n) => Math.max(above[n]!, strengthIn(word, heading)))
    const said = sentences.map((sentence) => words.map((word) => IN_TEXT * strengthIn(word, sentence)))
    let best = { section, sentence: 0, named, covered: named, worth: share(named) }
    said.forEach((own, sentence) => {
      const next = said[sentence + 1]
      const covered = better(named, next ? better(own, next) : own)
      // Of equals, the place where the sentence itself says what the headings don't.
      const worth = share(covered) + share(own.map((strength, n) => Math.max(0, strength - named[n]!))) / 100
      if (sentence === 0 || worth > best.worth) best = { section, sentence, named, covered, worth }
    })
    for (const strengths of [named, ...said])
      strengths.forEach((strength, n) => {
        if (strength > anywhere[n]!) anywhere[n] = strength
      })
    return best
  })
  return places
    .sort((a, b) => b.worth - a.worth)
    .filter(({ worth, section }, n) => (worth > 0 && n < SECTIONS) || wanted.includes(section))
    .map(({ section, sentence, named, covered }) => {
      const { heading, sentences, items } = chunk.sections[section]!
      const near = [sentences[sentence], sentences[sentence + 1]].flatMap((terms) => terms ?? [])
      const said = new Set(near.flatMap((terms) => [...terms]))
      const matched = covered.filter((strength) => strength > 0).length
      return {
        section,
        sentence,
        together: share(covered),
        alone: Math.max(0, ...near.map((terms) => share(words.map((word) => strengthIn(word, terms))))),
        named: share(named),
        titled: share(above),
        exact: share(words.map((word) => (isExactlyIn(word, chunk.outer, heading, said) ? 1 : 0))),
        anywhere: share(anywhere),
        density: matched / (said.size + 5),
        lacking: Math.max(0, ...words.map(({ weight }, n) => (covered[n]! < LACKING ? weight / total : 0))),
        lackingRarity: Math.max(
          0,
          ...words.map(({ rarity, base }, n) => (covered[n]! < LACKING ? rarity * base : 0)),
        ),
        form: formIn(words, said),
        weight: share(covered) * total,
        headed: headedBy(words, heading),
        adjacent: adjacentIn(words, [heading, ...near]),
        length: sentences.reduce((sum, terms) => sum + terms.size, 0),
        items,
        matched: words.filter((_, n) => anywhere[n]! > 0).map((word) => word.text),
      }
    })

  function share(strengths: number[]): number {
    return words.reduce((sum, word, n) => sum + word.weight * strengths[n]!, 0) / total
  }
}

function better(a: number[], b: number[]): number[] {
  return a.map((value, n) => Math.max(value, b[n]!))
}

function formIn(words: readonly WeighedWord[], terms: ReadonlySet<string>): number {
  const asked = words.map(({ variants }) => variants.filter(({ term }) => term.startsWith('#')))
  const forms = asked.filter((marks) => marks.length > 0)
  if (forms.length === 0) return 1
  return forms.filter((marks) => marks.some(({ term }) => terms.has(term))).length / forms.length
}

function headedBy(words: readonly WeighedWord[], heading: ReadonlySet<string>): number {
  if (heading.size === 0) return 0
  let asked = 0
  for (const term of heading)
    if (words.some(({ variants }) => variants.some((variant) => variant.term === term))) asked++
  return asked / heading.size
}

function adjacentIn(words: readonly WeighedWord[], places: readonly ReadonlySet<string>[]): number {
  const telling = words.filter(({ base, known }) => known && base > 0.5)
  if (telling.length < 2) return 0
  const found = places.map((terms) => {
    const order = new Map([...terms].map((term, at) => [term, at]))
    return telling.map(({ variants }) => variants.flatMap(({ term }) => order.get(term) ?? []))
  })
  let side = 0
  for (let n = 1; n < telling.length; n++)
    if (
      found.some((at) =>
        at[n]!.some((one) => at[n - 1]!.some((other) => Math.abs(one - other) <= 2 && one !== other)),
      )
    )
      side++
  return side / (telling.length - 1)
}

/** Whether one of the places has the word itself, or a correction of it. */
export function isExactlyIn({ variants }: QuestionWord, ...places: ReadonlySet<string>[]): boolean {
  return variants.some(
    ({ term, strength }) =>
      strength >= SAME && !term.startsWith('#') && places.some((terms) => terms.has(term)),
  )
}

export function strengthIn(word: QuestionWord, terms: ReadonlySet<string>): number {
  let strength = 0
  for (const variant of word.variants)
    if (variant.strength > strength && terms.has(variant.term)) strength = variant.strength
  return strength
}
