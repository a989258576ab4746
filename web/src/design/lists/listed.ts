import { locale } from '../language.ts'

/** Words one after the other, as the language that is shown writes them: in English with commas alone. */
export const listed = (words: readonly string[]): string =>
  locale === undefined ? words.join(', ') : new Intl.ListFormat(locale).format(words)
