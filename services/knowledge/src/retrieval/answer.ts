/** The answer that a visitor reads if no model writes one. */
import { excerptOf } from './excerpt.ts'
import type { IndexedChunk } from './lexical-index.ts'
import type { Match, WeighedWord } from './score.ts'

export type CitedChunk = { sourceId: string; name: string; url?: string }
export type ExtractedAnswer = { text: string; sources: CitedChunk[] }

type Place = Pick<Match, 'section' | 'sentence'>

/** An answer is of at most so many places, and no longer than this unless one place is. */
const MOST_PLACES = 3
const LONGEST = 1_100
/** One of several places has about this many characters. */
const SHORT = 450
/** How much lower the rank of a further place may be. */
const NEAR = 3
/** Places that are looked at. */
const LOOKED_AT = 4
/** Where one part of a question is known, the other may be less probable, by this share of the threshold. */
const OTHER_PART = 0.5

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
  const known = parts.filter((part) => knows(part, threshold))
  const inParts = known.length > 0 && parts.every((part) => knows(part, threshold * OTHER_PART))
  const chosen = inParts ? parts : knows(whole, threshold) ? [whole] : known
  const inEach = chosen.map(({ words, found }) => placesOf(excerptsOf(words, found)))
  const places = inEach.length === 1 ? inEach[0]! : placesOfParts(inEach)
  const texts = places.map(({ text }) => text)
  const sources: CitedChunk[] = []
  for (const { chunk } of places) {
    const source = cite(chunk.sourceId, chunk.sourceName)
    if (sources.every(({ sourceId, url }) => sourceId !== source.sourceId || url !== source.url))
      sources.push(source)
  }
  return texts.length === 0 ? undefined : { text: texts.join('\n\n'), sources }

  function knows({ found }: Found, least: number): boolean {
    return (found[0]?.score ?? 0) >= least
  }
}

/** The best place of each part in few words, and further ones of a part while there is room. */
function placesOfParts<T extends { text: string; short(): string }>(parts: readonly (readonly T[])[]): T[] {
  const chosen: T[][] = parts.map(() => [])
  let length = 0
  for (let nth = 0; nth < MOST_PLACES; nth++)
    for (const [part, places] of parts.entries()) {
      const place = places[nth]
      if (!place) continue
      const text = place.short()
      const isSaid = chosen.flat().some((other) => other.text.includes(text))
      if (isSaid || (nth > 0 && length + text.length > LONGEST)) continue
      chosen[part]!.push({ ...place, text })
      length += text.length + 2
    }
  return chosen.flat()
}

function* excerptsOf(words: readonly WeighedWord[], found: Found['found']) {
  for (const { chunk, match, rank } of found.slice(0, LOOKED_AT))
    yield { ...excerptsAt(chunk, words, match), chunk, rank }
}

/** What a place says, and the same in fewer words for when it is not alone in an answer. */
export function excerptsAt(
  chunk: IndexedChunk,
  words: readonly WeighedWord[],
  place: Place,
): { text: string; short(): string } {
  const text = excerptOf(chunk, words, place)
  return { text, short: () => (text.length <= SHORT ? text : excerptOf(chunk, words, place, SHORT)) }
}

/** The best place, and with it those that are nearly as good while there is room, as the answer may stand in either. */
export function placesOf<T extends { text: string; short(): string; rank: number }>(
  excerpts: Iterable<T>,
): T[] {
  const places: T[] = []
  let length = 0
  for (const excerpt of excerpts) {
    const [best] = places
    if (best && (excerpt.rank < best.rank - NEAR || places.length >= MOST_PLACES)) break
    const fits = !best || length + excerpt.text.length <= LONGEST
    const text = fits ? excerpt.text : excerpt.short()
    if (places.some((place) => place.text.includes(text))) continue
    if (best && length + text.length > LONGEST) continue
    places.push({ ...excerpt, text })
    length += text.length + 2
  }
  return places
}
