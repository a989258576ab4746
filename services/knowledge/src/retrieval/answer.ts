/** The answer that a visitor reads if no model writes one. */
import { excerptOf } from './excerpt.ts'
import type { IndexedChunk } from './lexical-index.ts'
import type { Match, WeighedWord } from './score.ts'

export type CitedChunk = { sourceId: string; name: string; url?: string }
export type ExtractedAnswer = { text: string; sources: CitedChunk[] }

/** A question with what was found for it, best first. */
type Found = {
  words: readonly WeighedWord[]
  found: readonly { chunk: IndexedChunk; match: Pick<Match, 'section' | 'sentence'>; score: number }[]
}

/** Below the threshold nothing is answered. `parts` are those of a question that may be two. */
export function answerOf(
  whole: Found,
  parts: readonly Found[],
  threshold: number,
  cite: (unit: string, name: string) => CitedChunk,
): ExtractedAnswer | undefined {
  const known = parts.filter((part) => knows(part))
  const inParts = known.length === parts.length && known.length > 0
  const chosen = inParts ? known : knows(whole) ? [whole] : known
  const texts: string[] = []
  const sources: CitedChunk[] = []
  for (const { words, found } of chosen) {
    const best = found[0]
    if (!best) continue
    const text = excerptOf(best.chunk, words, best.match)
    if (texts.some((said) => said.includes(text))) continue
    texts.push(text)
    const source = cite(best.chunk.sourceId, best.chunk.sourceName)
    if (sources.every(({ sourceId, url }) => sourceId !== source.sourceId || url !== source.url))
      sources.push(source)
  }
  return texts.length === 0 ? undefined : { text: texts.join('\n\n'), sources }

  function knows({ found }: Found): boolean {
    return (found[0]?.score ?? 0) >= threshold
  }
}
