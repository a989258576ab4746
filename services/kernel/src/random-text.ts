/** Random names: letters and digits, each as likely as the other. */
import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Above this a byte would favour the first letters. */
const FAIR = 256 - (256 % ALPHABET.length)

/** Random letters and digits, each as likely as the other. */
export function randomText(length: number): string {
  return textFrom(length, () => randomBytes(length * 2))
}

/** Letters and digits that follow from bytes; `bytes` is asked again until there are enough. */
export function textFrom(length: number, bytes: () => Buffer): string {
  let text = ''
  while (text.length < length) {
    for (const byte of bytes()) {
      if (byte < FAIR && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
