/** Limits of texts. Plain data, since the page that checks them must not include the schemas. */

/** Most characters of a text that is typed or pasted. */
export const MOST_CHARACTERS = 1_000_000
export const tooLong =
  'The text is longer than 1,000,000 characters. Upload it as a document instead, or divide it into several sources.'
