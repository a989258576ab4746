/**
 * What a cosine of an embedding model means. Models differ: two texts that have nothing to do with each other have a
 * cosine near 0 with one model and above 0.7 with another. Each model is therefore asked once for the vectors of
 * questions and answers that are known to belong together or not.
 */
import { readFileSync } from 'node:fs'
import type { Embedding } from './embedding-port.ts'
import { dot, unit } from './vectors.ts'

/** The mean cosine of a question with an answer to another one, and with its own. */
export type Scale = { unrelated: number; related: number }

/** A model that tells the two apart by less is of no use. */
const LEAST_DIFFERENCE = 0.03

const scales = new WeakMap<Embedding, { model: string; scale: Promise<Scale> }>()

/** Measured on first use. Throws if the provider fails, and then measures again next time. */
export function scaleOf(embedding: Embedding): Promise<Scale> {
  const known = scales.get(embedding)
  if (known?.model === embedding.model) return known.scale
  const scale = measure(embedding)
  scales.set(embedding, { model: embedding.model, scale })
  scale.catch(() => scales.delete(embedding))
  return scale
}

/** 0 for a text that has nothing to do with the other one, about 1 for one that answers it. */
export function onScale(cosine: number, { unrelated, related }: Scale): number {
  return (cosine - unrelated) / (related - unrelated)
}

async function measure(embedding: Embedding): Promise<Scale> {
  const pairs = relatedTexts()
  const vectors = await embedding.embed(pairs.flatMap(({ question, answer }) => [question, answer]))
  const units = vectors.map((vector) => unit(Float32Array.from(vector)))
  const own: number[] = []
  const others: number[] = []
  for (let question = 0; question < units.length; question += 2)
    for (let answer = 1; answer < units.length; answer += 2)
      (answer === question + 1 ? own : others).push(dot(units[question]!, units[answer]!))
  const scale = { unrelated: meanOf(others), related: meanOf(own) }
  if (!(scale.related - scale.unrelated >= LEAST_DIFFERENCE))
    throw new Error(`The embedding model ${embedding.model} does not tell related texts from others`)
  return scale
}

function relatedTexts(): { question: string; answer: string }[] {
  return JSON.parse(readFileSync(new URL('related-texts.json', import.meta.url), 'utf8'))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
