/**
 * Scores what has a name and a few words by what somebody types: by the same words, their beginnings, other forms and
 * small misspellings, and by words that mean the same. A word that many entries have counts little.
 */
import { wordsOf } from '../design/words/words.ts'
import { areSynonyms, smallWords, stemOf } from './synonyms.ts'

export type Searchable = {
  name: string
  /** What else it is called. */
  label?: string
  words?: string
  help?: string
}

/** A word of the query counts by where it is found. */
const weights = { name: 1, words: 0.8, help: 0.4 }
/** A name of which only a part was typed counts less. */
const leastOfName = 0.7
const synonymScore = 0.75

type Word = { word: string; stem: string }
type Index = { named: string[]; places: { words: Word[]; weight: number }[] }
const indexes = new WeakMap<Searchable, Index>()

/** Returns those that match, best first, with scores of up to 1. `leastScore`: what is left out. */
export function searchByMeaning<Entry extends Searchable>(
  query: string,
  entries: readonly Entry[],
  leastScore: number,
): { entry: Entry; score: number }[] {
  const typed = meaningfulOf(wordsOf(query))
  if (typed.length === 0) return []
  const scores = entries.map((entry) => withStems(typed).map((word) => scoreOf(word, indexOf(entry))))
  // How rare a word is among the entries.
  const rarities = typed.map((_, nth) => {
    const having = scores.filter((score) => (score[nth] ?? 0) > 0.3).length
    return Math.log(1 + entries.length / (1 + having))
  })
  const most = rarities.reduce((sum, rarity) => sum + rarity, 0)
  return entries
    .flatMap((entry, nth) => {
      const found = scores[nth] ?? []
      const mean = found.reduce((sum, score, word) => sum + score * (rarities[word] ?? 0), 0) / most
      const score = mean * (leastOfName + (1 - leastOfName) * completeness(indexOf(entry).named, typed))
      return score > leastScore ? [{ entry, score }] : []
    })
    .toSorted((one, other) => other.score - one.score)
}

function meaningfulOf(words: string[]): string[] {
  const meaningful = words.filter((word) => !smallWords.has(word))
  return meaningful.length > 0 ? meaningful : words
}

function indexOf(entry: Searchable): Index {
  const known = indexes.get(entry)
  if (known) return known
  const { name, label = '', words = '', help = '' } = entry
  const named = meaningfulOf(wordsOf(name))
  const index = {
    named,
    places: [
      { words: withStems([...named, ...wordsOf(label)]), weight: weights.name },
      { words: withStems(wordsOf(words)), weight: weights.words },
      { words: withStems(wordsOf(help)), weight: weights.help },
    ],
  }
  indexes.set(entry, index)
  return index
}

const withStems = (words: readonly string[]): Word[] => words.map((word) => ({ word, stem: stemOf(word) }))

/** How much of the name was typed, from 0 to 1. */
function completeness(named: readonly string[], typed: readonly string[]): number {
  return named.filter((word) => typed.includes(word)).length / named.length
}

function scoreOf(typed: Word, { places }: Index): number {
  return Math.max(...places.map(({ words, weight }) => weight * bestMatch(typed, words)))
}

function bestMatch(typed: Word, words: readonly Word[]): number {
  return Math.max(0, ...words.map((word) => match(typed, word)))
}

/** 1 for the same word; less for its beginning, the less the shorter that is. */
function match({ word: typed, stem }: Word, { word, stem: other }: Word): number {
  if (word === typed) return 1
  if (other === stem) return 0.95
  const begun = word.startsWith(typed) ? 0.5 + typed.length / word.length / 2 : 0
  if (begun > synonymScore) return begun
  if (areSynonyms(stem, other)) return synonymScore
  return Math.max(begun, isMisspelled(typed, word) ? 0.7 : 0)
}

/** One letter more, less, other, or two swapped, in a word of five letters or more. */
function isMisspelled(typed: string, word: string): boolean {
  if (typed.length < 5 || Math.abs(typed.length - word.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === word[start]) start++
  let end = 0
  while (end < typed.length - start && end < word.length - start && typed.at(-1 - end) === word.at(-1 - end))
    end++
  const [left, right] = [typed.slice(start, typed.length - end), word.slice(start, word.length - end)]
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && right === `${left[1]}${left[0]}`)
}
