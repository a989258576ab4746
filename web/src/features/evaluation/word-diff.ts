import { diffArrays } from 'diff'

/** Texts with more changed words are not compared: the time grows with the square. */
const MOST_CHANGES = 600

/** Returns the parts of `after`; those with words that `before` does not have at that place are `changed`. */
export function wordDiff(before: string, after: string): { text: string; changed: boolean }[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MOST_CHANGES })
  if (!changes) return [{ text: after, changed: true }]
  return changes.flatMap(({ value, added, removed }) =>
    removed ? [] : [{ text: value.join(''), changed: added === true }],
  )
}

const wordsOf = (text: string): string[] => text.split(/(\s+)/)
