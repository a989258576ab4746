/** Texts of the chat's interface. English is built in; other languages are loaded when they are used. */
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

/**
 * Returns the texts for a language tag (`pt-BR` uses `pt`). Falls back to English if there are none or they cannot be
 * loaded.
 */
export async function interfaceFor(tag: string): Promise<Interface> {
  const lang = tag.slice(0, 2).toLowerCase()
  const loaded = await languages[lang]?.().catch(() => undefined)
  if (!loaded) return { words: en, lang: 'en', direction: 'ltr' }
  return { words: loaded.words, lang, direction: lang === 'ar' ? 'rtl' : 'ltr' }
}

/** Replaces the `{name}` placeholders of a sentence. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
