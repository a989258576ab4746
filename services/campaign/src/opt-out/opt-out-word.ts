/** Recognises a message that asks for no more messages: one that says nothing else. */
import words from './words.json' with { type: 'json' }

const LONGEST = 60
const known = new Set(Object.values(words).flat().map(folded))

export function isOptOut(text: string): boolean {
  return text.length <= LONGEST && known.has(folded(text))
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
