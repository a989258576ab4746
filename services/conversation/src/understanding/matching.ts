/** Compares what a visitor wrote with words, tolerating misspellings. Pure. */
import { plain } from '../phrases.ts'

/** Whether misspelled words count. Where a name may be meant they don't: Priya and Pilar are names, and no misspellings. */
export type Spelling = 'any' | 'exact'

/** Characters read of a message; what steers a conversation is short. */
const MOST_READ = 600

/** Whether a text is of a script that is written without spaces. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

export function wordsIn(text: string): string[] {
  const said = plain(text.slice(0, MOST_READ))
  return said === '' ? [] : said.split(' ')
}

// bounded: an entry for each list, which all stand in the code
const known = new Map<string, readonly string[]>()

/** The alternatives of a list `a|b|c` of our own words, plain. Each list is read once. */
export function alternatives(list: string): readonly string[] {
  const read =
    known.get(list) ??
    list
      .split('|')
      .map(plain)
      .filter((one) => one !== '')
  known.set(list, read)
  return read
}

export function isWithoutSpaces(text: string): boolean {
  return WITHOUT_SPACES.test(text)
}

/**
 * Whether two words or phrases are the same but for a misspelling: one letter from five on, two from nine on. Short
 * words have to be exact, because `skip` and `ship` are different words.
 */
export function alike(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  if (shorter < 5 || isWithoutSpaces(one)) return false
  const most = shorter < 9 ? 1 : 2
  // The first letter is hardly ever the wrong one.
  return one[0] === other[0] && Math.abs(one.length - other.length) <= most && distance(one, other) <= most
}

/** The mistakes between two words (optimal string alignment): exchanged neighbours count as one. */
export function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[other.length]!
}

export function longestFirst(phrases: readonly string[]): readonly string[] {
  return phrases.toSorted((one, other) => other.length - one.length)
}

/** Removes `phrases`, the longest first, from both ends of a message as long as some are there; the message is given plain. */
export function without(phrases: readonly string[], said: string): string {
  const isBare = isWithoutSpaces(said)
  let rest = isBare ? said.replace(/ /g, '') : said
  const gap = isBare ? 0 : 1
  for (let turn = 0; turn < 8; turn++) {
    const before = rest
    for (const phrase of phrases) {
      if (rest === phrase || phrase === '') continue
      const { length } = phrase
      if (rest.startsWith(phrase) && (isBare || rest[length] === ' ')) rest = rest.slice(length + gap)
      else if (rest.endsWith(phrase) && (isBare || rest[rest.length - length - 1] === ' '))
        rest = rest.slice(0, -length - gap)
    }
    if (rest === before) break
  }
  return rest
}
