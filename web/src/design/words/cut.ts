const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Splits a text into graphemes, each of which may have several code units. */
export function signsOf(text: string): string[] {
  return Array.from(signs.segment(text), ({ segment }) => segment)
}

/** Shortens a text to at most `most` graphemes. A shortened text ends with an ellipsis. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const all = signsOf(text)
  if (all.length <= most) return text
  const kept = all.slice(0, most - 1).join('')
  return `${kept.trimEnd()}…`
}
