/** Random text of letters and digits, each equally likely. */
import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Bytes from here on are discarded: they would make the first letters more likely. */
const FAIR = 256 - (256 % ALPHABET.length)

/** Returns random letters and digits, each equally likely. */
export function randomText(length: number): string {
  return textFrom(length, () => randomBytes(length * 2))
}

/** Returns letters and digits derived from bytes; `bytes` is called again until there are enough. */
export function textFrom(length: number, bytes: () => Buffer): string {
  let text = ''
  while (text.length < length) {
    const some = bytes()
    // An iterator of bytes takes most of the time.
    for (let nth = 0; nth < some.length && text.length < length; nth++) {
      const byte = some[nth] ?? FAIR
      if (byte < FAIR) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
