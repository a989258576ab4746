import { signsOf } from './cut.ts'

/**
 * Up to two letters that stand for a name: the first of its first two words. Signs are passed over; a name of
 * pictures gives its first picture whole.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = words.slice(0, 2).map((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? '')
  const only = words.length === 1 ? words[0]?.match(/[\p{L}\p{N}]/gu)?.slice(0, 2) : undefined
  return (only ?? letters).join('').toLocaleUpperCase() || (signsOf(name.trim())[0] ?? '')
}
