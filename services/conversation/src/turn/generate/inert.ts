/** The tags between which a model is given data. */
const TAGS = 'knowledge|visitor|question|facts|situation|page|summary|conversation|message|function'

/** A tag of ours, also with spaces or invisible characters in it. The repetitions are bounded, so it takes linear time. */
const OURS = new RegExp(
  `[<＜﹤](?=[\\s\\p{Cf}]{0,20}(?:[/／][\\s\\p{Cf}]{0,20})?(?:${TAGS})(?![\\p{L}\\p{N}]))`,
  'giu',
)

/** Returns data such that it can't close the tag around it, or open another. */
export function inert(text: string): string {
  return text.replace(OURS, '‹')
}

/** The same on one line, cut to so many characters. */
export function inertLine(text: string, most: number): string {
  return inert(
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, most),
  )
}
