/** Recognises a message that asks for no more messages: one that says nothing else. */
import { type Language, languageAmong, languages } from '@parley/contracts/languages.ts'
import words from './words.json' with { type: 'json' }

const LONGEST = 60
const known = new Map(languages.map((language) => [language, new Set(words[language].map(folded))]))

export function isOptOut(text: string): boolean {
  return languagesOf(text).length > 0
}

/**
 * The language in which somebody is told that they opted out by this word: the first of these tags whose word it is, else
 * the one language that has the word, else the first of the tags that is known.
 */
export function languageOfOptOut(text: string, tags: readonly string[]): Language {
  const among = languagesOf(text)
  const [only, ...others] = among
  const spoken = tags.map((tag) => languageAmong([tag])).filter((one) => one !== undefined)
  return spoken.find((one) => among.includes(one)) ?? (others.length === 0 ? only : spoken[0]) ?? 'en'
}

function languagesOf(text: string): Language[] {
  if (text.length > LONGEST) return []
  const word = folded(text)
  return languages.filter((language) => known.get(language)?.has(word))
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
