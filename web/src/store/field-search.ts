/** Finds settings by what somebody types: by their names, and by the help and the further words of their entries. */
import type { FieldPlace } from '@parley/contracts/agent/field.ts'
import { wordsOf } from '../design/words.ts'
import { type AgentFieldName, agentFieldNames, fieldText } from './agent-fields.ts'

/** `score`: 0 to 1. */
export type FoundField = { field: AgentFieldName; name: string; place: FieldPlace; score: number }

/** Part 2 §9. */
const mostFound = 5
const leastScore = 0.3

/** A word of the query counts by where it is found. */
const weights = { name: 1, words: 0.75, help: 0.4 }
/** A name of which only a part was typed counts less. */
const leastOfName = 0.7

/** Returns the best matches, best first. `places`: where the agent at hand has settings. */
export function searchFields(query: string, places?: readonly FieldPlace[]): FoundField[] {
  const typed = wordsOf(query)
  if (typed.length === 0) return []
  return agentFieldNames
    .flatMap((field) => {
      const { name, place } = fieldText(field)
      if (!place || places?.includes(place) === false) return []
      const score = scoreOf(typed, field)
      return score > leastScore ? [{ field, name, place, score }] : []
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostFound)
}

function scoreOf(typed: readonly string[], field: AgentFieldName): number {
  const { name, label, words = '', help = '' } = fieldText(field)
  const named = wordsOf(name)
  const places = [
    { words: [...named, ...wordsOf(label)], weight: weights.name },
    { words: wordsOf(`${words} ${field}`), weight: weights.words },
    { words: wordsOf(help), weight: weights.help },
  ]
  const found = typed.map((word) =>
    Math.max(...places.map((place) => place.weight * bestMatch(word, place.words))),
  )
  const mean = found.reduce((sum, score) => sum + score, 0) / typed.length
  const complete = named.filter((word) => typed.includes(word)).length / named.length
  return mean * (leastOfName + (1 - leastOfName) * complete)
}

/** 1 for the same word; less for its beginning, the less the shorter that is. */
function bestMatch(typed: string, words: readonly string[]): number {
  return Math.max(
    0,
    ...words.map((word) => (word.startsWith(typed) ? 0.5 + typed.length / word.length / 2 : 0)),
  )
}
