/**
 * Recovery codes: what a person signs in with whose authenticator app is lost. Ten letters and digits of 32 that nobody
 * confuses (50 random bits), in two groups of five.
 */
import { createHmac } from 'node:crypto'

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10
const COUNT = 10

/**
 * The codes that a command creates. They follow from its idempotency key, so that a repeated command returns the same
 * ones, and from a secret of the account, so that nobody who reads the key in the log can compute them.
 */
export function recoveryCodesOf(about: { hashKey: Buffer; totpSecret: string; command: string }): string[] {
  return Array.from({ length: COUNT }, (_, nth) => {
    const bytes = createHmac('sha256', about.hashKey)
      .update(`recovery codes\n${about.totpSecret}\n${about.command}\n${nth}`)
      .digest()
    const letters = [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS[byte % 32]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })
}

/** What is stored of a code: a keyed hash, bound to its account. Letters that look like digits count as these. */
export function recoveryHash(hashKey: Buffer, userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return createHmac('sha256', hashKey).update(`recovery code\n${userId}\n${plain}`).digest('base64url')
}
