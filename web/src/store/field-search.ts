/** Finds settings by what somebody types: by their names, and by the help and the further words of their entries. */
import type { FieldPlace } from '@parley/contracts/agent/field.ts'
import { type AgentFieldName, agentFieldNames, fieldText } from './agent-fields.ts'
import { type Searchable, searchByMeaning } from './meaning-search.ts'

/** `score`: 0 to 1. */
export type FoundField = { field: AgentFieldName; name: string; place: FieldPlace; score: number }

/** Part 2 §9. */
const mostFound = 5
const leastScore = 0.3

export type FieldEntry = Searchable & { field: AgentFieldName; place: FieldPlace }

/** Every setting that has a place. */
export const fieldEntries: readonly FieldEntry[] = agentFieldNames.flatMap((field) => {
  const { name, label, words = '', help = '', place } = fieldText(field)
  return place ? [{ field, place, name, label, words: `${words} ${field}`, help }] : []
})

/** Returns the best matches, best first. `places`: where the agent at hand has settings. */
export function searchFields(query: string, places?: readonly FieldPlace[]): FoundField[] {
  const here = places ? fieldEntries.filter(({ place }) => places.includes(place)) : fieldEntries
  return searchByMeaning(query, here, leastScore)
    .slice(0, mostFound)
    .map(({ entry: { field, name, place }, score }) => ({ field, name, place, score }))
}
