/** Recognises messages that are to be answered before anything else. */
import { type Language, languages, plain } from '../phrases.ts'
import { emergencyWords } from './emergency-words.ts'
import { alike, alternatives, isWithoutSpaces } from './matching.ts'

const emergencies = languages.map((language) => [language, alternatives(emergencyWords[language])] as const)

/** Whether a message describes a medical emergency, in whichever language. Rather once too often than once too seldom. */
export function isEmergency(text: string): boolean {
  return emergencies.some(([, phrases]) => holdsOneOf(text, phrases))
}

/** The language in which an emergency is described; `usual` if it could be that one. */
export function languageOfEmergency(text: string, usual: Language): Language {
  const spoken = emergencies.filter(([, phrases]) => holdsOneOf(text, phrases)).map(([language]) => language)
  return spoken.includes(usual) ? usual : (spoken[0] ?? usual)
}

/** Whether a message holds one of the phrases, misspellings aside. The phrases are plain. */
export function holdsOneOf(text: string, phrases: readonly string[]): boolean {
  const said = plain(text.slice(0, 4_000))
  const words = said.split(' ')
  const bare = said.replace(/ /g, '')
  return phrases.some((phrase) => {
    if (isWithoutSpaces(phrase)) return bare.includes(phrase.replace(/ /g, ''))
    const wanted = phrase.split(' ')
    return words.some((_, at) => wanted.every((word, nth) => same(words[at + nth], word)))
  })
}

/** Long words may have an ending more: Turkish and German inflect them. */
function same(said: string | undefined, word: string): boolean {
  return (
    said !== undefined &&
    (alike(said, word) || (!/^[a-z]/.test(word) && word.length > 2 && said.startsWith(word)))
  )
}
