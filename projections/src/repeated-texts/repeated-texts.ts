/**
 * Lists of texts that repeat, for documents that hold a list for each field of their entries: a text that stands in the
 * list before is the number of its place there.
 */
export type RepeatedTexts = (string | number)[]

/** Returns the list with a text added. */
export function withText(list: RepeatedTexts, text: string): RepeatedTexts {
  const place = list.indexOf(text)
  return [...list, place < 0 ? text : place]
}

/** Returns a list of these texts. */
export function repeatedTexts(texts: readonly string[]): RepeatedTexts {
  const places = new Map<string, number>()
  return texts.map((text, nth) => {
    const place = places.get(text)
    if (place === undefined) places.set(text, nth)
    return place ?? text
  })
}

export function textAt(list: RepeatedTexts, nth: number): string {
  const found = list[nth]
  return String(typeof found === 'number' ? list[found] : found)
}
