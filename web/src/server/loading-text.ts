/**
 * What the loading screen says to a client in its language: kept for the next time, since it is shown before anything is
 * loaded (`before-first-paint-1.js`).
 */
import type { Language } from '@parley/contracts/languages.ts'

const key = 'parley_loading'

export type LoadingText = { lang: Language; text: string }

export function keepLoadingText(said: LoadingText | undefined): void {
  if (said) localStorage.setItem(key, JSON.stringify(said))
  else localStorage.removeItem(key)
}

export function keptLoadingText(): LoadingText | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
