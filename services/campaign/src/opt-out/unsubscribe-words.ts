import { type Language, languageAmong } from '@parley/contracts/languages.ts'
import words from './unsubscribe-words.json' with { type: 'json' }

export type UnsubscribeWords = (typeof words)['en']

/** What the recipient of a mail reads of ending others, in the first of these languages that is known. */
export function unsubscribeWords(tags: readonly string[]): UnsubscribeWords & { lang: Language } {
  const lang = languageAmong(tags) ?? 'en'
  return { ...words[lang], lang }
}
