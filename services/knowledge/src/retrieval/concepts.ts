/**
 * Words that visitors use for what businesses write in other words, by idea and language: `thesaurus.json`. A
 * question's word finds every word of its idea, a little less strongly than itself, in another language too. The lists
 * are ours; they stay with ideas that many businesses have.
 */
import { readFileSync } from 'node:fs'
import type { LanguageName } from './languages.ts'
import type { Mark } from './words.ts'

export type Concept = {
  name: string
  /** A space between them. */
  words: Partial<Record<LanguageName, string>>
  /** The forms that answers to this idea have, whatever their words. */
  marks?: Mark[]
  /** Phrases that ask for the idea without naming it. They weigh less than a word of the idea. */
  asked?: RegExp
}

/** As it stands in the file: `asked` holds regular expressions, any of which asks for the idea. */
type Entry = Omit<Concept, 'asked'> & { asked?: string[] }

let loaded: readonly Concept[] | undefined

/** Read when the first question is asked. */
export function concepts(): readonly Concept[] {
  loaded ??= read()
  return loaded
}

function read(): Concept[] {
  const entries: Entry[] = JSON.parse(readFileSync(new URL('thesaurus.json', import.meta.url), 'utf8'))
  return entries.map(({ asked, ...entry }) =>
    asked ? { ...entry, asked: new RegExp(asked.join('|'), 'iu') } : entry,
  )
}
