/** Validates the input of the page's script. Logs what is invalid to the console, for its developer. */
import { maxMessageLength } from 'virtual:parley-routes'

const name = /^[A-Za-z_]\w{0,63}$/
const longest = 2000

export const warn = (what: string) => console.warn(`Chat: ${what}`)

/** Returns the text of a message to send as the visitor, or '' if it is empty or too long. */
export function sayable(words: unknown): string {
  const text = `${words ?? ''}`.trim()
  if (text.length <= maxMessageLength) return text
  warn(`not sent, at most ${maxMessageLength} characters can be`)
  return ''
}

/** Returns the valid variables. Invalid ones are dropped, so that the others can be stored. */
export function usable(variables: Record<string, string>): Record<string, string> {
  const kept = Object.entries(variables).filter(([key, value]) => name.test(key) && value.length <= longest)
  if (kept.length < Object.keys(variables).length)
    warn(`a variable is letters, digits and _, with at most ${longest} characters`)
  return Object.fromEntries(kept)
}
