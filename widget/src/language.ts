/** `automatic` means the browser's language; without a value it is English (specification part 1 §3). */
export function languageOf(lang: string): string {
  return (lang === 'automatic' ? navigator.language : lang) || 'en'
}
