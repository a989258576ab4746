/** The answer that a visitor reads if no model writes one. */
import { excerptOf } from './excerpt.ts'
import type { IndexedChunk } from './lexical-index.ts'
import type { Match, WeighedWord } from './score.ts'

export type CitedChunk = { sourceId: string; name: string; url?: string }
export type ExtractedAnswer = { text: string; sources: CitedChunk[] }

type Place = Pick<Match, 'section' | 'sentence'>

/** An answer is of at most so many places, and no longer than this unless one place is. */
const MOST_PLACES = 2
const LONGEST = 700
/** How much lower the rank of a further place may be. */
const NEAR = 2
/** Places that are looked at. */
const LOOKED_AT = 4

/** A question with what was found for it, best first. */
type Found = {
  words: readonly WeighedWord[]
  found: readonly { chunk: IndexedChunk; match: Place; rank: number; score: number }[]
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
    const most = chosen.length > 1 ? 1 : MOST_PLACES
    for (const { text, chunk } of placesOf(excerptsOf(words, found), most)) {
      if (texts.some((said) => said.includes(text))) continue
      texts.push(text)
      const source = cite(chunk.sourceId, chunk.sourceName)
      if (sources.every(({ sourceId, url }) => sourceId !== source.sourceId || url !== source.url))
        sources.push(source)
    }
  }
  return texts.length === 0 ? undefined : { text: texts.join('\n\n'), sources }

  function knows({ found }: Found): boolean {
    return (found[0]?.score ?? 0) >= threshold
  }
}

function* excerptsOf(words: readonly WeighedWord[], found: Found['found']) {
  for (const { chunk, match, rank } of found.slice(0, LOOKED_AT))
    yield { text: excerptOf(chunk, words, match), chunk, rank }
}

/** The best place, and with it those that are nearly as good while there is room, as the answer may stand in either. */
export function placesOf<T extends { text: string; rank: number }>(
  excerpts: Iterable<T>,
  most: number = MOST_PLACES,
): T[] {
  const places: T[] = []
  let length = 0
  for (const excerpt of excerpts) {
    const { text, rank } = excerpt
    const [best] = places
    if (best && (rank < best.rank - NEAR || places.length >= most)) break
    if (places.some((place) => place.text.includes(text))) continue
    if (best && length + text.length > LONGEST) continue
    places.push(excerpt)
    length += text.length + 2
  }
  return places
}
