/**
 * Words that visitors use for what businesses write in other words, by idea and language: `thesaurus.json`. The lists
 * are ours; they stay with ideas that many businesses have.
 */
import { readFileSync } from 'node:fs'

export type Concept = {
  name: string
  /** By the English name of their language, such as `german`; a space between them. */
  words: Partial<Record<string, string>>
  /** The forms that answers to this idea have, whatever their words. */
  marks?: string[]
  /** Phrases that ask for the idea without naming it. They weigh less than a word of the idea. */
  asked?: RegExp
}

/** As it stands in the file: `asked` holds regular expressions, any of which asks for the idea. */
type Entry = Omit<Concept, 'asked'> & { asked?: string[] }

let loaded: readonly Concept[] | undefined

/** Read on first use. */
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
