/**
 * The mark with which a model says that it could not answer. It ends the reply and is not shown to visitors. The
 * question then counts as unanswered.
 */
export const UNKNOWN_MARK = '[[unknown]]'

const MARKS = /\[\[unknown\]\]/gi

/** The text without the mark, and whether the mark was in it. */
export function withoutMark(text: string): { text: string; marked: boolean } {
  const rest = text.replace(MARKS, '')
  return rest === text ? { text, marked: false } : { text: rest.trimEnd(), marked: true }
}

/** How much of an unfinished reply can be shown: up to the mark, or to what may become it. */
export function unmarkedLength(text: string): number {
  const at = text.search(MARKS)
  if (at >= 0) return at
  for (let length = UNKNOWN_MARK.length - 1; length > 0; length--)
    if (text.slice(-length).toLowerCase() === UNKNOWN_MARK.slice(0, length)) return text.length - length
  return text.length
}
