/** Analyses a question: its words, each with all variants that may stand for it in a text, and its weight. */
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import { type Concept, concepts } from '@parley/kernel/thesaurus.ts'
import { fold, type Language } from './languages.ts'
import type { Variant } from './lexical-index.ts'
import { nearWords } from './near-words.ts'
import { respell } from './respell.ts'
import { codesIn, type Word, wordsOf } from './words.ts'

export type QuestionWord = {
  /** As written in the question; for an idea without a word, its name. */
  text: string
  variants: Variant[]
  /** Its weight before its frequency is known: 1 for a word. */
  base: number
  /** How rare it is in its language, from 0 to 1. */
  rarity: number
  /** It is a code, such as a part number: nothing else is meant. */
  code?: true
}

/** Looks up the words of the chunks. */
export type Vocabulary = {
  frequency(term: string): number
  wordsLike(first: string, length: number): readonly string[]
  /** Longer words with this ending. */
  wordsEndingIn(ending: string): readonly string[]
}

const SYNONYM = 0.8
const MARK = 0.9
const PART = 0.7
/** An idea that is asked for without its name ("when", "how much"). */
const ASKED = 0.7
/** A word of another language than the texts' without a known translation: the texts may contain it all the same. */
const UNTRANSLATED = 0.5
/** What an idea that is asked for without its name weighs, and a pair of characters, as a word's rarity does. */
const RARITY_OF_IDEAS = 0.7
const RARITY_OF_PAIRS = 0.9
/** Question words, which say little about what is asked. */
const FILLER = 0.15
/** Question words that stop-word lists leave out; what they ask for is in `Concept.asked`. */
const interrogatives = new Set(
  `whats whens wheres hows whos
  wann wer wem wen warum wieso weshalb woher wohin wieviel wieviele
  pourquoi quand où quel quelle quels quelles combien
  cuándo cuánto cuánta cuántos cuántas cómo dónde quién qué cuál
  quando quanto quanta quantos como onde quem qual porque
  quanti quante dove chi perché quale
  wanneer waar hoe hoeveel wie waarom welke`
    .split(/\s+/)
    .map(fold),
)
const fillers = new Set(
  `want need like get got give tell know please help offer offers have provide possible use make come go see let find look
  thing way question information info available sell also really actually currently exactly much many maybe thanks thank
  hello hi hey ok okay great lot cool nice perfect bye ask would could anything something someone anyone people kind sort type able work works happen happens right
  u ur r number nr amount bring look looking looks accept take takes came comes coming gets getting start wants needs
  möchte brauche mitbringen bringen darf dürfen gibt haben bieten bietet geht bitte danke hallo wissen sagen gerne mal eigentlich sagt lautet habt hätte
  quiero quisiera necesito puedo podemos hay tienen tenéis ofrecen hacen hacer aceptan venden pedir hola gracias saber favor tener
  voudrais veux peux puis avez proposez acceptez vendez faites prendre bonjour merci savoir faire
  quero gostaria preciso posso podemos tem têm vocês aceitam vendem fazem olá obrigado saber
  vorrei posso possiamo avete offrite accettate vendete fate ciao grazie sapere
  wil kan kunnen hebben heeft verkopen graag hallo bedankt weten
  proszę dzień dobry cześć dziękuję przyjmujecie sprzedajecie oferujecie robicie akceptujecie chciałbym potrzebuję`
    .split(/\s+/)
    .map(fold),
)

/** A text of these alone asks for nothing. */
const courtesies = new Set(
  `thanks thank hello hi hey ok okay great lot cool nice perfect bye danke hallo hola gracias bonjour merci olá obrigado
  ciao grazie bedankt cześć dziękuję`
    .split(/\s+/)
    .map(fold),
)

/** The pronoun after the verb of a French question: `avez-vous`. */
const INVERTED = /-(?:t-)?(?:je|tu|ils?|elles?|on|nous|vous|ce|moi)(?!\p{L})/giu

export type QuestionLanguages = {
  texts: readonly Language[]
  /** The possible languages of the question, if it is in none of the texts'. */
  others: readonly Language[]
}

export function analyseQuestion(
  question: string,
  { texts, others }: QuestionLanguages,
  vocabulary: Vocabulary,
): QuestionWord[] {
  const languages = [...texts, ...others]
  const ideas = ideasIn(languages)
  const codes = codesIn(question)
  const unknownBase = others.length === 0 ? 1 : UNTRANSLATED
  const words: QuestionWord[] = []
  const seen = new Set<string>()
  const { question: spelled, original } = respell(question, languages, (word) =>
    isKnown(word, languages, vocabulary, ideas),
  )
  const asked = concepts().filter((concept) => concept.asked?.test(spelled))
  const rest = asked
    .reduce((text, concept) => text.replace(concept.asked ?? '', ' '), spelled)
    .replace(INVERTED, ' ')
  const isCourtesy = (word: Word) => isStopWord(word, languages) || courtesies.has(fold(word.text))
  if (asked.length === 0 && wordsOf(rest).every(isCourtesy)) return []
  for (const read of wordsOf(rest)) {
    const written = original.get(read.text)
    // Words that say what is asked about are corrected by what the texts contain instead.
    const isSmall = isStopWord(read, languages) || fillers.has(fold(read.text))
    const word = written === undefined || isSmall ? read : { text: written }
    if (seen.has(word.text) || isStopWord(word, languages)) continue
    seen.add(word.text)
    // Of a code, a part is another code.
    const code = codes.has(word.text)
    const whole = code ? { text: word.text } : word
    const analysed = analyseWord(whole, languages, vocabulary, ideas, unknownBase)
    words.push(code ? { ...analysed, code } : analysed)
  }
  for (const concept of asked)
    words.push({
      text: concept.name,
      variants: ideas.variantsOf(concept),
      base: ASKED,
      rarity: RARITY_OF_IDEAS,
    })
  return words
}

