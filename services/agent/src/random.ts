/** Random names and keys, and names that follow from a command so that its retry finds the same agent. */
import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Above this a byte would favour the first letters. */
const FAIR = 256 - (256 % ALPHABET.length)

/** Random letters and digits, each as likely as the other. */
export function randomText(length: number): string {
  return textFrom(length, () => randomBytes(length * 2))
}

/** `vg_` and 20 random characters (part 1 §9). */
export function newSecretKey(): string {
  return `vg_${randomText(20)}`
}

/** The agent ID of 16 letters and digits that belongs to a command: the same command gives the same ID. */
export function agentIdOf(tenant: string, command: string): string {
  let round = 0
  return textFrom(16, () =>
    createHash('sha256')
      .update(JSON.stringify([tenant, command, round++]))
      .digest(),
  )
}

function textFrom(length: number, bytes: () => Buffer): string {
  let text = ''
  while (text.length < length) {
    for (const byte of bytes()) {
      if (byte < FAIR && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}
