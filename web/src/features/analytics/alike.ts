import type { UnansweredQuestion } from '@parley/contracts/analytics/endpoints.ts'

/** The same question, asked by several; the newest first, never none. */
export type Alike = [UnansweredQuestion, ...UnansweredQuestion[]]

/** Questions in the same words, whatever their capitals, spaces and punctuation, in the order of the newest. */
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
