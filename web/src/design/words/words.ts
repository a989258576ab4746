/** The words of a text in small letters, for searching in it. */
export function wordsOf(text: string): string[] {
  return text.toLocaleLowerCase('en').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
