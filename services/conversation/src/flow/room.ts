/** How much an agent says of its own accord. */

/** Characters said before the visitor has said anything, in all messages together. */
export const MOST_SAID_AT_START = 16_000

/** Cuts texts to the room that the ones before have left; what is cut ends in `…`. */
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
