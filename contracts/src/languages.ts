/** The languages of what visitors and clients read: the widget's interface and the client dashboard. Plain constants, also for pages. */

export const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'ar',
  'hi',
  'ja',
  'zh',
] as const
export type Language = (typeof languages)[number]

export const defaultClientLanguage: Language = 'en'

/** The first of these tags (`pt-BR` is `pt`) that is one of the languages. */
export function languageAmong(tags: readonly string[]): Language | undefined {
  const known = tags.map((tag) => languages.find((one) => one === tag.split('-')[0]?.toLowerCase()))
  return known.find((one) => one !== undefined)
}
