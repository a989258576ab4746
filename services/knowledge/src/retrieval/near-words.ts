/** Known words that an unknown word may stand for. */
import type { Language, LanguageName } from './languages.ts'
import type { Ideas, Vocabulary } from './question.ts'

/** The strength of a match at a number of edits, as a part, and as an ending: `lock`, `padlock`. */
const NEAR = { 1: 0.92, 2: 0.86 } as const
const PART = 0.7
/** A shorter word is only corrected if a letter is missing or two are exchanged, a word of length `LONG` at two places. */
const SHORT = 5
const LONG = 8
const ENDING = 0.6
const FORM = 0.9
const LONGEST_ENDING = 5
/** The endings of verbs, and of nouns made of them, that stemmers leave different: `liefert`, `liefern`, `Lieferung`. */
const verbs: Partial<Record<LanguageName, RegExp>> = {
  german: /^(.{4,}?)(?:ungen|ung|test|ten|te|est|end|et|st|en|t|n|e)$/u,
  dutch: /^(.{4,}?)(?:ingen|ing|den|ten|de|te|en|t)$/u,
}

/** The known words that an unknown word may stand for: a typing error, another form, part of a compound. */
export function nearWords(
  word: string,
  vocabulary: Vocabulary,
  ideas: Pick<Ideas, 'of' | 'wordsLike'>,
  languages: readonly Language[],
): { text: string; strength: number }[] | 'stop word' {
  if (word.length < 4 || /\d/.test(word)) return []
  const forms = otherForms(word, vocabulary, languages)
  if (forms.length > 0) return forms
  // A word that the language has is no typing error: that the chunks don't have it says something.
  const isWord = languages.some((language) => language.rarity(word) < 1)
  const most = isWord ? 0 : word.length >= LONG ? 2 : 1
  const firsts = most === 0 ? [] : new Set([word[0]!, word[1]!])
  let best: { text: string; distance: number }[] = []
  let bestDistance = most
  for (const first of firsts) {
    for (let length = word.length - most; length <= word.length + most; length++) {
      for (const candidate of [...vocabulary.wordsLike(first, length), ...ideas.wordsLike(first, length)]) {
        const distance = editDistance(word, candidate, bestDistance)
        if (distance > bestDistance || (distance === 2 && Math.abs(length - word.length) === 2)) continue
        if (word.length < SHORT && candidate.length <= word.length && !isTransposed(word, candidate)) continue
        if (distance === 2 && candidate[0] !== word[0]) continue
        if (distance < bestDistance) best = []
        bestDistance = distance
        best.push({ text: candidate, distance })
      }
    }
  }
  if (best.length > 0)
    return best.slice(0, 8).map(({ text, distance }) => ({ text, strength: NEAR[distance === 2 ? 2 : 1] }))
  if (
    !isWord &&
    languages.some(({ stopWords }) =>
      [...stopWords].some((stop) => stop.length >= 3 && editDistance(word, stop, 1) <= 1),
    )
  )
    return 'stop word'
  const related = [
    ...wordsWithPrefixOf(word, vocabulary, isWord),
    ...vocabulary.wordsEndingIn(word).map((text) => ({ text, strength: ENDING })),
  ]
  if (related.length > 0 || isWord || !languages.some((language) => language.compounds)) return related
  return partsOfCompound(word, vocabulary, ideas)
}

/** Other forms of the same verb in the chunks. */
function otherForms(
  word: string,
  vocabulary: Vocabulary,
  languages: readonly Language[],
): { text: string; strength: number }[] {
  return languages.flatMap(({ name }) => {
    const verb = verbs[name]
    const root = verb?.exec(word)?.[1]
    if (verb === undefined || root === undefined) return []
    const found: string[] = []
    for (let length = root.length; length <= root.length + LONGEST_ENDING; length++)
      for (const candidate of vocabulary.wordsLike(word[0]!, length))
        if (candidate === root || verb.exec(candidate)?.[1] === root) found.push(candidate)
    return found.map((text) => ({ text, strength: FORM }))
  })
}

/** Whether two neighbouring letters are exchanged. */
function isTransposed(word: string, other: string): boolean {
  if (word.length !== other.length) return false
  const at = [...word].findIndex((letter, n) => letter !== other[n])
  return (
    at >= 0 &&
    word[at] === other[at + 1] &&
    word[at + 1] === other[at] &&
    word.slice(at + 2) === other.slice(at + 2)
  )
}

/**
 * Words of the chunks that start with the whole word, or share its beginning if it is no word of the language: `gluten`,
 * `glutenfrei`.
 */
function wordsWithPrefixOf(
  word: string,
  vocabulary: Vocabulary,
  isWord: boolean,
): { text: string; strength: number }[] {
  if (word.length < 5) return []
  const found: string[] = []
  for (let length = 5; length <= word.length + 12; length++) {
    for (const candidate of vocabulary.wordsLike(word[0]!, length)) {
      const shared = sharedPrefix(word, candidate)
      if ((shared >= 6 && !isWord) || shared === word.length || shared === candidate.length)
        found.push(candidate)
    }
  }
  return found.slice(0, 20).map((text) => ({ text, strength: PART }))
}

function sharedPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** The longest known words at the beginning and the end of a compound. */
function partsOfCompound(
  word: string,
  vocabulary: Vocabulary,
  ideas: Pick<Ideas, 'of' | 'wordsLike'>,
): { text: string; strength: number }[] {
  const known = (text: string) =>
    vocabulary.wordsLike(text[0]!, text.length).includes(text) ||
    ideas.wordsLike(text[0]!, text.length).includes(text)
  const parts: string[] = []
  for (let end = word.length - 3; end >= 4; end--) {
    const start = word.slice(0, end)
    const found = [start, start.replace(/[sn]$/, '')].find(known)
    if (found) {
      parts.push(found)
      break
    }
  }
  for (let start = 3; start <= word.length - 4; start++) {
    if (known(word.slice(start))) {
      parts.push(word.slice(start))
      break
    }
  }
  return parts.map((text) => ({ text, strength: PART }))
}

const LONGEST_WORD = 64
const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST_WORD + 1))

/** Optimal string alignment distance; returns `most + 1` as soon as it exceeds `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || a.length > LONGEST_WORD || b.length > LONGEST_WORD)
    return most + 1
  let beforeLast = rows[0]!
  let last = rows[1]!
  let row = rows[2]!
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const letter = a.charCodeAt(i - 1)
      const other = b.charCodeAt(j - 1)
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (letter === other ? 0 : 1))
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        value = Math.min(value, beforeLast[j - 2]! + 1)
      row[j] = value
      if (value < least) least = value
    }
    if (least > most) return most + 1
    const free = beforeLast
    beforeLast = last
    last = row
    row = free
  }
  return last[b.length]!
}
