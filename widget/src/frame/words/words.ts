/** The chat's own words. English is built in; another language is fetched when it is used. */
import { en } from './en.ts'

export type Words = typeof en

const languages: Record<string, () => Promise<{ words: Words }>> = {
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  de: () => import('./de.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  tr: () => import('./tr.ts'),
  ar: () => import('./ar.ts'),
  hi: () => import('./hi.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
}

export type Interface = { words: Words; lang: string; direction: 'ltr' | 'rtl' }

/** The words for a language tag (`pt-BR` reads `pt`); English where there are none, or they can't be fetched. */
export async function interfaceFor(tag: string): Promise<Interface> {
  const lang = tag.slice(0, 2).toLowerCase()
  const loaded = await languages[lang]?.().catch(() => undefined)
  if (!loaded) return { words: en, lang: 'en', direction: 'ltr' }
  return { words: loaded.words, lang, direction: lang === 'ar' ? 'rtl' : 'ltr' }
}

/** Puts values in the `{name}` places of a sentence. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
