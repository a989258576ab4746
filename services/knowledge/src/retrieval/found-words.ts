/** Explains why a chunk was found: its words that match the question's. */
import type { IndexedChunk } from './lexical-index.ts'
import type { QuestionWord } from './question.ts'
import { wordsOf } from './words.ts'

/** `as`: the words in the chunk, in lower case; empty if a sum, a time or the like matches the word. */
export type FoundWord = { word: string; as: string[] }

const MOST_SPELLINGS = 4

export function foundWords(words: readonly QuestionWord[], chunk: IndexedChunk): FoundWord[] {
  const spellings = new Map<string, Set<string>>()
  for (const { text, parts = [], pair } of wordsOf(`${chunk.sourceName}\n${chunk.text}`)) {
    for (const spelled of [text, ...parts]) {
      const term = pair ? spelled : chunk.language.stem(spelled)
      spellings.set(term, (spellings.get(term) ?? new Set()).add(spelled))
    }
  }
  return words.map(({ text, variants }) => {
    const ordered = [...variants].sort((a, b) => b.strength - a.strength)
    const as = new Set(ordered.flatMap(({ term }) => [...(spellings.get(term) ?? [])]))
    return { word: text, as: [...as].slice(0, MOST_SPELLINGS) }
  })
}
