/** Limits how much an agent says by itself. */

/** Maximum characters of all messages before the visitor's first. */
export const MOST_SAID_AT_START = 16_000

/** Cuts texts to the characters that earlier texts have left; a cut text ends in `…`. */
export function createRoom(characters: number): { cut(text: string): string } {
  let left = characters
  return {
    cut(text) {
      if (text.length <= left) {
        left -= text.length
        return text
      }
      const part = left > 1 ? `${text.slice(0, left - 1).toWellFormed()}…` : ''
      left = 0
      return part
    },
  }
}
