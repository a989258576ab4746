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

/** The words of a search, folded. */
export function wordsIn(search: string): string[] {
  return folded(search).split(/\s+/).filter(Boolean)
}
