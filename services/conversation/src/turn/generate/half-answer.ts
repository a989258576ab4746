/** Decides whether the beginning of a reply that broke off is worth keeping. */

const ENOUGH_CHARACTERS = 60
const sentenceEnd = /[.!?…。！？।؟]["»”’)]?(?:\s|$)/

/** Whether a text holds at least one whole sentence, or much of one. */
export function isHalfAnswer(text: string): boolean {
  const said = text.trim()
  return said.length >= ENOUGH_CHARACTERS || (said.length >= 12 && sentenceEnd.test(said))
}
