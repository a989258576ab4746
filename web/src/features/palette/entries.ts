import type { ReactNode } from 'react'
import { wordsOf } from '../../design/words/words.ts'

/** What the palette lists: a place to open, or something to do. */
export type Entry = {
  /** Unique within the palette. */
  id: string
  label: string
  /** Where it belongs, such as the agent of a conversation. */
  detail?: string | undefined
  /** Further words by which it is found. */
  words?: string
  icon: ReactNode
  run: () => void
}

export type EntryGroup = { name: string; entries: readonly Entry[] }

/**
 * Returns the entries that have every typed word at the beginning of one of their words, those whose label begins with
 * what was typed first. All of them if nothing was typed.
 */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...entries]
  return entries
    .filter(({ label, detail = '', words: more = '' }) => {
      const own = wordsOf(`${label} ${detail} ${more}`)
      return words.every((word) => own.some((one) => one.startsWith(word)))
    })
    .toSorted((one, other) => beginsWith(other, typed) - beginsWith(one, typed))
}

/** Returns the groups that have entries; those whose first label begins with what was typed stand first. */
export function ordered(groups: readonly EntryGroup[], typed: string): EntryGroup[] {
  const filled = groups.filter(({ entries }) => entries.length > 0)
  if (typed.trim() === '') return filled
  const first = ({ entries: [entry] }: EntryGroup) => (entry ? beginsWith(entry, typed) : 0)
  return filled.toSorted((one, other) => first(other) - first(one))
}

const beginsWith = ({ label }: Entry, typed: string): number =>
  label.toLocaleLowerCase('en').startsWith(typed.trim().toLocaleLowerCase('en')) ? 1 : 0
