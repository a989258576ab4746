/** How large a font from the web may be. Plain data. */

/** Of all its files together. */
export const maxFontBytes = 1_000_000
/** A font of many alphabets has a file for each of them and each style. */
export const maxFontFiles = 40
/** Characters of the largest file as a `data:` address. */
export const longestFontFile = Math.ceil(maxFontBytes / 3) * 4 + 100

export const fontTooLarge = `The files of a font have at most ${maxFontBytes / 1_000_000} MB together. Choose fewer weights or alphabets.`

/** In the words of the specification (part 2 §5). */
export const fontNotFound = 'This font name is not a valid one, please double check font name.'
