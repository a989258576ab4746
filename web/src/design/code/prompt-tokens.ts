/** About how many tokens a text has. Pure. */

/** Characters of a token: of letters, digits and marks of Latin scripts; of other alphabets. */
const ofToken = { latin: 4, other: 2 }

/**
 * Tokenizers differ by model and weigh hundreds of kilobytes, so this is an estimate: four Latin characters, two of other
 * alphabets, or one Chinese, Japanese or Korean character are a token.
 */
export function tokensOf(text: string): number {
  let latin = 0
  let other = 0
  let ideographs = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x250) latin++
    else if (code >= 0x2e80) ideographs++
    else other++
  }
  return Math.ceil(latin / ofToken.latin + other / ofToken.other + ideographs)
}
