/** What the page's own script says, as far as it can be used; what can't is told to whoever wrote it. */
import { maxMessageLength } from 'virtual:parley-routes'

const name = /^[A-Za-z_]\w{0,63}$/
const longest = 2000

export const warn = (what: string) => console.warn(`Chat: ${what}`)

/** What is to be said in the visitor's name; empty where nothing can be. */
export function sayable(words: unknown): string {
  const text = `${words ?? ''}`.trim()
  if (text.length <= maxMessageLength) return text
  warn(`not sent, at most ${maxMessageLength} characters can be`)
  return ''
}

/** The variables that can be kept: one that can't must not hold up the others. */
export function usable(variables: Record<string, string>): Record<string, string> {
  const kept = Object.entries(variables).filter(([key, value]) => name.test(key) && value.length <= longest)
  if (kept.length < Object.keys(variables).length)
    warn(`a variable is letters, digits and _, with at most ${longest} characters`)
  return Object.fromEntries(kept)
}