function analyseWord(
  word: Word,
  languages: readonly Language[],
  vocabulary: Vocabulary,
  ideas: Ideas,
  unknownBase: number,
): QuestionWord {
  if (word.pair)
    return { text: word.text, variants: [{ term: word.text, strength: 1 }], base: 1, rarity: RARITY_OF_PAIRS }
  const found = new Map<string, number>()
  const stems = (text: string) => languages.map((language) => language.stem(text))
  const put = (term: string, strength: number) => found.set(term, Math.max(found.get(term) ?? 0, strength))
  const putIdeas = (text: string, strength: number) => {
    for (const concept of ideas.of(text, languages))
      for (const variant of ideas.variantsOf(concept)) put(variant.term, variant.strength * strength)
  }

  for (const stem of [...stems(word.text), ...stems(fold(word.text))]) put(stem, 1)
  for (const part of word.parts ?? []) {
    for (const stem of stems(part)) put(stem, PART)
    putIdeas(part, PART)
  }
  putIdeas(word.text, 1)

  const corrected: string[] = []
  let isFiller = fillers.has(fold(word.text))
  const known = [...found.keys()].some((term) => vocabulary.frequency(term) > 0)
  const isIdea = [word.text, ...(word.parts ?? [])].some((text) => ideas.of(text, languages).length > 0)
  if (!known && !isIdea) {
    const near = nearWords(word.text, vocabulary, ideas, languages)
    if (near === 'stop word') isFiller = true
    else
      for (const { text, strength } of near) {
        corrected.push(text)
        for (const stem of stems(text)) put(stem, strength)
        putIdeas(text, strength)
      }
    if (corrected.length > 0 && corrected.every((text) => fillers.has(fold(text)))) isFiller = true
  }
  const isKnown = isIdea || [...found.keys()].some((term) => vocabulary.frequency(term) > 0)
  const base = isFiller ? FILLER : isKnown ? 1 : unknownBase
  const spellings = corrected.length > 0 ? corrected : [word.text]
  const rarity = Math.min(
    1,
    ...languages.flatMap((language) => spellings.map((text) => language.rarity(text))),
  )
  return {
    text: word.text,
    variants: [...found].map(([term, strength]) => ({ term, strength })),
    base,
    rarity,
  }
}

function isKnown(
  word: string,
  languages: readonly Language[],
  vocabulary: Vocabulary,
  ideas: Ideas,
): boolean {
  const folded = fold(word)
  if (interrogatives.has(folded) || fillers.has(folded) || ideas.of(word, languages).length > 0) return true
  return languages.some(
    (language) =>
      language.rank(folded) !== undefined ||
      language.stopWords.has(folded) ||
      language.rarity(word) < 1 ||
      vocabulary.frequency(language.stem(word)) > 0 ||
      vocabulary.frequency(language.stem(folded)) > 0,
  )
}

function isStopWord(word: Word, languages: readonly Language[]): boolean {
  const folded = fold(word.text)
  return (
    !word.pair &&
    (interrogatives.has(folded) ||
      languages.some((language) => language.stopWords.has(folded) || language.stopWords.has(word.text)))
  )
}

export type Ideas = {
  of(word: string, languages: readonly Language[]): Concept[]
  wordsLike(first: string, length: number): readonly string[]
  variantsOf(concept: Concept): Variant[]
  bytes: number
}

/** About what a word takes in an index of ideas. */
const WORD_BYTES = 200
/** Which languages an agent's knowledge is in, and in which order they were found, is up to its workspace. */
const ideasByLanguages = createByteCache<Ideas>({ maxBytes: 32_000_000, sizeOf: ({ bytes }) => bytes })

/** Looks up ideas by the stems of their words in these languages. */
function ideasIn(languages: readonly Language[]): Ideas {
  const key = languages.map((language) => language.name).join()
  const known = ideasByLanguages.get(key)
  if (known) return known
  const byStem = new Map<string, Set<Concept>>()
  const bySpelling = new Map<string, string[]>()
  const variants = new Map<Concept, Variant[]>()
  let words = 0
  for (const concept of concepts()) {
    for (const language of languages) {
      for (const word of listOf(concept, language)) {
        words++
        const stem = language.stem(word)
        byStem.set(stem, (byStem.get(stem) ?? new Set()).add(concept))
        const bucket = `${word[0]}${word.length}`
        bySpelling.set(bucket, [...(bySpelling.get(bucket) ?? []), word])
      }
    }
  }
  const ideas: Ideas = {
    of: (word, asked) => [
      ...new Set(asked.flatMap((language) => [...(byStem.get(language.stem(word)) ?? [])])),
    ],
    wordsLike: (first, length) => bySpelling.get(`${first}${length}`) ?? [],
    variantsOf(concept) {
      const known = variants.get(concept) ?? variantsIn(concept, languages)
      variants.set(concept, known)
      return known
    },
    // A word stands in both indexes and among the variants of its concept.
    bytes: 3 * words * WORD_BYTES,
  }
  ideasByLanguages.set(key, ideas)
  return ideas
}

function variantsIn(concept: Concept, languages: readonly Language[]): Variant[] {
  const terms = new Set(
    languages.flatMap((language) => listOf(concept, language).map((word) => language.stem(word))),
  )
  return [
    ...[...terms].map((term) => ({ term, strength: SYNONYM })),
    ...(concept.marks ?? []).map((term) => ({ term, strength: MARK })),
  ]
}

function listOf(concept: Concept, language: Language): string[] {
  return concept.words[language.name]?.split(' ') ?? []
}
