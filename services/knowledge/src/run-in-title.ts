import { splitSentences } from './sentences.ts'

/** A longer beginning is a sentence. */
const LONGEST = 40
const MOST_WORDS = 4
/** A shorter text needs no title: it is `label: value`, or a list. */
const LEAST_BODY = 60

/**
 * The title at the beginning of a paragraph in a text without headings, in the same line as what it is above, such as
 * `Parking. We have …` or `Parking: We have …`.
 */
export function runInTitle(paragraph: string): { title: string; body: string } | undefined {
  const label = /^[\p{Lu}\p{Lo}\p{N}][^.:!?\n]{1,40}[.:：](?=\s+[\p{Lu}\p{Lo}\p{N}¿¡"“«])/u.exec(
    paragraph,
  )?.[0]
  if (label === undefined) return undefined
  // After an abbreviation, the sentence goes on.
  if (label.endsWith('.') && splitSentences(paragraph.slice(0, 3 * LONGEST))[0] !== label) return undefined
  const title = label.slice(0, -1).trim()
  const body = paragraph.slice(label.length).trim()
  return title.length <= LONGEST && title.split(/\s+/).length <= MOST_WORDS && body.length >= LEAST_BODY
    ? { title, body }
    : undefined
}
