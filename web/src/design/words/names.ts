/** Names of languages and countries by code, in the language of the browser. Returns the code if it has no name. */
import { locale } from '../language.ts'

export function languageName(code: string): string {
  return nameOf('language', code)
}

export function countryName(code: string): string {
  return nameOf('region', code)
}

function nameOf(type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type }).of(code) ?? code
  } catch {
    return code
  }
}
