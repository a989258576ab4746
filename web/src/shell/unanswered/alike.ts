import type { UnansweredQuestion } from '@parley/contracts/analytics/endpoints.ts'

/** The same question of one or more visitors, newest first. Never empty. */
export type Alike = [UnansweredQuestion, ...UnansweredQuestion[]]

/**
 * Groups questions with the same words, ignoring case, spaces and punctuation. Groups are in the order of their newest
 * question.
 */
export function togetherByWords(items: readonly UnansweredQuestion[]): Alike[] {
  const groups = new Map<string, Alike>()
  for (const item of items) {
    const words = item.text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu)
    const key = words?.join(' ') ?? item.text
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}
