/** The language of a whole text, such as a reply. */
import { detectLanguage, type LanguageName } from './languages.ts'

const codes: Record<LanguageName, string> = {
  english: 'en',
  spanish: 'es',
  french: 'fr',
  german: 'de',
  portuguese: 'pt',
  italian: 'it',
  dutch: 'nl',
  swedish: 'sv',
  danish: 'da',
  norwegian: 'no',
  romanian: 'ro',
  turkish: 'tr',
  russian: 'ru',
  arabic: 'ar',
  polish: 'pl',
}

/** Returns the language as two letters; undefined if the text is too short or in another language. */
export async function languageOf(text: string): Promise<string | undefined> {
  const name = await detectLanguage(text)
  return name && codes[name]
}
