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
    for (const byte of bytes()) {
      if (byte < FAIR && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
