const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What a reader takes for one sign each, however many code units it is made of. */
export function signsOf(text: string): string[] {
  return Array.from(signs.segment(text), ({ segment }) => segment)
}

/** Cut to `most` characters as a reader counts them, the last of them an ellipsis. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const all = signsOf(text)
  if (all.length <= most) return text
  const kept = all.slice(0, most - 1).join('')
  return `${kept.trimEnd()}…`
}
