/** The line that says by whom an agency without white label is powered, outside the dashboard, in the languages of clients. */
import { defaultClientLanguage, type Language, languageAmong } from '../languages.ts'

/** Each with a place for `{name}`. */
const sentences: Record<Language, string> = {
  en: 'Powered by {name}',
  de: 'Bereitgestellt mit {name}',
  fr: 'Propulsé par {name}',
  es: 'Con la tecnología de {name}',
  it: 'Con tecnologia {name}',
  pt: 'Com tecnologia {name}',
  nl: 'Mogelijk gemaakt door {name}',
  pl: 'Obsługiwane przez {name}',
  tr: '{name} altyapısıyla çalışır',
  ar: 'مدعوم من {name}',
  hi: '{name} द्वारा संचालित',
  ja: '{name} で動いています',
  zh: '由 {name} 提供支持',
}

/** The sentence in a language, or else in the one of new clients; `name` takes the place that the language has for it. */
export function poweredByIn(language: string, name: string): string {
  return sentences[languageAmong([language]) ?? defaultClientLanguage].replace('{name}', () => name)
}
