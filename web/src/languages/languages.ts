/** The languages of the client dashboard. All but English are loaded when they are used. */
import { defaultClientLanguage, type Language, languageAmong } from '@parley/contracts/languages.ts'
import { speak, type Texts } from '../design/language.ts'

export const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ texts: Texts }>> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  it: () => import('./it.ts'),
  pt: () => import('./pt.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  tr: () => import('./tr.ts'),
  ar: () => import('./ar.ts'),
  hi: () => import('./hi.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
}

let spoken: Language = defaultClientLanguage

/** The language that is shown. */
export const spokenLanguage = (): Language => spoken

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')

/** The language of the browser, before it is known who uses it. */
export const browserLanguage = (): Language => languageAmong(navigator.languages) ?? defaultClientLanguage

/** Shows a language; English if its texts can't be loaded. What is on screen already is to be rendered anew. */
export async function speakLanguage(language: Language): Promise<void> {
  const loaded = language === 'en' ? undefined : await catalogues[language]().catch(() => undefined)
  spoken = loaded ? language : 'en'
  speak(loaded && { texts: loaded.texts, locale: localeOf(language) })
  document.documentElement.lang = spoken
  document.documentElement.dir = directionOf(spoken)
}

/** The browser's own variant of a language, such as `pt-PT`, with the digits that the texts around them have. */
function localeOf(language: Language): string {
  const own = navigator.languages.find((tag) => languageAmong([tag]) === language)
  return new Intl.Locale(own ?? language, { numberingSystem: 'latn' }).toString()
}
