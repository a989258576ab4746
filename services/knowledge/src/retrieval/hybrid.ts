/** Combines the results of retrieval by words and by meaning. */

export type ByWords = { id: number; score: number; matched: string[] }
export type ByMeaning = { id: number; cosine: number }
/** The score is the better of its two parts. */
export type Fused = ByWords & { lexical: number; semantic?: number }

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009), with its usual constant. */
const RANK_CONSTANT = 60
/** Cosines of embeddings at or below the first count as unrelated, at or above the second as equal in meaning. */
const UNRELATED = 0.2
const ALIKE = 0.65

/** Best first: by fused rank, each with the better of its two scores. */
export function fuse(byWords: readonly ByWords[], byMeaning: readonly ByMeaning[]): Fused[] {
  if (byMeaning.length === 0) return byWords.map((found) => ({ ...found, lexical: found.score }))
  const found = new Map<number, Fused & { rank: number }>()
  byWords.forEach(({ id, score, matched }, place) => {
    found.set(id, { id, score, matched, lexical: score, rank: 1 / (RANK_CONSTANT + place + 1) })
  })
  byMeaning.forEach(({ id, cosine }, place) => {
    const score = Math.min(1, Math.max(0, (cosine - UNRELATED) / (ALIKE - UNRELATED)))
    const known = found.get(id) ?? { id, score: 0, matched: [], lexical: 0, rank: 0 }
    const rank = known.rank + 1 / (RANK_CONSTANT + place + 1)
    found.set(id, { ...known, score: Math.max(known.score, score), semantic: score, rank })
  })
  return [...found.values()].sort((a, b) => b.rank - a.rank).map(({ rank: _, ...fused }) => fused)
}
