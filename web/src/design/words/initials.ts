import { signsOf } from './cut.ts'

/**
 * Returns up to two letters that stand for a name: the first letter of each of its first two words, or the first two
 * letters of a single word. Punctuation is skipped. A name without letters or digits gives its first grapheme, such as
 * an emoji.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = words.slice(0, 2).map((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? '')
  const only = words.length === 1 ? words[0]?.match(/[\p{L}\p{N}]/gu)?.slice(0, 2) : undefined
  return (only ?? letters).join('').toLocaleUpperCase() || (signsOf(name.trim())[0] ?? '')
}
