/** Recognises messages that are to be answered before anything else. */
import { type Language, languages, plain } from '../phrases.ts'
import { emergencyWords } from './emergency-words.ts'
import { alike, alternatives, isWithoutSpaces } from './matching.ts'

const emergencies = languages.map((language) => [language, alternatives(emergencyWords[language])] as const)

/** Whether a message describes a medical emergency, in whichever language. Rather once too often than once too seldom. */
export function isEmergency(text: string): boolean {
  const said = readMessage(text)
  return emergencies.some(([, phrases]) => holds(said, phrases))
}

/** The language in which an emergency is described; `usual` if it could be that one. */
export function languageOfEmergency(text: string, usual: Language): Language {
  const said = readMessage(text)
  const spoken = emergencies.filter(([, phrases]) => holds(said, phrases)).map(([language]) => language)
  return spoken.includes(usual) ? usual : (spoken[0] ?? usual)
}

/** Whether a message holds one of the phrases, misspellings aside. The phrases are plain. */
export function holdsOneOf(text: string, phrases: readonly string[]): boolean {
  return holds(readMessage(text), phrases)
}

type Said = { words: readonly string[]; bare: string }

function readMessage(text: string): Said {
  const said = plain(text.slice(0, 4_000))
  return { words: said.split(' '), bare: said.replace(/ /g, '') }
}

function holds({ words, bare }: Said, phrases: readonly string[]): boolean {
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
