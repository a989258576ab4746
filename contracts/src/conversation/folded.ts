/**
 * Case and accents removed, as a search of conversations compares texts. Replaces letter by letter with the same length,
 * so that positions in the folded text match those in the text.
 */
export function folded(text: string): string {
  return text.replace(/./gsu, (letter) => {
    const base = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    return base.length === letter.length ? base : letter
  })
}

/** Whether a text has all the words of a search (`wordsIn`). */
export function hasWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const whole = folded(text)
  return words.every((word) => whole.includes(word))
}

/** The words of a search, folded. */
export function wordsIn(search: string): string[] {
  return folded(search).split(/\s+/).filter(Boolean)
}
